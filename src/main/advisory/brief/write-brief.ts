// One brief, from its context to what may be shown: the prompt put together, a model asked for an order and quotations where one may be, its answer checked, asked once more
// with the faults where there are any; then composed, with the model's order or without it. No word of a model is ever shown. Keeps nothing.
// Called by the worker of briefs. Source: structure S3; advisory, Guardrails, Profiles.
import type { BriefCitation, BriefCode, FallbackReason } from '../../../shared/model/evidence/brief.ts';
import type { ReadContext } from '../context/read-context.ts';
import type { Redactions } from '../guard/redact-typed.ts';
import { isStructured } from '../retrieval/pack.ts';
import type { ContextPack } from '../retrieval/pack-shape.ts';
import type { BriefSections } from './brief-sections.ts';
import { compose } from './compose.ts';
import { type AnswerParts, askedAgain, type CheckedAnswer, checkAnswer } from './composition.ts';
import { promptOf } from './prompt-of.ts';
import type { CitedSource } from './sources.ts';
import { dueOf } from './statements.ts';
import { fallbackReasonOf, type Wording } from './wording.ts';

/** A stretch of the work, for traces: `retrieval` is measured by whoever reads the context. */
export type BriefSpan = 'prompt' | 'inference' | 'validation';

export interface BriefParts {
  readonly question: string;
  /** A word that stands nowhere else; where no model is asked, one that is always the same stands for it. */
  readonly canary: string;
  /** The model that composes it; null where none does, with why where one was meant to. */
  readonly wording: Wording | null;
  readonly fallbackReason?: FallbackReason;
  /** A model that gives the secret word of its instructions away gets the brief refused; else it is composed without it. */
  readonly strict: boolean;
  readonly signal: AbortSignal;
  /** Measures a stretch. */
  readonly span: <T>(name: BriefSpan, work: () => T) => T;
}

export type WrittenBrief = {
  readonly promptSha256: string | null;
  readonly redactions: Redactions;
  readonly sources: readonly CitedSource[];
  readonly leftOut: readonly string[];
  readonly suspicious: readonly string[];
  /** Whether the model was asked a second time. */
  readonly wasReasked: boolean;
  /** What the checks found in the model's last answer. */
  readonly codes: readonly BriefCode[];
  /** Of the pieces that stand under what was asked, with or without room in the prompt, those that are cited. */
  readonly coverage: number;
} & (
  | {
      readonly kind: 'brief';
      readonly sections: BriefSections;
      readonly citations: readonly BriefCitation[];
      /** Whether a model put it in order. */
      readonly isComposed: boolean;
      readonly fallbackReason?: FallbackReason;
    }
  | { readonly kind: 'blocked' }
);

/** In the place of a canary where nothing is sent: the same evidence gives the same digest of what would be. */
export const NO_CANARY = 'AnotherWordForEachBrief';

/** @throws AppError CANCELLED; and what is no failure of a model */
export async function writeBrief(context: ReadContext, parts: BriefParts): Promise<WrittenBrief> {
  const { pack, labels } = context;
  const { question, span, wording, strict } = parts;
  const canary = wording === null ? NO_CANARY : parts.canary;
  const asked = span('prompt', () => promptOf(pack, { question, canary, labels }));
  const redactions = summed(context.redactions, asked.redactions);
  if (asked.blocked !== null)
    return {
      kind: 'blocked',
      codes: [asked.blocked],
      redactions,
      promptSha256: null,
      sources: [],
      leftOut: [],
      suspicious: [],
      wasReasked: false,
      coverage: coverageOf(pack, []),
    };
  const { prompt, sources, statements, leftOut, suspicious } = asked;
  const made = { promptSha256: prompt.sha256, redactions, sources, leftOut, suspicious };
  const composed = { pack, sources, statements, due: dueOf(pack) };
  const withoutModel = (
    fallbackReason: FallbackReason | undefined,
    codes: readonly BriefCode[] = [],
    wasReasked = false,
  ): WrittenBrief => {
    const { sections, citations } = compose(composed, null);
    const coverage = coverageOf(pack, citations);
    const brief = { ...made, kind: 'brief', isComposed: false, sections, citations, coverage } as const;
    return { ...brief, codes, wasReasked, ...(fallbackReason === undefined ? {} : { fallbackReason }) };
  };
  if (wording === null) return withoutModel(parts.fallbackReason);
  let answered: Awaited<ReturnType<typeof answerOf>>;
  try {
    answered = await answerOf(prompt.text, wording, { statements, sources, canary }, parts);
  } catch (error) {
    return withoutModel(fallbackReasonOf(error));
  }
  const { checked, wasReasked } = answered;
  if ('composition' in checked) {
    const { sections, citations } = compose(composed, checked.composition);
    const coverage = coverageOf(pack, citations);
    return { ...made, kind: 'brief', isComposed: true, sections, citations, coverage, codes: [], wasReasked };
  }
  const codes = [...new Set(checked.faults.flatMap(({ code }) => code ?? []))];
  if (strict && codes.includes('canary_leak'))
    return { ...made, kind: 'blocked', codes, wasReasked, coverage: coverageOf(pack, []) };
  return withoutModel('bad_answer', codes, wasReasked);
}

/** Asked once; with faults once more, which are told. */
async function answerOf(
  prompt: string,
  wording: Wording,
  parts: AnswerParts,
  { span, signal }: Pick<BriefParts, 'span' | 'signal'>,
): Promise<{ readonly checked: CheckedAnswer; readonly wasReasked: boolean }> {
  const turns = [{ role: 'user' as const, content: prompt }];
  const first = await span('inference', () => wording.ask(turns, signal));
  const checked = span('validation', () => checkAnswer(first, parts));
  if ('composition' in checked) return { checked, wasReasked: false };
  const again = [
    ...turns,
    { role: 'assistant' as const, content: first },
    { role: 'user' as const, content: askedAgain(checked.faults) },
  ];
  const second = await span('inference', () => wording.ask(again, signal));
  return { checked: span('validation', () => checkAnswer(second, parts)), wasReasked: true };
}

/** Four digits behind the point: the same on every machine. 1 where nothing stands under what was asked. */
function coverageOf({ sections }: ContextPack, citations: readonly BriefCitation[]): number {
  const cited = new Set(citations.map(({ source_id: id }) => id));
  const all = sections.reduce((sum, { structured }) => sum + structured, 0);
  const hit = sections
    .flatMap(({ excerpts }) => excerpts)
    .filter((one) => isStructured(one) && cited.has(one.source_id)).length;
  return all === 0 ? 1 : Math.round((hit / all) * 10_000) / 10_000;
}

function summed(...all: readonly Redactions[]): Redactions {
  const sum: Record<string, number> = {};
  for (const one of all)
    for (const [type, count] of Object.entries(one)) sum[type] = (sum[type] ?? 0) + (count ?? 0);
  return sum;
}

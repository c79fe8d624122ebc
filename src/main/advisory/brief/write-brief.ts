// One brief, from its context to what may be shown: the prompt put together, a model asked where one may be, its answer judged, asked once more with the faults where there
// are any, and then shown, shown in part, or refused. Where nobody words it, it is what was computed; the prompt is never shown as a brief. Keeps nothing.
// Called by the worker of briefs. Source: advisory, Guardrails, Profiles.
import type { BriefCode, FallbackReason } from '../../../shared/model/evidence/brief.ts';
import { type CitedSource, promptOf } from '../context/prompt-of.ts';
import type { ReadContext } from '../context/read-context.ts';
import type { Redactions } from '../guard/redact-typed.ts';
import { NOTHING, type Sections } from './brief-sections.ts';
import { computedBrief, referencesText } from './computed-brief.ts';
import type { BriefFault } from './fault.ts';
import { codesOf, type Judged, type JudgeParts, judgeAnswer, withoutFaulty } from './judge-answer.ts';
import { reasked } from './reask.ts';
import { fallbackReasonOf, type Wording } from './wording.ts';

/** A stretch of the work, for traces: `retrieval` is measured by whoever reads the context. */
export type BriefSpan = 'prompt' | 'inference' | 'validation';

export interface BriefParts {
  readonly question: string;
  /** A word that stands nowhere else; where nobody words the brief, one that is always the same stands for it. */
  readonly canary: string;
  /** Who words it; null where nobody does, with why where somebody was meant to. */
  readonly wording: Wording | null;
  readonly fallbackReason?: FallbackReason;
  /** An answer with faults is refused as a whole; else the sentences they are in are left out. */
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
} & (
  | {
      readonly kind: 'brief';
      readonly sections: Sections;
      /** Of sentences that were left out. */
      readonly codes: readonly BriefCode[];
      /** Whether a model's words are in it. */
      readonly isWorded: boolean;
      readonly fallbackReason?: FallbackReason;
      /** Of its claims, those with a citation. */
      readonly coverage: number;
    }
  | { readonly kind: 'blocked'; readonly codes: readonly BriefCode[]; readonly faults: readonly BriefFault[] }
);

/** In the place of a canary where nothing is sent: the same evidence gives the same digest of what would be. */
export const NO_CANARY = 'AnotherWordForEachBrief';

/** @throws AppError CANCELLED; and what is no failure of a model */
export async function writeBrief(context: ReadContext, parts: BriefParts): Promise<WrittenBrief> {
  const { pack, labels, remedies } = context;
  const { question, span } = parts;
  const canary = parts.wording === null ? NO_CANARY : parts.canary;
  const told = span('prompt', () => promptOf(pack, { question, canary, labels }));
  const redactions = summed(context.redactions, told.redactions);
  if (told.blocked !== null) {
    const none = { promptSha256: null, sources: [], leftOut: [], suspicious: [], wasReasked: false };
    return { kind: 'blocked', codes: [told.blocked], faults: [], redactions, ...none };
  }
  const { prompt, sources, leftOut, suspicious } = told;
  const made = { promptSha256: prompt.sha256, sources, leftOut, suspicious };
  const computed = (fallback?: FallbackReason): WrittenBrief => ({
    ...{ ...made, kind: 'brief', sections: computedBrief(pack, sources), codes: [], isWorded: false },
    ...{ redactions, coverage: 1, wasReasked: false },
    ...(fallback === undefined ? {} : { fallbackReason: fallback }),
  });
  if (parts.wording === null) return computed(parts.fallbackReason);
  const judge = { pack, sources, remedies, canary, labels };
  let answered: Answered;
  try {
    answered = await answerOf(prompt.text, parts.wording, judge, parts);
  } catch (error) {
    return computed(fallbackReasonOf(error));
  }
  const { judged, wasReasked } = answered;
  const all = summed(redactions, judged.redactions);
  const shown = shownOf(judged, parts.strict, judge);
  if (shown === null)
    return {
      kind: 'blocked',
      codes: judged.codes,
      faults: judged.faults,
      redactions: all,
      ...made,
      wasReasked,
    };
  const { sections, codes, coverage } = shown;
  return {
    ...{ kind: 'brief', ...made, codes, coverage, isWorded: true, redactions: all, wasReasked },
    sections: { ...sections, references: referencesText(sections, pack, sources) },
  };
}

interface Answered {
  readonly judged: Judged;
  readonly wasReasked: boolean;
}

/** Asked once; with faults once more, which are told. */
async function answerOf(
  prompt: string,
  wording: Wording,
  judge: JudgeParts,
  { span, signal }: Pick<BriefParts, 'span' | 'signal'>,
): Promise<Answered> {
  const turns = [{ role: 'user' as const, content: prompt }];
  const first = await span('inference', () => wording.ask(turns, signal));
  const judged = span('validation', () => judgeAnswer(first, judge));
  if (judged.faults.length === 0) return { judged, wasReasked: false };
  const again = [
    ...turns,
    { role: 'assistant' as const, content: first },
    { role: 'user' as const, content: reasked(judged.faults) },
  ];
  const second = await span('inference', () => wording.ask(again, signal));
  return { judged: span('validation', () => judgeAnswer(second, judge)), wasReasked: true };
}

/** What of an answer may be shown; null for nothing. */
function shownOf(
  judged: Judged,
  strict: boolean,
  judge: JudgeParts,
): { readonly sections: Sections; readonly codes: readonly BriefCode[]; readonly coverage: number } | null {
  if (judged.faults.length === 0)
    return { sections: judged.sections, codes: [], coverage: coverageOf(judged) };
  if (strict) return null;
  let left = judged;
  // What was left out may have held what the next sentence rested on.
  for (let round = 0; round < 3; round++) {
    const sections = withoutFaulty(left);
    if (sections === null) return null;
    left = judgeAnswer(sectionsOnly(sections), judge);
    if (left.faults.length === 0)
      return { sections: left.sections, codes: codesOf(judged.faults), coverage: coverageOf(left) };
  }
  return null;
}

const coverageOf = ({ claims, citedClaims }: Judged): number => (claims === 0 ? 1 : citedClaims / claims);

const sectionsOnly = ({ summary, conflicts, remediation }: Sections): string =>
  `## Summary\n\n${summary}\n\n## Conflicts\n\n${conflicts}\n\n## Remediation\n\n${remediation}\n\n## References\n\n${NOTHING}\n`;

function summed(...all: readonly Redactions[]): Redactions {
  const sum: Record<string, number> = {};
  for (const one of all)
    for (const [type, count] of Object.entries(one)) sum[type] = (sum[type] ?? 0) + (count ?? 0);
  return sum;
}

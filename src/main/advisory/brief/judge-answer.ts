// Whether what a model wrote may be shown: every sentence held against the passages it cites, every version it leads to against what mends, every link against the pack.
// What is wrong has a place and a code. Pure; asks nobody. Called by write-brief.ts. Source: advisory, Guardrails.
import type { Span } from '../cite/blocks.ts';
import { type Citation, citationsIn } from '../cite/citations.ts';
import { citedIn, coverageOf } from '../cite/coverage.ts';
import { entityFaults, type SourceText } from '../cite/entities.ts';
import { fixedFaults } from '../cite/fixed-claims.ts';
import { outputFaults } from '../cite/output.ts';
import { type Reading, readBrief } from '../cite/reading.ts';
import { remediationFaults } from '../cite/remediation.ts';
import { sentencesOf } from '../cite/sentences.ts';
import { claimFaults } from '../claims/claim-faults.ts';
import { HeldWords, toldSentences } from '../claims/held-words.ts';
import { needNoSource } from '../claims/silences.ts';
import type { CitedSource } from '../context/prompt-of.ts';
import type { Remedy } from '../context/remedies.ts';
import { GUARD_CODES, type GuardCode } from '../guard/codes.ts';
import { guardText } from '../guard/guard.ts';
import { Labels, type Redactions } from '../guard/redact-typed.ts';
import { findIds } from '../identity/advisory-id.ts';
import type { ContextPack } from '../retrieval/pack-shape.ts';
import { NOTHING, readSections, type Sections, sectionsText } from './brief-sections.ts';
import { commandFaults } from './commands.ts';
import type { BriefFault } from './fault.ts';
import { redactedAnswer } from './redacted-answer.ts';
import { remedyJudge } from './remedy-judge.ts';
import { systemWordsIn } from './system-words.ts';

export interface JudgeParts {
  readonly pack: ContextPack;
  readonly sources: readonly CitedSource[];
  readonly remedies: readonly Remedy[];
  readonly canary: string;
  /** The marks of the pack; an answer's secrets get the same. */
  readonly labels?: Labels;
}

export interface Judged {
  /** As they were read; whether they may be shown, the faults tell. */
  readonly sections: Sections;
  /** All four as one text: what the places of faults are in. */
  readonly text: string;
  readonly faults: readonly BriefFault[];
  /** Of the faults, each once, in the order of the list of codes. */
  readonly codes: readonly GuardCode[];
  /** What was taken out of the answer, by type. */
  readonly redactions: Redactions;
  readonly claims: number;
  readonly citedClaims: number;
}

export function judgeAnswer(answer: string, parts: JudgeParts): Judged {
  const { text: open, redactions } = redactedAnswer(answer, parts);
  const sections = readSections(open);
  const text = sectionsText(sections);
  const reading = readBrief(text);
  const { citations, faults: invalid } = citationsIn(reading, { sources: parts.sources.length });
  const texts = parts.sources.map(({ n, content, sourceId }) => ({
    id: n,
    content: `${sourceId}\n${content}`,
  }));
  const held = new HeldWords(texts);
  const sentences = toldSentences(reading, citations, parts.sources.length);
  const needNone = needNoSource(sentences, held);
  const coverage = coverageOf(reading, citations, { sources: parts.sources.length, needNone });
  const judge = remedyJudge(parts.pack, parts.sources, parts.remedies);
  const faults: BriefFault[] = [
    ...invalid.map(({ code, marker, start, reason }) => ({
      ...{ code, start, end: start + marker.length },
      words:
        reason === 'out_of_range'
          ? `${marker} cites a source that is not there; there are ${parts.sources.length}.`
          : `${marker} is no citation; write [1] or [1, 2].`,
    })),
    ...tooMany(reading, citations),
    ...coverage.faults
      .filter(({ of }) => of === 'claim')
      .map(({ code, start, end }) => ({
        code,
        start,
        end,
        words: `Cites nothing: ${excerpt(text, start, end)}`,
      })),
    ...unsaid(sections),
    ...entities(reading, citations, texts),
    ...claimFaults(reading, sentences, held, findIds, judge).map(({ what, words, code, start, end }) => ({
      ...{ code, start, end },
      words: `${words}: ${what.slice(0, MOST_EXCERPT).toWellFormed()}, in: ${excerpt(text, start, end)}`,
    })),
    ...leaks(reading, answer, parts),
    ...remedies(reading, citations, judge, parts),
    ...orders(reading),
  ].sort((a, b) => a.start - b.start || order(a.code) - order(b.code));
  return {
    ...{ sections, text, faults, codes: codesOf(faults), redactions },
    ...{ claims: coverage.claims, citedClaims: coverage.citedClaims },
  };
}

const order = (code: GuardCode): number => GUARD_CODES.indexOf(code);

export const codesOf = (faults: readonly Pick<BriefFault, 'code'>[]): GuardCode[] =>
  GUARD_CODES.filter((code) => faults.some((fault) => fault.code === code));

const MOST_EXCERPT = 160;
const excerpt = (text: string, start: number, end: number): string => {
  // A sentence may be as long as the answer, and hold a fault every few signs.
  const said = text
    .slice(start, Math.min(end, start + 8 * MOST_EXCERPT))
    .replace(/\s+/g, ' ')
    .trim();
  return said.length <= MOST_EXCERPT ? said : `${said.slice(0, MOST_EXCERPT - 1).toWellFormed()}…`;
};

/** Who cites everything says of nothing where it stands. */
const MOST_CITED = 12;

function tooMany(reading: Reading, citations: readonly Citation[]): BriefFault[] {
  return citedIn(sentencesOf(reading), citations)
    .filter(({ ids }) => ids.length > MOST_CITED)
    .map(({ sentence: { start, end }, ids }) => ({
      ...({ code: 'citation_invalid', start, end } as const),
      words: `Cites ${ids.length} sources at once; cite those that say so: ${excerpt(reading.text, start, end)}`,
    }));
}

/** An answer that says nothing is none. */
function unsaid({ summary, conflicts, remediation }: Sections): BriefFault[] {
  const isSilent = [summary, conflicts, remediation].every((one) => one === NOTHING);
  return isSilent
    ? [{ code: 'citation_missing', start: 0, end: 0, words: 'Under none of the headings anything is said.' }]
    : [];
}

function entities(
  reading: Reading,
  citations: readonly Citation[],
  texts: readonly SourceText[],
): BriefFault[] {
  return entityFaults(reading, citations, texts, findIds).map(({ code, entity, start, end, cited }) => ({
    ...{ code, start, end },
    words: `${entity} stands in ${cited.length === 0 ? 'no source' : `none of the sources cited (${cited.join(', ')})`}: ${excerpt(reading.text, start, end)}`,
  }));
}

function leaks(reading: Reading, answer: string, { canary, sources, pack }: JudgeParts): BriefFault[] {
  const excerpts = pack.sections.flatMap((section) => section.excerpts);
  const addresses = excerpts.flatMap((one) => one.source_url ?? []);
  // Where a text speaks to whoever reads it, nobody is led by it.
  const suspicious = new Set(
    excerpts.filter(({ trust }) => trust === 'suspicious').map((one) => one.source_id),
  );
  const led = sources.filter(({ sourceId }) => !suspicious.has(sourceId));
  const known = [...led.map(({ content, sourceId }) => `${sourceId}\n${content}`), ...addresses];
  // The answer as it came, too: what was taken out of it may have torn the word apart.
  const raw = outputFaults(readBrief(answer), { canary, pack: known }).filter(
    ({ code }) => code === 'canary_leak',
  );
  const found = outputFaults(reading, { canary, pack: known });
  const all = found.some(({ code }) => code === 'canary_leak')
    ? found
    : [...raw.map((one) => ({ ...one, start: 0, end: reading.text.length })), ...found];
  const told = systemWordsIn(reading.text);
  const words = 'Repeats what it was told to do.';
  const repeats = told === null ? [] : [{ ...told, code: 'canary_leak' as const, words }];
  const others = all.map((fault) => ({
    ...{ code: fault.code, start: fault.start, end: fault.end },
    words:
      fault.code === 'canary_leak'
        ? 'Holds a word that must not be written.'
        : `${LEADS[fault.reason]}: ${fault.entity.slice(0, MOST_EXCERPT).toWellFormed()}`,
  }));
  return [...others, ...repeats];
}

const LEADS = {
  link: 'Links to where no source leads',
  image: 'Shows an image, which no brief does',
  html: 'Holds HTML',
} as const;

function remedies(
  reading: Reading,
  citations: readonly Citation[],
  judge: ReturnType<typeof remedyJudge>,
  parts: JudgeParts,
): BriefFault[] {
  const worded = (lead: string, what: string, { start, end }: Span): string =>
    `${lead}: ${what.slice(0, MOST_EXCERPT).toWellFormed()}, in: ${excerpt(reading.text, start, end)}`;
  const faults = remediationFaults(reading, citations, judge).map((fault) => ({
    ...{ code: fault.code, start: fault.start, end: fault.end },
    words: worded(UNAPPROVED[fault.reason], fault.what, fault),
  }));
  const approved = new Set(parts.remedies.map(({ sourceId }) => sourceId));
  const fixed = fixedFaults(reading, citations, judge).map((fault) => ({
    ...(fault.reason === 'advised'
      ? { code: 'remediation_unapproved' as const, words: worded(UNAPPROVED.below, fault.version, fault) }
      : { code: 'entity_unsupported' as const, words: worded(CALLED_FIXED, fault.version, fault) }),
    ...{ start: fault.start, end: fault.end },
  }));
  return [
    ...faults,
    ...fixed,
    ...commandFaults(reading, {
      remedies: parts.sources.filter(({ sourceId }) => approved.has(sourceId)),
      sources: parts.sources,
    }),
  ];
}

const CALLED_FIXED = 'Calls fixed what is affected';
const UNAPPROVED = {
  source:
    'Cites what is no remedy; a remediation cites fixed versions, vendor hotfixes and work-arounds of policy alone',
  below: 'Leads to a version below the fix',
  affected: 'Leads to a version that is affected itself',
  unknown: 'Leads to a version that no source cited can be held against',
  package: 'Leads to a package that no source cited names',
} as const;

/** No instruction of that kind is shorter, UTF-16 units. */
const SHORTEST_ORDER = 12;

/** Words to whoever reads, as evidence plants them: a brief that repeats them as its own is none. */
function orders(reading: Reading): BriefFault[] {
  return [...sentencesOf(reading), ...reading.code]
    .filter(({ start, end }) => end - start >= SHORTEST_ORDER)
    .filter(
      ({ start, end }) =>
        guardText({ scope: 'operator', text: reading.text.slice(start, end) }, new Labels()).code ===
        'prompt_injection',
    )
    .map(({ start, end }) => ({
      ...{ code: 'prompt_injection' as const, start, end },
      words: 'Repeats an instruction of the evidence as its own.',
    }));
}

/**
 * The answer without the sentences that faults lie in; null where nothing would be left, or the fault is of the whole.
 * @param judged of an answer with faults
 */
export function withoutFaulty({ text, faults, sections }: Judged): Sections | null {
  if (faults.some(({ code }) => code === 'canary_leak')) return null;
  const reading = readBrief(text);
  const { citations } = citationsIn(reading);
  const spans = [
    ...citedIn(sentencesOf(reading), citations).map(({ sentence }) => sentence),
    ...reading.code,
  ];
  const faulty = touching(spans, faults);
  if (touching(faults, faulty).length < faults.length) return null;
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of faulty.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    kept.push(text.slice(from, start));
    from = end;
  }
  kept.push(text.slice(from));
  const left = readSections(kept.join(''));
  const names = Object.keys(sections) as (keyof Sections)[];
  const cleaned = Object.fromEntries(names.map((name) => [name, tidied(left[name])])) as unknown as Sections;
  return [cleaned.summary, cleaned.conflicts, cleaned.remediation].every((one) => one === NOTHING)
    ? null
    : cleaned;
}

const startOf = ({ start }: Span): number => start;
const endOf = ({ start, end }: Span): number => Math.max(end, start + 1);

/** Those of the first that touch one of the second, in order; both are walked through once. */
function touching<S extends Span>(some: readonly S[], others: readonly Span[]): S[] {
  const byStart = others.toSorted((a, b) => startOf(a) - startOf(b));
  let next = 0;
  let reach = 0;
  return some
    .toSorted((a, b) => endOf(a) - endOf(b))
    .filter((one) => {
      // All that begins before this one ends: the farthest end of them tells whether one reaches into it.
      for (let other = byStart[next]; other && startOf(other) < endOf(one); other = byStart[++next])
        reach = Math.max(reach, endOf(other));
      return reach > startOf(one);
    });
}

/** Without items and rows that are empty now. */
const tidied = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s*(?:[-*+]|\d{1,9}[.)])\s*$/.test(line) && !/^\s*\|[\s|]*\|?\s*$/.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim() || NOTHING;

// What of a brief stands without a citation: sections with none at all, claims with none; and how much of the evidence and of the claims is covered.
// Says nothing about whether a citation supports what it stands behind; entities.ts does. Called by the pipeline of briefs. Source: advisory, Guardrails.
import type { Span } from './blocks.ts';
import type { Citation } from './citations.ts';
import { blanked, type Reading } from './reading.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

export interface MissingFault extends Span {
  readonly code: 'citation_missing';
  readonly of: 'section' | 'claim';
  /** The heading of the section, in lower case; '' before the first. */
  readonly section: string;
}

export interface Coverage {
  readonly faults: readonly MissingFault[];
  readonly claims: number;
  readonly citedClaims: number;
  /** Of the claims, those with a citation; 1 where nothing is claimed. */
  readonly claimCoverage: number;
}

export interface CoverageOptions {
  /** How many sources there are: an id beyond them covers nothing. */
  readonly sources: number;
  /** Sections that list and claim nothing. */
  readonly exempt?: readonly string[];
  /** Where sentences begin that need no source: that no source says something, and the like. */
  readonly needNone?: ReadonlySet<number>;
}

/** A heading of the second level begins a section, as briefs have four of them. */
const SECTION_LEVEL = 2;

/** @param citations of the same reading */
export function coverageOf(
  reading: Reading,
  citations: readonly Citation[],
  { sources, exempt = ['references'], needNone = new Set() }: CoverageOptions,
): Coverage {
  const valid = citations.filter(({ ids }) => ids.some((id) => id <= sources));
  const cited = citedIn(sentencesOf(reading), valid);
  const faults: MissingFault[] = [];
  let claims = 0;
  let citedClaims = 0;
  let next = 0;
  for (const section of sectionsOf(reading)) {
    const own: CitedSentence[] = [];
    for (let one = cited[next]; one && one.sentence.start < section.end; one = cited[++next])
      if (one.sentence.isClaim && (one.ids.length > 0 || !needNone.has(one.sentence.start))) own.push(one);
    if (exempt.includes(section.name) || own.length === 0) continue;
    claims += own.length;
    citedClaims += own.filter(({ ids }) => ids.length > 0).length;
    for (const fault of missing(section, own)) faults.push(fault);
  }
  return { faults, claims, citedClaims, claimCoverage: claims === 0 ? 1 : citedClaims / claims };
}

function missing({ name, start, end }: Section, own: readonly CitedSentence[]): MissingFault[] {
  const bare = own.filter(({ ids }) => ids.length === 0);
  const none = bare.length === own.length;
  return [
    ...(none ? [{ code: 'citation_missing', of: 'section', section: name, start, end } as const] : []),
    ...bare.map(({ sentence }) => ({
      ...({ code: 'citation_missing', of: 'claim', section: name } as const),
      ...{ start: sentence.start, end: sentence.end },
    })),
  ];
}

export interface Section extends Span {
  readonly name: string;
}

/** What stands before the first heading of the second level, and what each of them begins, its heading included. */
export function sectionsOf(reading: Reading): Section[] {
  const bare = blanked(reading.prose, reading.markers);
  const heads = reading.blocks.filter(({ kind, level }) => kind === 'heading' && level === SECTION_LEVEL);
  const names = heads.map(({ start, end }) => {
    const words = bare.slice(start, end).replace(/[*_#`]/g, '');
    return words.trim().toLowerCase();
  });
  const starts = [0, ...heads.map(({ start }) => reading.text.lastIndexOf('\n', start) + 1)];
  return ['', ...names].map((name, n) => ({
    ...{ name, start: starts[n] ?? 0 },
    end: starts[n + 1] ?? reading.text.length,
  }));
}

export interface CitedSentence {
  readonly sentence: Sentence;
  /** Of all citations that stand in it, each once. */
  readonly ids: readonly number[];
}

/** Sentences with what each of them cites. Both come in order, and are read once. */
export function citedIn(sentences: readonly Sentence[], citations: readonly Citation[]): CitedSentence[] {
  let next = 0;
  return sentences.map((sentence) => {
    const ids = new Set<number>();
    for (let one = citations[next]; one && one.start < sentence.end; one = citations[++next])
      if (one.start >= sentence.start) for (const id of one.ids) ids.add(id);
    return { sentence, ids: [...ids] };
  });
}

/** Of the structured chunks of a pack, those that are cited; 1 where the pack has none. @param structured their ids, each once */
export function chunkCoverage(citations: readonly Citation[], structured: readonly number[]): number {
  const cited = new Set(citations.flatMap(({ ids }) => ids));
  return structured.length === 0 ? 1 : structured.filter((id) => cited.has(id)).length / structured.length;
}

// Finds evidence of a project: first what stands under the ids and packages asked for, all of it; then what its words and its likeness bring. The same evidence
// gives the same order in either database and after any import. Reads, and writes nothing. Called by the pipeline of briefs.
// Source: advisory, Retrieval; decision 060
import {
  countChunks,
  countWords,
  type IndexReader,
  readChunks,
  readUnderKeys,
  readWithAll,
  type StoredChunk,
} from '../../store/evidence/chunks.ts';
import { byCodePoint } from '../identity/code-points.ts';
import { type Compared, comparedWithAll, comparedWithThese, likenessIn } from './compare.ts';
import type { AskedVector } from './embed.ts';
import { fused, placesBy, weightOf, wordScore } from './rank.ts';
import { askedWords, indexedWord } from './words.ts';

export interface SearchAsked {
  readonly project: string;
  /** Ids in their one spelling, closed over aliases by the caller. */
  readonly ids?: readonly string[];
  /** Keys of packages. */
  readonly packages?: readonly string[];
  /** Resources and digests of images. */
  readonly resources?: readonly string[];
  readonly text?: string;
  /** Pieces returned; of those that stand under what was asked for none is left out for it. */
  readonly limit: number;
  /** The question's vector by the model that is chosen, null where none is; never throws. Left out, and where it has none, the built-in one is taken. */
  readonly vectorOf?: (text: string) => Promise<AskedVector | null>;
}

export interface FoundChunk extends Omit<StoredChunk, 'id' | 'embedder' | 'vector'> {
  /** What it stands under of what was asked for; null where words or likeness found it. */
  readonly exact: 'id' | 'package' | 'resource' | null;
  /** From 1, the best first. */
  readonly rank: number;
}

export interface SearchAnswer {
  readonly chunks: readonly FoundChunk[];
  /** Whether more stands under what was asked for than is looked at. */
  readonly more: boolean;
  /** What made the vectors that were compared. */
  readonly embedder: string;
  /** Why those are not the chosen model's; null where they are, and where none is chosen. */
  readonly embedderProblem: string | null;
}

/** A question is read so far, characters. */
const MAX_QUESTION = 4000;
/** Most that is taken in of what stands under ids, packages or resources. */
const MOST_EXACT = 1000;
/** A word in more pieces than that is common: it finds nothing by itself, and is counted no further than to the next. */
const COMMON = 1000;
const MOST_COUNTED = 2000;
/** In a project with more pieces words weigh against each other as they do in one with so many. */
const MANY = 20_000;
/** Pieces that words may bring before any is read. */
const MOST_BY_WORDS = 1500;
/** Pieces taken that have all the words, or two common ones. */
const MOST_TOGETHER = 200;
/** Common words that are looked for in pairs. */
const PAIRED = 3;
/** Pieces that are read and ranked. */
const MOST_READ = 128;
/** A project with more pieces is not compared as a whole. */
const MOST_COMPARED = 4000;

/** @throws nothing of its own; what is asked of another project is not there */
export async function searchEvidence(index: IndexReader, asked: SearchAsked): Promise<SearchAnswer> {
  const { project, limit } = asked;
  const text = (asked.text ?? '').slice(0, MAX_QUESTION);
  const words = askedWords(text);
  // While the model thinks, words are looked up.
  const asking = words.length === 0 ? undefined : asked.vectorOf?.(text);
  const exact = await readExact(index, asked);
  const all =
    words.length === 0 ? 0 : Math.min(MANY, await countChunks(index.reader, project, MOST_COMPARED + 1));
  const { ids, weights } = await readByWords(index, project, words, all);
  const question = { text: all === 0 ? '' : text, made: (await asking) ?? null };
  const whole = all <= MOST_COMPARED ? await comparedWithAll(index.reader, project, question) : null;
  const alike = whole === null ? [] : mostAlike(whole);
  const chunks = await readChunks(index.reader, project, [
    ...new Set([...exact.found.keys(), ...ids, ...alike]),
  ]);
  const compared = whole ?? (await comparedWithThese(index.reader, project, question, chunks));
  const ranked = ranking(chunks, { exact: exact.found, weights, compared });
  const room = Math.max(0, limit - exact.found.size);
  const kept = [
    ...ranked.filter((one) => one.exact !== null),
    ...ranked.filter((one) => one.exact === null).slice(0, room),
  ];
  return {
    chunks: kept.map((one, n) => ({ ...one, rank: n + 1 })),
    more: exact.more,
    embedder: compared.maker,
    embedderProblem: compared.problem,
  };
}

type Exact = Exclude<FoundChunk['exact'], null>;

async function readExact(
  { reader }: IndexReader,
  { project, ids = [], packages = [], resources = [] }: SearchAsked,
): Promise<{ readonly found: ReadonlyMap<number, Exact>; readonly more: boolean }> {
  const found = new Map<number, Exact>();
  let more = false;
  for (const [kind, keys] of [
    ['id', ids],
    ['package', packages],
    ['resource', resources],
  ] as const) {
    const under = await readUnderKeys(reader, project, kind, [...new Set(keys)], MOST_EXACT + 1);
    more ||= under.length > MOST_EXACT;
    for (const id of under.slice(0, MOST_EXACT)) if (!found.has(id)) found.set(id, kind);
  }
  return { found, more };
}

interface AskedWord {
  readonly word: string;
  /** In how many pieces it stands, as far as they are counted. */
  readonly count: number;
  readonly weight: number;
}

/**
 * Ids of pieces that words bring, by rules that hang on nothing but which piece has which word: pieces with all the words; those with a rare one; where words
 * are common, those with two of them; and where there is one word, the first that have it. The best of them by the weight of the words they were found by.
 */
async function readByWords(
  index: IndexReader,
  project: string,
  words: readonly string[],
  all: number,
): Promise<{ readonly ids: readonly number[]; readonly weights: ReadonlyMap<string, number> }> {
  const stored = indexedWord(project);
  const counts = await countWords(index, words.map(stored), MOST_COUNTED);
  const known = words
    .map((word, n) => ({ word, count: counts[n] ?? 0, weight: weightOf(counts[n] ?? 0, all) }))
    .filter(({ count }) => count > 0);
  const rarest = known.toSorted((a, b) => a.count - b.count || byCodePoint(a.word, b.word));
  const { rare, common } = partedBy(rarest);
  const groups = [
    ...rare.map((one) => ({ asked: [one], most: COMMON, adds: true })),
    ...groupsOf(rarest, rare, common).map((asked) => ({ asked, most: MOST_TOGETHER, adds: false })),
  ];
  const found = await readWithAll(
    index,
    groups.map(({ asked, most }) => ({ words: asked.map(({ word }) => stored(word)), most })),
  );
  const scores = new Map<number, number>();
  for (const [n, { asked, adds }] of groups.entries()) {
    const weight = asked.reduce((sum, one) => sum + one.weight, 0);
    for (const id of found[n] ?? []) {
      const before = scores.get(id) ?? 0;
      scores.set(id, adds ? before + weight : Math.max(before, weight));
    }
  }
  const ordered = [...scores].sort(([a, x], [b, y]) => y - x || a - b);
  return {
    ids: ordered.slice(0, MOST_READ).map(([id]) => id),
    weights: new Map(known.map(({ word, weight }) => [word, weight])),
  };
}

/** @param rarest all words, the rarest first */
function partedBy(rarest: readonly AskedWord[]) {
  const rare: AskedWord[] = [];
  const common: AskedWord[] = [];
  let taken = 0;
  for (const one of rarest) {
    const isRare = one.count <= COMMON && taken + one.count <= MOST_BY_WORDS;
    if (isRare) taken += one.count;
    (isRare ? rare : common).push(one);
  }
  return { rare, common };
}

/** Which words are looked for together. */
function groupsOf(
  all: readonly AskedWord[],
  rare: readonly AskedWord[],
  common: readonly AskedWord[],
): (readonly AskedWord[])[] {
  if (all.length === 1) return common.length === 1 ? [common] : [];
  const brought = rare.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(all.length > 0 ? [all] : []),
    ...(brought < MOST_TOGETHER ? pairsOf(common.slice(0, PAIRED)) : []),
  ];
}

const pairsOf = <T>(items: readonly T[]): T[][] =>
  items.flatMap((one, n) => items.slice(n + 1).map((other) => [one, other]));

const mostAlike = (compared: Compared): number[] =>
  [...compared.vectors.keys()]
    .map((id) => ({ id, score: likenessIn(compared, id) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, MOST_READ)
    .map(({ id }) => id);

interface Ranking {
  readonly exact: ReadonlyMap<number, Exact>;
  readonly weights: ReadonlyMap<string, number>;
  readonly compared: Compared;
}

const TIERS: readonly FoundChunk['exact'][] = ['id', 'package', 'resource', null];

function ranking(
  chunks: readonly StoredChunk[],
  { exact, weights, compared }: Ranking,
): Omit<FoundChunk, 'rank'>[] {
  const byWords = placesBy(chunks, ({ text }) => wordScore(text, weights));
  const byLikeness = placesBy(chunks, ({ id }) => likenessIn(compared, id));
  const scored = chunks.map(({ id, vector: _, embedder: __, ...chunk }) => ({
    chunk: { ...chunk, exact: exact.get(id) ?? null },
    score: fused(chunk.sourceId, [byWords, byLikeness]),
  }));
  return scored
    .sort(
      ({ chunk: a, score: x }, { chunk: b, score: y }) =>
        TIERS.indexOf(a.exact) - TIERS.indexOf(b.exact) || y - x || byCodePoint(a.sourceId, b.sourceId),
    )
    .map(({ chunk }) => chunk);
}

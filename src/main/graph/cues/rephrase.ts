// Wordings in another order than the cue table reads: each is said again in that order, so that one place reads subjects and
// objects. A new wording is a row of the table. Called by statements.ts, before cues are looked for.
// Source: memory, Cue scanner (plain forms), decision 085.

import type { Lexicon } from '../types.ts';
import { LONGEST_LIST } from './coordination.ts';
import { skipOpeners } from './fronted.ts';
import { isAdjective, isCapitalised, isFunctionWord, isNameLike, isPlainAdverb } from './names.ts';
import { isClass, isNameAlone, made, type NamedChunk } from './naming.ts';
import { isHostLike } from './object.ts';
import { type Accepts, compile, matchSteps, type Step } from './pattern.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { OPERATING_SYSTEMS } from './words/nouns.ts';

const WE = 'i|we';
const WE_HAVE = "i|we|i'm|we're|i've|we've";
const OUR = 'my|our|the';

/**
 * A wording and what it is read as. `X` (or a list of such) and `Y` are words up to the next that is told, the last slot takes
 * the rest; `W` is a place that is left, `H` a machine, `N` a name and nothing else, `L` a list of names of software, `M` what somebody
 * says to be a name, `C` what it is, without its article, `K` the same, told so that it says more than which one is meant; `ADV*` any adverbs; other words stand as they are, `|` between alternatives.
 * With `alone`, nothing else may stand in the sentence.
 */
const REPHRASINGS: readonly (readonly [said: string, read: string, where?: 'alone'])[] = [
  [`${WE} ADV* run|host|self-host|keep X on Y`, 'X runs on Y'],
  [`${WE_HAVE} ADV* running|hosting|hosted|self-hosted|deployed|installed|put X on|to Y`, 'X runs on Y'],
  [`${WE_HAVE} ADV* have|got X running|hosted|installed|deployed on Y`, 'X runs on Y'],
  ['Y ADV* hosts X', 'X runs on Y'],
  ['H ADV* runs L', 'L runs on H'],
  ['N on H', 'N runs on H', 'alone'],
  ['O ADV* maintains|owns|operates X', 'X is maintained by O'],
  ['O ADV* looks after X', 'X is maintained by O'],
  ['O ADV* takes care of X', 'X is maintained by O'],
  ['O is responsible for X', 'X is maintained by O'],

  [`${OUR} C ADV* is called|named|nicknamed|labelled M`, 'M is a C'],
  [`${WE} ADV* call|named ${OUR} C M`, 'M is a C'],
  [`${OUR} C in|on|under|at|behind X ADV* is called|named|nicknamed|labelled M`, 'M is a C'],
  [`${OUR} C name|hostname is M`, 'M is a C'],
  ['C name|hostname is M', 'M is a C'],
  [`${OUR} K is N`, 'N is a K'],

  [`${WE} ADV* wrote|made|built|coded X in Y`, 'X is written in Y'],
  [`${WE_HAVE} ADV* moved|migrated|relocated X from W to Y`, 'X was moved from W to Y'],
  [`${WE_HAVE} ADV* moved|migrated X to Y`, 'X moved to Y'],
  [`${WE_HAVE} ADV* renamed X to Y`, 'X was renamed to Y'],
];

const ROWS = REPHRASINGS.map(([said, read, where]) => ({
  said: compile(said),
  read: read.split(' '),
  isAlone: where === 'alone',
}));

type Row = (typeof ROWS)[number];

/** Words in which a wording does not differ from others. */
const PLAIN: ReadonlySet<string> = new Set('is are on in to of for i we my our the has'.split(' '));
/** The wordings by the words of which each has one. */
const ROWS_BY_WORD = Map.groupBy(
  ROWS.flatMap((row) => keysOf(row.said).map((word) => ({ word, row }))),
  ({ word }) => word,
);

/** Words of which every wording has one. */
export const WORDING_WORDS: readonly string[] = [...ROWS_BY_WORD.keys()];

function keysOf(steps: readonly Step[]): readonly string[] {
  const sets = steps.flatMap((step) => (step instanceof Set ? [[...step]] : []));
  return sets.find((words) => !words.some((word) => PLAIN.has(word))) ?? sets.at(-1) ?? [];
}

/** Stands between the names of a list that a slot takes whole. */
const COMMA = ',';
const isComma = ({ text }: Word): boolean => text === COMMA;

/** The chunks of a sentence in the order that cues are read in; each as it was where it is so already. */
export function rephrased(chunks: readonly NamedChunk[], lexicon: Lexicon): readonly NamedChunk[] {
  const out: NamedChunk[] = [];
  for (let at = 0; at < chunks.length; ) {
    const chunk = chunks[at] as NamedChunk;
    const list = listFrom(chunks, at, lexicon);
    const listed = list.length > 1 ? rephrase(joined(list), false, lexicon) : null;
    const said = listed ?? rephrase(chunk.words, chunks.length === 1, lexicon);
    const whole = listed === null ? [chunk] : list;
    const asides = whole.flatMap((one) => one.asides);
    const { closedBy } = whole.at(-1) as Chunk;
    if (said === null) out.push(chunk);
    else
      out.push(
        ...said.map(
          (words, index): NamedChunk => ({ ...chunk, words, closedBy, asides: index === 0 ? asides : [] }),
        ),
      );
    at += whole.length;
  }
  return out;
}

/** The chunk and those behind it that go on with a list of names: "hosts Jellyfin, Immich and Gitea". */
function listFrom(chunks: readonly NamedChunk[], at: number, lexicon: Lexicon): readonly NamedChunk[] {
  let end = at + 1;
  for (; end < Math.min(chunks.length, at + LONGEST_LIST); end++) {
    const { mark, conjunction, words } = chunks[end] as Chunk;
    const name = words[0]?.lower === 'the' ? words[1] : words[0];
    const joins = conjunction === null ? mark === ',' : conjunction === 'and';
    if (!joins || name === undefined || !(isCapitalised(name) || isNameLike(name, lexicon))) break;
  }
  return chunks.slice(at, end);
}

function joined(chunks: readonly NamedChunk[]): readonly Word[] {
  return chunks.flatMap(({ words }, index) =>
    index === 0 ? words : [made(COMMA, words[0] as Word), ...words],
  );
}

/** What a wording says, once for each name of a list; null where it is none that the table has. */
function rephrase(
  words: readonly Word[],
  isAlone: boolean,
  lexicon: Lexicon,
): readonly (readonly Word[])[] | null {
  const candidates = new Set<Row>();
  for (const { lower } of words) for (const { row } of ROWS_BY_WORD.get(lower) ?? []) candidates.add(row);
  if (candidates.size === 0) return null;
  const from = skipOpeners(words, words.length);
  const accepts: Accepts = (slot, taken, before) => fits(slot, taken, before, lexicon);
  for (const row of candidates) {
    const found = row.isAlone && !isAlone ? null : matchSteps(words, from, row.said, accepts, true);
    if (found === null) continue;
    const { slots } = found;
    const [listed = ''] = row.read;
    return listOf(slots[listed] ?? []).map((one) =>
      row.read.flatMap((word) =>
        word === listed && one.length > 0 ? one : (slots[word] ?? [made(word, words[from] as Word)]),
      ),
    );
  }
  return null;
}

/** The members of a list that a slot took whole. */
function listOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const commas = words.flatMap((word, at) => (isComma(word) ? [at] : []));
  return [-1, ...commas].map((comma, index) => words.slice(comma + 1, commas[index]));
}

function fits(slot: string, words: readonly Word[], before: Word | undefined, lexicon: Lexicon): boolean {
  if (slot === 'ADV*') return words.every(isPlainAdverb);
  const [first] = words;
  if (first === undefined || (slot !== 'X' && slot !== 'L' && words.some(isComma))) return false;
  if (slot === 'N') return isNameAlone(words, lexicon);
  if (slot === 'M') return isNameAlone(words, lexicon) || (words.length === 1 && isGivenName(first));
  if (slot === 'L')
    return !OPERATING_SYSTEMS.has(first.lower) && (first.lower === 'the' || isNameLike(first, lexicon));
  if (slot === 'H') {
    const isOpen = /^(?:the|our|my)$/.test(first.lower);
    return isHostLike(isOpen ? words.slice(1) : words, isOpen ? first.lower : null, lexicon);
  }
  if (slot === 'C') return isClass(words);
  if (slot !== 'K') return true;
  // "The server is hilbert" says which of them is meant, "the build server is hilbert" what hilbert is.
  const isTold = before?.lower !== 'the' || words.filter((word) => !isAdjective(word, lexicon)).length > 1;
  return isTold && isClass(words) && !words.some(({ lower }) => OTHERS.test(lower));
}

/** "my server is called atlas", and not "called often". */
const isGivenName = (word: Word): boolean =>
  !isFunctionWord(word) && !word.odd && !/^(?:often|once|twice)$|ed$/.test(word.lower);

/** One of several, or one that is not: "the old server is hilbert", "the target platform is Linux". */
const OTHERS =
  /^(?:old|older|new|newer|previous|former|next|other|second|third|future|target|default|example|same|base|current)$/;

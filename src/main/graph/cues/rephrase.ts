// Wordings in another order than the cue table reads: each is said again in that order, so that one place reads subjects and
// objects. A new wording is a row of the table. Called by statements.ts, before cues are looked for.
// Source: memory, Cue scanner (plain forms), decision 085.

import type { Lexicon } from '../types.ts';
import { skipOpeners } from './fronted.ts';
import { isAdjective, isFunctionWord, isPlainAdverb } from './names.ts';
import { isClass, isNameAlone, made, type NamedChunk } from './naming.ts';
import { isHostLike } from './object.ts';
import { type Accepts, compile, matchSteps, type Step } from './pattern.ts';
import type { Word } from './sentences/sentences.ts';

const WE = 'i|we';
const WE_HAVE = "i|we|i'm|we're|i've|we've";
const OUR = 'my|our|the';

/**
 * A wording and what it is read as. `X` and `Y` are words up to the next that is told, the last slot takes
 * the rest; `W` is a place that is left, `H` a machine, `N` a name and nothing else, `M` what somebody
 * says to be a name, `C` what it is, without its article, `K` the same, told so that it says more than which one is meant; `ADV*` any adverbs; other words stand as they are, `|` between alternatives.
 * With `alone`, nothing else may stand in the sentence.
 */
const REPHRASINGS: readonly (readonly [said: string, read: string, where?: 'alone'])[] = [
  [`${WE} ADV* run|host|self-host|keep X on Y`, 'X runs on Y'],
  [`${WE_HAVE} ADV* running|hosting|hosted|self-hosted|deployed|installed|put X on|to Y`, 'X runs on Y'],
  [`${WE_HAVE} ADV* have|got X running|hosted|installed|deployed on Y`, 'X runs on Y'],
  ['Y ADV* hosts X', 'X runs on Y'],
  ['N on H', 'N runs on H', 'alone'],
  ['O ADV* maintains|owns|operates X', 'X is maintained by O'],
  ['O ADV* looks after X', 'X is maintained by O'],
  ['O ADV* takes care of X', 'X is maintained by O'],
  ['O is responsible for X', 'X is maintained by O'],

  [`${OUR} C ADV* is called|named|nicknamed|labelled M`, 'M is a C'],
  [`${WE} ADV* call|named ${OUR} C M`, 'M is a C'],
  [`${OUR} C in|on|under|at|behind X ADV* is called|named|nicknamed|labelled M`, 'M is a C'],
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

/** The chunks of a sentence in the order that cues are read in; each as it was where it is so already. */
export function rephrased(chunks: readonly NamedChunk[], lexicon: Lexicon): readonly NamedChunk[] {
  return chunks.map((chunk) => {
    const words = rephrase(chunk.words, chunks.length === 1, lexicon);
    return words === null ? chunk : { ...chunk, words };
  });
}

/** What a wording says; null where it is none that the table has. */
function rephrase(words: readonly Word[], isAlone: boolean, lexicon: Lexicon): readonly Word[] | null {
  const candidates = new Set<Row>();
  for (const { lower } of words) for (const { row } of ROWS_BY_WORD.get(lower) ?? []) candidates.add(row);
  if (candidates.size === 0) return null;
  const from = skipOpeners(words, words.length);
  const accepts: Accepts = (slot, taken, before) => fits(slot, taken, before, lexicon);
  for (const row of candidates) {
    const found = row.isAlone && !isAlone ? null : matchSteps(words, from, row.said, accepts, true);
    if (found !== null)
      return row.read.flatMap((word) => found.slots[word] ?? [made(word, words[from] as Word)]);
  }
  return null;
}

function fits(slot: string, words: readonly Word[], before: Word | undefined, lexicon: Lexicon): boolean {
  if (slot === 'ADV*') return words.every(isPlainAdverb);
  const [first] = words;
  if (first === undefined) return false;
  if (slot === 'N') return isNameAlone(words, lexicon);
  if (slot === 'M') return isNameAlone(words, lexicon) || (words.length === 1 && isGivenName(first));
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

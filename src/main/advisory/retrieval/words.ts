// What the words of a text are, for finding it: folded, cut where letters and digits end, and joined again where one sign alone stands between two, so that `1.2.3` and
// `log4j-core` are words as well as their parts. Both databases index these words and none of their own. One pass, pure. Called where pieces are stored and searched.
// Source: advisory, Retrieval.
import { createHash } from 'node:crypto';

/** Longer words are cut: nobody types more. */
const MAX_WORD = 40;
/** Words of a question that are searched for; the first ones. */
const MAX_ASKED = 24;

/** They stand in every text. */
const EMPTY: ReadonlySet<string> = new Set(
  'a an and are as at be by can could do for from has have if in into is it its may no not of on or s t that the their there these this to via was were when which will with'.split(
    ' ',
  ),
);

const RUN = /[\p{L}\p{N}]+/gu;
const JOINT = /^[._+:~^-]$/;
/** Stands for every sign that joins, so that `log4j_core` finds `log4j-core`. */
const JOINED = '·';

/** Every word in order, those that say nothing left out; a joined word comes behind its parts. */
export function wordsIn(text: string): string[] {
  const words: string[] = [];
  const folded = text.normalize('NFKC').toLowerCase();
  let whole = '';
  let parts = 0;
  let end = -1;
  const close = () => {
    if (parts > 1) words.push(whole);
  };
  for (const { 0: run, index } of folded.matchAll(RUN)) {
    const isNext = index === end + 1 && JOINT.test(folded.charAt(end)) && whole.length < MAX_WORD;
    if (!isNext) close();
    whole = (isNext ? `${whole}${JOINED}${run}` : run).slice(0, MAX_WORD).toWellFormed();
    parts = isNext ? parts + 1 : 1;
    end = index + run.length;
    if (!EMPTY.has(run)) words.push(run.slice(0, MAX_WORD).toWellFormed());
  }
  close();
  return words;
}

/** The words a question is searched by, each once, in its order. */
export const askedWords = (text: string): readonly string[] =>
  [...new Set(wordsIn(text))].slice(0, MAX_ASKED);

/**
 * A word as it stands in the index: seven signs that stand for it and its project together. A word of another project is another word, so what is counted and
 * found is of one project before anything is ranked; rows are short, whatever the language; and no database has anything to cut. Two words that meet bring a
 * piece to be looked at, and no more: it is ranked by its text, and asked for by its project.
 */
export function indexedWord(project: string): (word: string) => string {
  const seed = createHash('sha256').update(project).digest();
  const [first, second] = [seed.readInt32LE(0), seed.readInt32LE(4)];
  return (word) => {
    const [high, low] = [mixed(word, first) % 46_656, mixed(word, second) % 1_679_616];
    return high.toString(36).padStart(3, '0') + low.toString(36).padStart(4, '0');
  };
}

/** FNV-1a over code units, its bits mixed at the end. */
function mixed(word: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

/** The column of words of a text: each once, in order, with a blank between them. */
export function indexedText(project: string, text: string): string {
  const indexed = indexedWord(project);
  return [...new Set(wordsIn(text).map(indexed))].sort().join(' ');
}

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
/** Stands for every sign that joins, so that `log4j_core` finds `log4j-core`; no database takes it for the end of a word. */
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
 * A word as it stands in the index. With the project in it, a word of another project is another word: what is counted and found is of one project before
 * anything is ranked. (Which project a row is of is checked once more where it is read.)
 */
export function indexedWord(project: string): (word: string) => string {
  const prefix = createHash('sha256').update(project).digest('hex').slice(0, 8);
  return (word) => prefix + word;
}

/** The column of words of a text: each once, in their order, with a blank between them. */
export const indexedText = (project: string, text: string): string =>
  [...new Set(wordsIn(text))].sort().map(indexedWord(project)).join(' ');

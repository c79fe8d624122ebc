// A plain text as what two tellings of the same have in common: its runs of five words, and the names and numbers in it.
// Two texts are near repeats when the runs are nearly all the same and every name and number is. Source: loops,
// Rule 4. Used by turn-features.ts and rules.ts.
import { hash } from 'node:crypto';

const RUN = 5;
/** Words that are looked at; a longer text repeats itself within them or not at all. */
const MAX_WORDS = 600;
const NEAR = 0.9;

export interface ProseKey {
  /** Hashes of the runs, sorted, each once. */
  readonly runs: Int32Array;
  /** Hash of the words that say what it is about: those with a digit, a capital inside a sentence, or a path's signs. */
  readonly specifics: string;
}

const SPECIFIC = /[\d_/\\@#$]|[A-Za-z]\.[A-Za-z]|[a-z][A-Z]/;

/** The key of a masked, folded text; null when it is shorter than a run. */
export function proseKey(text: string): ProseKey | null {
  const words = text.split(' ', MAX_WORDS);
  if (words.length < RUN) return null;
  const hashes = words.map((word) => wordHash(plain(word)));
  const runs = new Set<number>();
  for (let at = 0; at + RUN <= hashes.length; at++) {
    let mixed = 0;
    for (let n = 0; n < RUN; n++) mixed = (Math.imul(mixed, 0x01000193) ^ (hashes[at + n] as number)) | 0;
    runs.add(mixed);
  }
  const specifics = words.filter((word, at) => SPECIFIC.test(word) || isName(words, at)).map(plain);
  return { runs: Int32Array.from(runs).sort(), specifics: hash('sha1', specifics.join(' ')).slice(0, 16) };
}

const plain = (word: string): string =>
  word.replace(/^["'([*_]{1,4}|[.,;:!?"')\]*_]{1,4}$/g, '').toLowerCase();

/** A capital letter that does not open a sentence; "I" is nobody's name. */
function isName(words: readonly string[], at: number): boolean {
  const word = words[at] as string;
  const before = words[at - 1];
  if (before === undefined || /[.!?:]["')*]{0,2}$/.test(before)) return false;
  return /^["'(*]{0,2}\p{Lu}/u.test(word) && !/^["'(*]{0,2}I(?:'\w{1,4})?[.,;!?]?$/.test(word);
}

function wordHash(word: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) mixed = Math.imul(mixed ^ word.charCodeAt(at), 0x01000193);
  return mixed;
}

/** Whether two texts say nearly the same of the same things. */
export const isNear = (a: ProseKey, b: ProseKey): boolean => a.specifics === b.specifics && shareRuns(a, b);

/** Whether nearly all runs of two texts are the same, whatever else differs. */
export function shareRuns(a: ProseKey, b: ProseKey): boolean {
  let shared = 0;
  for (let i = 0, j = 0; i < a.runs.length && j < b.runs.length; ) {
    const difference = (a.runs[i] as number) - (b.runs[j] as number);
    if (difference === 0) shared++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared >= NEAR * (a.runs.length + b.runs.length - shared);
}

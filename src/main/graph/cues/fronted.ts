// Says how many words at the head of a clause only open it ("note that", "Recently", "last spring"), so that its subject stands
// behind them. Called by subject.ts and by what looks for names at the head of a clause. Source: memory, Cue scanner.

import type { Word } from './sentences/sentences.ts';
import { TIME_NAMES } from './words/nouns.ts';
import { OPENERS } from './words/openers.ts';

/** Whether `words` has the phrase at `at`. */
export function phraseAt(words: readonly Word[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((part, index) => words[at + index]?.lower === part);
}

const OPENERS_BY_WORD: ReadonlyMap<string, readonly (readonly string[])[]> = Map.groupBy(
  OPENERS,
  (phrase) => phrase[0] ?? '',
);

/** Adverbs that open a clause; "Earthly Cloud" opens with none. */
const FRONTED: ReadonlySet<string> = new Set(
  (
    'recently currently finally obviously actually fortunately luckily sadly additionally importantly notably interestingly ' +
    'similarly consequently ultimately presently lately clearly certainly naturally officially surprisingly ' +
    'unfortunately accordingly subsequently simply internally locally today'
  ).split(' '),
);

/** An adverb or a date at the head of a clause: "Recently ...", "Since Monday ...". */
function isFrontedWord(word: Word): boolean {
  return FRONTED.has(word.lower) || TIME_NAMES.has(word.lower) || /^(?:19|20)\d\d$/.test(word.text);
}

/** "last spring", "this week". */
function isPastDate(words: readonly Word[], at: number): boolean {
  const noun = words[at + 1]?.text ?? '';
  return (
    /^(?:last|this|early|late)$/.test(words[at]?.lower ?? '') && (DATES.has(noun) || TIME_NAMES.has(noun))
  );
}

const DATES: ReadonlySet<string> = new Set(
  'week month year quarter sprint night morning season decade'.split(' '),
);

/** How many words at the head of a clause are mere openers ("note that", "and", "as of today"). */
export function skipOpeners(words: readonly Word[], limit: number): number {
  let at = 0;
  for (let round = 0; round < 4; round++) {
    const candidates = OPENERS_BY_WORD.get(words[at]?.lower ?? '');
    const opener = candidates?.find((phrase) => at + phrase.length <= limit && phraseAt(words, at, phrase));
    const word = words[at];
    if (opener !== undefined) at += opener.length;
    else if (word !== undefined && at + 1 < limit && isFrontedWord(word)) at++;
    else if (at + 2 < limit && isPastDate(words, at)) at += 2;
    else break;
  }
  return at;
}

// Says how many words at the head of a clause only open it ("note that", "Recently", "last spring"), so that its subject stands
// behind them. Called by subject.ts and by what looks for names at the head of a clause. Source: memory, Cue scanner.

import type { Word } from './sentences/sentences.ts';
import { PERIODS, TIME_NAMES } from './words/nouns.ts';
import { OPENERS } from './words/openers.ts';

/** Whether `words` has the phrase at `at`. */
export function phraseAt(words: readonly Word[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((part, index) => words[at + index]?.lower === part);
}

const OPENERS_BY_WORD: ReadonlyMap<string, readonly (readonly string[])[]> = Map.groupBy(
  OPENERS,
  (phrase) => phrase[0] ?? '',
);

/** How many words at the head of a clause are mere openers ("note that", "and", "as of today", "since Monday"). */
export function skipOpeners(words: readonly Word[], limit: number): number {
  let at = 0;
  for (let round = 0; round < 4; round++) {
    const [word, next] = words.slice(at, at + 2);
    const opener = OPENERS_BY_WORD.get(word?.lower ?? '')?.find(
      (phrase) => at + phrase.length <= limit && phraseAt(words, at, phrase),
    );
    const isDate = /^(?:last|this|early|late)$/.test(word?.lower ?? '') && PERIODS.has(next?.lower ?? '');
    if (opener !== undefined) at += opener.length;
    else if (isDate && at + 2 < limit) at += 2;
    else if (TIME_NAMES.has(word?.lower ?? '') && at + 1 < limit) at++;
    else break;
  }
  return at;
}

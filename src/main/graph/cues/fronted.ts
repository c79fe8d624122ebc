// Says how many words at the head of a clause only open it ("note that", "Recently", "last spring"), so that its subject stands
// behind them. Called by subject.ts and by what looks for names at the head of a clause. Source: memory, Cue scanner.

import type { Word } from './sentences/sentences.ts';
import { PERIODS, TIME_NAMES } from './words/nouns.ts';
import { OPENERS } from './words/openers.ts';

/** How many words at the head of a clause are mere openers ("note that", "and", "as of today", "since Monday"). */
export function skipOpeners(words: readonly Word[], limit: number): number {
  let at = 0;
  for (let round = 0; round < 4; round++) {
    const [word, next] = [words[at], words[at + 1]];
    const opener = OPENERS.lengthAt(words, at);
    const isDate = /^(?:last|this|early|late)$/.test(word?.lower ?? '') && PERIODS.has(next?.lower ?? '');
    const isTime = TIME_NAMES.has(word?.lower ?? '') && at + 1 < limit;
    if (opener > 0 && at + opener <= limit) at += opener;
    else if (isDate && at + 2 < limit) at += 2;
    else if (isTime) at++;
    else break;
  }
  return at;
}

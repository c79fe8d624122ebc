// Says how many words at the head of a clause only open it ("note that", "Recently"), so that its subject stands
// behind them. Called by subject.ts and by what looks for names at the head of a clause. Source: memory, Cue scanner.

import type { Word } from './sentences/sentences.ts';
import { OPENERS } from './words/openers.ts';

/** How many words at the head of a clause are mere openers ("note that", "and", "as of today", "since Monday"). */
export function skipOpeners(words: readonly Word[], limit: number): number {
  let at = 0;
  for (let round = 0; round < 4; round++) {
    const opener = OPENERS.lengthAt(words, at);
    if (opener > 0 && at + opener <= limit) at += opener;
    else break;
  }
  return at;
}

// What can be a fact at all: names that can be kept and found again, a confidence that is one. Says nothing about what it
// means or collides with. Called by memory.ts before anything is written.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact } from '../../../shared/model/graph.ts';
import { isSecretWord, MARK_WORD } from '../../../shared/redact.ts';
import { MAX_TOKEN_CHARS } from '../../graph/text/tokenise.ts';
import type { Lesson } from './learner.ts';

/** @param index where it stood in the call @throws AppError INVALID_INPUT saying what cannot be */
export function refuseImpossible(fact: Fact, index: number): void {
  for (const token of [fact.concept, fact.parent, fact.dimension]) {
    if (isToken(token)) continue;
    throw new AppError(
      'INVALID_INPUT',
      `A name is 1 to ${MAX_TOKEN_CHARS} characters without control characters.`,
      {
        index,
        name: token.slice(0, 80).toWellFormed(),
      },
    );
  }
  if (fact.confidence >= 0 && fact.confidence <= 1) return;
  throw new AppError('INVALID_INPUT', 'Confidence is a number from 0 to 1.', {
    index,
    confidence: fact.confidence,
  });
}

/** Whether what a prompt seemed to say can be a fact at all. */
export function isPossible(triple: Lesson['triples'][number]): boolean {
  return (
    [triple.subject, triple.parent, triple.dim].every((token) => isToken(token) && !isSecret(token)) &&
    triple.confidence >= 0 &&
    triple.confidence <= 1
  );
}

/** Also what a secret was taken out of before it was read. */
function isSecret(token: string): boolean {
  return token.split('_').includes(MARK_WORD) || isSecretWord(token);
}

function isToken(token: string): boolean {
  return (
    token.length > 0 && token.length <= MAX_TOKEN_CHARS && token.isWellFormed() && !/\p{Cc}/u.test(token)
  );
}

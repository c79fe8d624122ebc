// What the pipeline of briefs needs of a model, and what its failures come to for a brief. Implemented in core over the one way to models.
// Source: advisory, Profiles.

import { AppError } from '../../../shared/model/envelope.ts';
import type { FallbackReason } from '../../../shared/model/evidence/brief.ts';

export interface WordingTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface Wording {
  /**
   * Sends the turns as they are, without a system text, and answers with the words.
   * @throws AppError UNAVAILABLE, TIMEOUT, BAD_ANSWER, BUDGET_EXCEEDED, CANCELLED
   */
  ask(turns: readonly WordingTurn[], signal: AbortSignal): Promise<string>;
}

const KINDS: Readonly<Record<string, FallbackReason>> = {
  unreachable: 'unreachable',
  overloaded: 'overloaded',
  server: 'overloaded',
  rate_limited: 'rate_limited',
  unauthenticated: 'unauthenticated',
  not_found: 'not_found',
  timeout: 'timeout',
  idle: 'timeout',
  too_large: 'bad_answer',
  protocol: 'bad_answer',
};

/** Why nobody worded it. @throws what is no failure of a model, and CANCELLED, since whoever stopped it wants no brief */
export function fallbackReasonOf(error: unknown): FallbackReason {
  if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
  switch (error.code) {
    case 'BUDGET_EXCEEDED':
      return 'quota_exceeded';
    case 'TIMEOUT':
      return 'timeout';
    case 'BAD_ANSWER':
      return 'bad_answer';
    case 'UNAVAILABLE':
      return KINDS[String(error.details?.kind)] ?? 'failed';
    default:
      throw error;
  }
}

// A fault of an answer: where it is, its code, and what it is in words. Types alone. Source: advisory, Guardrails.
import type { Span } from '../cite/blocks.ts';
import type { GuardCode } from '../guard/codes.ts';

/** What is wrong with one place of an answer. */
export interface BriefFault extends Span {
  readonly code: GuardCode;
  /** In words, for the model that is asked once more, and for the operator: it may hold what the answer said, and never what it must not say. */
  readonly words: string;
}

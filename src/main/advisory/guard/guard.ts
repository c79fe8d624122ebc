// What stands before a model: a text is read whatever it is written with, its secrets are taken out, instructions in it are found,
// and its length is held against the limit. An operator's instruction of that kind blocks; evidence is marked and never blocks, or
// whoever publishes the phrase would switch the brief off. Pure. Used by the pipeline of briefs and `festinger explain guard`.
// Source: advisory, Guardrails; decision 058.
import { PROMPT_LIMIT } from './cap.ts';
import type { GuardCode } from './codes.ts';
import { scanInstructions } from './injection.ts';
import { isOnlyMentioned } from './mention.ts';
import { type Labels, type Range, type Redactions, redactTyped, type Taken } from './redact-typed.ts';

/** Who wrote a text: the operator who asks, or whoever published what is asked about. */
export type GuardScope = 'operator' | 'evidence';

export interface GuardedText {
  readonly scope: GuardScope;
  readonly text: string;
  /** Where mail and telephone numbers are meant to be read. */
  readonly contacts?: readonly Range[];
}

export interface Suspicion extends Range {
  /** Which rule found it. */
  readonly rule: string;
}

export interface GuardVerdict {
  readonly verdict: 'allow' | 'block' | 'neutralise';
  /** Why it is blocked. */
  readonly code?: Extract<GuardCode, 'prompt_injection' | 'prompt_too_long'>;
  /** Without its secrets; empty when blocked. */
  readonly text: string;
  readonly redactions: Redactions;
  /** Where in `text` instructions stand; of evidence alone. */
  readonly suspicious: readonly Suspicion[];
}

/**
 * Judges one text.
 * @param labels of the pack it belongs to
 * @param limit UTF-16 units an operator's text may have; how much evidence may go is decided over all of it (`cap`)
 */
export function guardText(
  { scope, text, contacts }: GuardedText,
  labels: Labels,
  limit = PROMPT_LIMIT,
): GuardVerdict {
  const { text: open, redactions, taken } = redactTyped(text, labels, contacts);
  const scan = scanInstructions(text);
  if (scope === 'evidence') {
    const suspicious = scan.instructions.map(({ rule, start, end }) => ({
      rule,
      ...moved({ start, end }, taken),
    }));
    return { verdict: suspicious.length === 0 ? 'allow' : 'neutralise', text: open, redactions, suspicious };
  }
  const blocked = (code: NonNullable<GuardVerdict['code']>): GuardVerdict => ({
    ...{ verdict: 'block', code, text: '', redactions, suspicious: [] },
  });
  const orders = scan.instructions.filter(({ isForEvidence }) => !isForEvidence);
  if (orders.length > 0 && !isOnlyMentioned(text, scan, orders)) return blocked('prompt_injection');
  if (open.length > limit) return blocked('prompt_too_long');
  return { verdict: 'allow', text: open, redactions, suspicious: [] };
}

/** A range of the original in the text with marks; one that begins or ends within what was taken out takes in its mark. */
function moved({ start, end }: Range, taken: readonly Taken[]): Range {
  const before = (place: number): number => {
    let [low, high] = [0, taken.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((taken[middle]?.start ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const first = taken[before(start)];
  const last = taken[before(end - 1)];
  return {
    start:
      first === undefined ? start : start < first.end ? first.markStart : start - first.end + first.markEnd,
    end: last === undefined ? end : end <= last.end ? last.markEnd : end - last.end + last.markEnd,
  };
}

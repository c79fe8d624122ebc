// A decision while it is written: which of the four, why, until when. Pure: the clock is handed in. Called by the decision's store and form.
import type { FindingDecisionKind, Justification } from '../../../../../shared/model/evidence/finding.ts';

/** From now on, or on a day that is written. */
export const SPANS = ['30', '90', '180', 'date'] as const;
export type Span = (typeof SPANS)[number];

export interface Draft {
  readonly kind: FindingDecisionKind;
  readonly reason: string;
  readonly justification: Justification;
  readonly span: Span;
  /** `2026-12-24`; empty until it is written. */
  readonly date: string;
}

/** One key each, in this order. */
export const DECISION_KEYS: Readonly<Record<FindingDecisionKind, string>> = {
  accepted: '1',
  affected: '2',
  not_affected: '3',
  fixed: '4',
};

const DAY_MS = 86_400_000;
/** The core takes no more. */
const LONGEST_MS = 366 * DAY_MS;

export const startDraft = (kind: FindingDecisionKind): Draft => ({
  ...{ kind, reason: '', justification: 'vulnerable_code_not_in_execute_path', span: '90', date: '' },
});

/** The end of a day where the operator is; null for what is no day. */
function endOfDay(date: string): number | null {
  const [year, month, day] = date.split('-').map(Number);
  if (year === undefined || !month || !day) return null;
  const at = new Date(year, month - 1, day, 23, 59, 59).getTime();
  return Number.isFinite(at) ? at : null;
}

/** Until when a risk would be accepted; null for every other decision, and while no day is written. */
export function expiryOf({ kind, span, date }: Draft, now: number): number | null {
  if (kind !== 'accepted') return null;
  return span === 'date' ? endOfDay(date) : now + Number(span) * DAY_MS;
}

export type Problem = 'reason' | 'dateMissing' | 'datePast' | 'dateFar';

/** What is missing before it can be decided; null for nothing. */
export function problemOf(draft: Draft, now: number): Problem | null {
  if (draft.kind === 'accepted') {
    const until = expiryOf(draft, now);
    if (until === null) return 'dateMissing';
    if (until <= now) return 'datePast';
    if (until > now + LONGEST_MS) return 'dateFar';
  }
  return draft.reason.trim() === '' ? 'reason' : null;
}

/** What the core is asked, beside the findings it is about. */
export function askOf(draft: Draft, now: number) {
  const { kind, justification } = draft;
  const expiresAt = expiryOf(draft, now);
  return {
    ...{ kind, reason: draft.reason.trim() },
    ...(kind === 'not_affected' ? { justification } : {}),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
}

// What a run came to, line by line: the shapes that `done.outcomes` and the transcript share, and what an approval has come to. Pure. Source: structure S4.
import * as z from 'zod';
import type { Approval } from '../approval.ts';
import { WRITE_OUTCOMES, type WriteOutcome } from './words.ts';

/** One write of a run, as its call keeps it. */
export const WriteRecord = z.strictObject({
  /** `Restart the container web-1`. */
  what: z.string(),
  outcome: z.enum(WRITE_OUTCOMES),
  /** Evidence, error or reason in one line. */
  detail: z.string().nullable(),
});
export type WriteRecord = z.infer<typeof WriteRecord>;

const Ref = z.strictObject({ id: z.string(), kind: z.string(), name: z.string() });

export const RunOutcome = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('write'),
    ...WriteRecord.shape,
    call_id: z.string(),
    approval_id: z.string().nullable(),
    resource: Ref.nullable(),
    /** Nothing of this write may be taken as done from the text below it. */
    marked: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('read'),
    /** Null for what is about no single resource: `tool` says what was looked at then. */
    resource: Ref.nullable(),
    /** `query`, `read` …; `prefetch` for what code gave to the model. */
    tool: z.string(),
    /** When it was looked at last, epoch milliseconds. */
    at: z.number().int(),
  }),
  /** No tool succeeded and nothing was looked at. */
  z.strictObject({ kind: z.literal('no_tools') }),
]);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** What an approval has come to, for the record and for who proposed it. */
export function writeRecordOf({ plan, status, reason, execution }: Approval): WriteRecord {
  const of = (outcome: WriteOutcome, detail: string | null): WriteRecord => ({
    ...{ what: plan.description, outcome, detail },
  });
  if (status === 'denied') return of('denied', reason);
  if (status === 'expired') return of('expired', reason);
  if (status === 'replaced') return of('rejected', reason);
  if (status === 'pending') return of('pending', null);
  if (!execution) return of('running', null);
  const { state, summary, verified, evidence } = execution;
  switch (state) {
    case 'started':
      return of('running', null);
    case 'refused':
      return of('rejected', summary);
    case 'failed':
      return of('failed', summary);
    case 'unknown':
      return of('unknown', summary);
    case 'done':
      if (verified === 'yes') return of('verified', evidence);
      return verified === 'no'
        ? of('verification_failed', evidence)
        : of('not_verified', evidence ?? summary);
  }
}

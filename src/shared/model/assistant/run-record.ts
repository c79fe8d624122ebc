// The record of a run: what code knows of its writes and of what it looked at, put above every answer on the page, into `done.outcomes` and into
// exports. Made from the entries of the run alone; no language is read for it. Pure. Source: structure S4.
import * as z from 'zod';
import type { Approval } from '../approval.ts';
import type { Entry, EntryOf } from './transcript.ts';

/**
 * `verified`: done, and the resource is as it should be. `not_verified`: done, and nothing proves its effect. `verification_failed`: done, and the
 * resource is not as it should be. `rejected`: it never ran (a gate, a change before it began). `unknown`: begun, and its process ended.
 */
export const WRITE_OUTCOMES = [
  'failed',
  'verification_failed',
  'unknown',
  'not_verified',
  'denied',
  'expired',
  'rejected',
  'pending',
  'running',
  'verified',
] as const;
export type WriteOutcome = (typeof WRITE_OUTCOMES)[number];

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
    tool: z.string(),
    /** When it was looked at last, epoch milliseconds. */
    at: z.number().int(),
  }),
  /** No tool succeeded and nothing was looked at. */
  z.strictObject({ kind: z.literal('no_tools') }),
]);
export type RunOutcome = z.infer<typeof RunOutcome>;

const SETTLED: ReadonlySet<WriteOutcome> = new Set(['verified', 'pending', 'running']);

type RecordedCall = EntryOf<'tool'>;
type RecordedWrite = RecordedCall & { readonly write: WriteRecord };

/** Unproven and undone writes first, then the others, then what was looked at. @param entries of one run, in order */
export function recordOf(entries: readonly Entry[]): RunOutcome[] {
  const calls = entries.filter((entry) => entry.kind === 'tool');
  const all = [...writesOf(calls.filter(isWrite)), ...readsOf(entries)];
  return all.length > 0 ? all : [{ kind: 'no_tools' }];
}

const isWrite = (call: RecordedCall): call is RecordedWrite => call.write !== null;

function writesOf(calls: readonly RecordedWrite[]): RunOutcome[] {
  // A write that no gate let through makes room for what its tool was let do later, and for the same attempt made again.
  const isSuperseded = (call: RecordedWrite, at: number) =>
    call.approval_id === null &&
    calls
      .slice(at + 1)
      .some(
        (later) =>
          later.tool === call.tool && (later.approval_id !== null || later.write.what === call.write.what),
      );
  const rank = ({ write }: RecordedWrite) => WRITE_OUTCOMES.indexOf(write.outcome);
  return calls
    .filter((call, at) => !isSuperseded(call, at))
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ id, write, approval_id, resource }) => ({
      ...{ kind: 'write', ...write, call_id: id, approval_id, resource },
      marked: !SETTLED.has(write.outcome),
    }));
}

function readsOf(entries: readonly Entry[]): RunOutcome[] {
  const reads = new Map<string, Extract<RunOutcome, { kind: 'read' }>>();
  for (const entry of entries) {
    if (entry.kind === 'context')
      for (const resource of entry.resources)
        reads.set(resource.id, { kind: 'read', resource, tool: 'query', at: entry.at });
    if (entry.kind !== 'tool' || entry.write || entry.status !== 'done') continue;
    const { resource, tool, result } = entry;
    if (tool === 'question' || memberOf(result, 'planned') !== undefined) continue;
    const seenAt = memberOf(result, 'observed_at');
    const at = typeof seenAt === 'number' ? seenAt : entry.at;
    reads.set(resource?.id ?? tool, { kind: 'read', resource, tool, at });
  }
  return [...reads.values()];
}

const memberOf = (result: unknown, name: string): unknown =>
  typeof result === 'object' && result !== null ? (result as Record<string, unknown>)[name] : undefined;

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

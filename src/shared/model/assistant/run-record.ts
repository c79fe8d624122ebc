// The record of a run: what code knows of its writes and of what it looked at, put above every answer on the page, into `done.outcomes` and into
// exports. Made from the entries of the run alone; no language is read for it. Pure. Source: structure S4.
import type { Entry, EntryOf } from './transcript.ts';
import { PREFETCH, WRITE_OUTCOMES, type WriteOutcome } from './words.ts';
import type { RunOutcome, WriteRecord } from './write-record.ts';

const SETTLED: ReadonlySet<WriteOutcome> = new Set(['verified', 'pending', 'running']);

type RecordedCall = EntryOf<'tool'>;
type RecordedWrite = RecordedCall & { readonly write: WriteRecord };

/** Unproven and undone writes first, then the others, then what was looked at, and what the model was given. @param entries of one run, in order */
export function recordOf(entries: readonly Entry[]): RunOutcome[] {
  const calls = entries.filter((entry) => entry.kind === 'tool');
  const all = [...writesOf(calls.filter(isWrite)), ...deniedSteps(entries), ...readsOf(entries)];
  return all.length > 0 ? all : [{ kind: 'no_tools' }];
}

/** Of a plan that was denied, or that nobody decided in time: nothing of it became a call. */
const deniedSteps = (entries: readonly Entry[]): RunOutcome[] =>
  entries.flatMap((entry) => {
    if (entry.kind !== 'plan' || (entry.state !== 'denied' && entry.state !== 'expired')) return [];
    const { id, state } = entry;
    return entry.steps.map(
      ({ description }, at): RunOutcome => ({
        ...{ kind: 'write', what: description, outcome: state, detail: null, call_id: `${id}-${at + 1}` },
        ...{ approval_id: null, resource: null, marked: true },
      }),
    );
  });

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
        reads.set(resource.id, { kind: 'read', resource, tool: PREFETCH, at: entry.at });
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

// Runs of the resolution job and their journal. A journal row is written in the transaction of what it tells, so that a
// conflict with a row was dealt with in that run, and one without was not, wherever the process died.
// Decides nothing about conflicts. Called by memory/resolve. Source: memory, Conflicts.
import { type SelectQueryBuilder, sql } from 'kysely';
import {
  type ResolutionRun,
  RUN_OUTCOMES,
  type RunCounts,
  type RunOutcome,
} from '../../../shared/model/resolution.ts';
import type { Database } from '../schema.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { claimEnd, holdRun, type RunClaim } from './run-claims.ts';

/** Runs of the schedule that found nothing to do are remembered so long. */
const KEEP_EMPTY_MS = 30 * 86_400_000;

/** A run as its runner needs it. */
export interface RunUnderWay extends ResolutionRun {
  /** The newest conflict there was when it started. */
  readonly upTo: number;
}

export interface NewRun {
  readonly startedBy: ResolutionRun['startedBy'];
  readonly actor: string;
  readonly runner: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly maxItems: number;
  /** The moment of the schedule; null for a run a person asked for. */
  readonly due: number | null;
}

/** Starts a run in the table, in its runner's hands. @returns undefined when its time of the schedule was run already */
export async function insertRun(writer: StoreWriter, run: NewRun): Promise<RunClaim | undefined> {
  const newest = await writer.db
    .selectFrom('resolution_queue')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  if (run.due !== null) await forgetEmptyRuns(writer, run.at - KEEP_EMPTY_MS);
  const waiting = await countWaiting(writer.reader, run.at);
  const row = await writer.db
    .insertInto('resolution_run')
    .values({
      started_by: run.startedBy,
      actor: run.actor,
      runner: run.runner,
      started_at: run.at,
      finished_at: null,
      total: Math.min(waiting, run.maxItems),
      error: null,
      up_to: newest?.id ?? 0,
      slot: run.due,
      claimed_until: claimEnd(writer, run.at),
    })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .returning(['id', 'claim'])
    .executeTakeFirst();
  return row && { runId: row.id, claim: row.claim, runner: run.runner };
}

export interface NewJournalEntry {
  readonly conflictId: number;
  readonly at: number;
  readonly outcome: RunOutcome;
  readonly detail: string;
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
}

/** Notes what became of a conflict, and counts it. @throws RunOver */
export async function addJournalEntry(
  writer: StoreWriter,
  run: RunClaim,
  entry: NewJournalEntry,
): Promise<void> {
  const held = await holdRun(writer, run);
  const counts = parseCounts(held.counts);
  counts[entry.outcome] += 1;
  await writer.db
    .insertInto('resolution_journal')
    .values({
      run_id: run.runId,
      conflict_id: entry.conflictId,
      at: entry.at,
      outcome: entry.outcome,
      detail: entry.detail,
      model: entry.model,
      input_tokens: entry.inputTokens,
      output_tokens: entry.outputTokens,
      ms: Math.round(entry.ms),
    })
    .execute();
  await writer.db
    .updateTable('resolution_run')
    .set({ counts: JSON.stringify(counts), total: Math.max(held.total, sum(counts)) })
    .where('id', '=', run.runId)
    .execute();
}

/** @throws RunOver when it is over already */
export async function finishRun(
  writer: StoreWriter,
  run: RunClaim,
  end: { readonly status: 'done' | 'failed'; readonly error: string | null; readonly at: number },
): Promise<void> {
  const counts = parseCounts((await holdRun(writer, run)).counts);
  await writer.db
    .updateTable('resolution_run')
    .set({ status: end.status, error: end.error, finished_at: end.at, total: sum(counts) })
    .where('id', '=', run.runId)
    .execute();
}

/** Ends whichever run goes on; its runner finds out in its next transaction. */
export async function stopRunning(writer: StoreWriter, at: number, reason: string): Promise<void> {
  await writer.db
    .updateTable('resolution_run')
    .set({ status: 'stopped', finished_at: at, error: reason })
    .where('status', '=', 'running')
    .execute();
}

/** Notes a run that could not begin. @returns its id; undefined when its time of the schedule was run already */
export async function insertFailedRun(
  writer: StoreWriter,
  run: NewRun,
  error: string,
): Promise<number | undefined> {
  const row = await writer.db
    .insertInto('resolution_run')
    .values({
      started_by: run.startedBy,
      actor: run.actor,
      runner: run.runner,
      started_at: run.at,
      finished_at: run.at,
      status: 'failed',
      error,
      slot: run.due,
    })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

async function forgetEmptyRuns(writer: StoreWriter, before: number): Promise<void> {
  await writer.db
    .deleteFrom('resolution_run')
    .where('started_by', '=', 'schedule')
    .where('status', '=', 'done')
    .where('total', '=', 0)
    .where('started_at', '<', before)
    .execute();
}

export async function readRun(reader: StoreReader, runId: number): Promise<RunUnderWay | undefined> {
  const row = await reader
    .selectFrom('resolution_run')
    .selectAll()
    .where('id', '=', runId)
    .executeTakeFirst();
  return row && storedRun(row);
}

export async function readRunning(reader: StoreReader): Promise<RunUnderWay | undefined> {
  const row = await reader
    .selectFrom('resolution_run')
    .selectAll()
    .where('status', '=', 'running')
    .executeTakeFirst();
  return row && storedRun(row);
}

/** Newest first. */
export async function listRuns(reader: StoreReader, limit: number): Promise<ResolutionRun[]> {
  const rows = await reader
    .selectFrom('resolution_run')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const { upTo: _, ...run } = storedRun(row);
    return run;
  });
}

/** Conflicts a run would take now. @param now epoch milliseconds */
export async function countWaiting(reader: StoreReader, now: number): Promise<number> {
  const row = await waiting(reader, now)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Whether a conflict has been waiting since before a moment. */
export async function hasWaitedSince(reader: StoreReader, before: number, now: number): Promise<boolean> {
  const row = await waiting(reader, now)
    .select('id')
    .where('created_at', '<', before)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a run was started at or after a moment. */
export async function hasRunSince(reader: StoreReader, since: number): Promise<boolean> {
  const row = await reader
    .selectFrom('resolution_run')
    .select('id')
    .where('started_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The next conflicts of a run, most urgent first, then oldest; those it dealt with are left out. */
export async function readRunItems(
  reader: StoreReader,
  run: { readonly id: number; readonly upTo: number },
  now: number,
  limit: number,
): Promise<number[]> {
  const rows = await waiting(reader, now)
    .select('id')
    .where('id', '<=', run.upTo)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('resolution_journal as j')
            .select(sql.lit(1).as('one'))
            .where('j.run_id', '=', run.id)
            .whereRef('j.conflict_id', '=', 'resolution_queue.id'),
        ),
      ),
    )
    .orderBy('priority', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Pending (what waits for a person is not) and not snoozed. */
function waiting(reader: StoreReader, now: number) {
  return reader
    .selectFrom('resolution_queue')
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', now)]));
}

type RunRow =
  ReturnType<typeof selectRun> extends SelectQueryBuilder<Database, 'resolution_run', infer O> ? O : never;
const selectRun = (reader: StoreReader) => reader.selectFrom('resolution_run').selectAll();

function storedRun(row: RunRow): RunUnderWay {
  const counts = parseCounts(row.counts);
  return {
    id: row.id,
    startedBy: row.started_by as ResolutionRun['startedBy'],
    actor: row.actor,
    status: row.status,
    runner: row.runner,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    total: row.total,
    done: sum(counts),
    counts,
    error: row.error,
    upTo: row.up_to,
  };
}

function parseCounts(text: string): RunCounts {
  const stored = JSON.parse(text) as Partial<RunCounts>;
  return Object.fromEntries(RUN_OUTCOMES.map((outcome) => [outcome, stored[outcome] ?? 0])) as RunCounts;
}

function sum(counts: RunCounts): number {
  return RUN_OUTCOMES.reduce((total, outcome) => total + counts[outcome], 0);
}

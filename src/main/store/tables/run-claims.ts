// Who performs a run of the resolution job: like a job's claim it has an end, which the heartbeat moves on, and a number,
// which grows at every change of hands, so that whoever slept past its end is told apart from the heir. Never decides
// what a run does. Time is the database's on PostgreSQL (hosts' clocks differ), the process's on SQLite (one host).
// Called by memory/resolve and resolution-runs.ts. Source: memory, Conflicts.
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../shared/model/envelope.ts';
import { databaseTime } from '../database-time.ts';
import type { StoreWriter } from '../store-access.ts';

/** A runner that has not said for so long that it lives is taken for dead. */
const CLAIM_MS = 15_000;

/** Proof of being the one who performs the run; worthless once somebody else has taken it up, or it is over. */
export interface RunClaim {
  readonly runId: number;
  readonly claim: number;
  /** A restore may bring back a number that was given before. */
  readonly runner: string;
}

/** The run was stopped, or somebody else goes on with it; what was to be written was not. */
export class RunOver extends AppError {
  constructor(runId: number) {
    super('CANCELLED', `Run ${runId} is over or in other hands; nothing was written.`, { runId });
    this.name = 'RunOver';
  }
}

/** Takes up the run that is under way, if nobody performs it. @param now epoch milliseconds */
export async function takeUpRun(
  writer: StoreWriter,
  runner: string,
  now: number,
): Promise<RunClaim | undefined> {
  const row = await writer.db
    .updateTable('resolution_run')
    .set({ runner, claim: sql`claim + 1`, claimed_until: claimEnd(writer, now) })
    .where('status', '=', 'running')
    .where((eb) =>
      eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', databaseTime(writer, now))]),
    )
    .returning(['id', 'claim'])
    .executeTakeFirst();
  return row && { runId: row.id, claim: row.claim, runner };
}

/** The runner lives; also one that is late, as long as nobody else has taken it up. @returns whether the run is still its */
export async function renewRun(writer: StoreWriter, claim: RunClaim, now: number): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(writer, claim)
    .set({ claimed_until: claimEnd(writer, now) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets others take it up at once. Nothing happens when it is over or in other hands already. */
export async function letRunGo(writer: StoreWriter, claim: RunClaim): Promise<void> {
  await ofClaim(writer, claim).set({ claimed_until: null }).execute();
}

/**
 * Makes this transaction depend on the run going on in these hands: nobody can stop it or take it up before the end.
 * @returns what it came to so far
 * @throws RunOver
 */
export async function holdRun(
  writer: StoreWriter,
  { runId, claim, runner }: RunClaim,
): Promise<{ readonly counts: string; readonly total: number }> {
  let query = writer.db
    .selectFrom('resolution_run')
    .select(['counts', 'total'])
    .where('id', '=', runId)
    .where('claim', '=', claim)
    .where('runner', '=', runner)
    .where('status', '=', 'running');
  if (writer.dialect === 'postgres') query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new RunOver(runId);
  return row;
}

/** @param now epoch milliseconds; used on SQLite alone */
export function claimEnd(writer: StoreWriter, now: number): RawBuilder<number> {
  return sql`${databaseTime(writer, now)} + ${sql.lit(CLAIM_MS)}`;
}

function ofClaim(writer: StoreWriter, { runId, claim, runner }: RunClaim) {
  return writer.db
    .updateTable('resolution_run')
    .where('id', '=', runId)
    .where('claim', '=', claim)
    .where('runner', '=', runner)
    .where('status', '=', 'running');
}

// Who does what only one process may do: a lease with a token that grows at every change of hands, so that a holder
// who slept past its end is told apart from the one who took over (fencing). Never decides what the task is.
// Time is the database's on PostgreSQL (hosts' clocks differ), the process's on SQLite (one host).
// Called by the resolution job and whoever else must be alone.
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../shared/model/envelope.ts';
import type { StoreWriter } from '../store-access.ts';

/** Proof of being the holder; worthless once somebody else has taken over. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  readonly token: number;
}

/** The lease went to another process; what was to be written was not. */
export class LeaseLost extends AppError {
  constructor({ name, holder }: Lease) {
    super('CANCELLED', `Another process has taken over "${name}" from ${holder}; nothing was written.`);
    this.name = 'LeaseLost';
  }
}

export interface LeaseRequest {
  readonly name: string;
  /** Unique to the process. */
  readonly holder: string;
  readonly ttlMs: number;
  /** Epoch milliseconds; used on SQLite alone. */
  readonly now: number;
}

/** @returns the lease; undefined while somebody (the asker included) holds it */
export async function acquireLease(writer: StoreWriter, request: LeaseRequest): Promise<Lease | undefined> {
  const { name, holder, ttlMs, now } = request;
  const time = currentTime(writer, now);
  const row = await writer.db
    .insertInto('lease')
    .values({ name, holder, token: 1, expires_at: sql`${time} + ${sql.lit(ttlMs)}` })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({
          holder: sql`excluded.holder`,
          token: sql`lease.token + 1`,
          expires_at: sql`${time} + ${sql.lit(ttlMs)}`,
        })
        .where(sql<boolean>`lease.expires_at <= ${time}`),
    )
    .returning('token')
    .executeTakeFirst();
  return row && { name, holder, token: row.token };
}

/**
 * Lengthens the lease from now on; also one that is over, as long as nobody has taken it.
 * @returns false when it went to somebody else
 */
export async function renewLease(
  writer: StoreWriter,
  lease: Lease,
  { ttlMs, now }: { readonly ttlMs: number; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await ofHolder(writer, lease)
    .set({ expires_at: sql`${currentTime(writer, now)} + ${sql.lit(ttlMs)}` })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets others have it at once. Nothing happens when it went to somebody else already. */
export async function releaseLease(writer: StoreWriter, lease: Lease): Promise<void> {
  // The row stays, so that the token goes on growing.
  await ofHolder(writer, lease).set({ expires_at: 0 }).execute();
}

/** Takes it from whoever holds it, for a task that is over; the next to ask gets it. */
export async function revokeLease(writer: StoreWriter, name: string): Promise<void> {
  await writer.db.updateTable('lease').set({ expires_at: 0 }).where('name', '=', name).execute();
}

/**
 * Makes this transaction depend on still having the lease: nobody can take it over before the transaction ends.
 * @throws LeaseLost
 */
export async function holdLease(writer: StoreWriter, lease: Lease): Promise<void> {
  let query = writer.db
    .selectFrom('lease')
    .select('token')
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .where('token', '=', lease.token);
  if (writer.dialect === 'postgres') query = query.forUpdate();
  if (!(await query.executeTakeFirst())) throw new LeaseLost(lease);
}

function ofHolder(writer: StoreWriter, { name, holder, token }: Lease) {
  return writer.db
    .updateTable('lease')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .where('token', '=', token);
}

/** Epoch milliseconds. `clock_timestamp()` moves on within a transaction; `now()` would be its beginning. */
function currentTime(writer: StoreWriter, now: number): RawBuilder<number> {
  return writer.dialect === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${sql.lit(now)}`;
}

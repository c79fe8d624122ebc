// For tests of the queue: time that passes for it on either database, and a queue over a store.
import { sql } from 'kysely';
import { JobQueue } from '../jobs/job-queue.ts';
import type { Store } from '../store.ts';
import type { TempStore } from './temp-store.ts';

/** The clock moves on, and on Postgres, whose queue goes by the server's clock, so does everything in it. */
export async function passTime(
  { store, clock }: Pick<TempStore, 'store' | 'clock'>,
  ms: number,
): Promise<void> {
  if (store.dialect === 'postgres') {
    const earlier = (column: string) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${ms}`;
    const columns = ['run_at', 'created_at', 'finished_at', 'claimed_until'].map(earlier);
    await store.write(({ db }) => sql`update job set ${sql.join(columns)}`.execute(db));
  }
  clock.advance(ms);
}

/** A queue of its own over a store, as each process has one. `random` gives no spread. */
export function queueOver(store: Store, { clock, log }: Pick<TempStore, 'clock' | 'log'>): JobQueue {
  return new JobQueue({ table: store.jobs, store, clock, log, random: () => 0 });
}

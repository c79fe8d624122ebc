// For tests of the queue: time that passes for it on either database, and a queue over a store.
import { sql } from 'kysely';
import * as z from 'zod';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { JobQueue, type QueueParts } from '../jobs/job-queue.ts';
import type { Store } from '../store.ts';
import type { TempStore } from './temp-store.ts';

export interface Asked {
  readonly key: string;
}

/** A kind of the tests' own: all that a feature says of one. */
export const ASKED: JobKind<Asked> = {
  name: 'ask',
  schema: z.looseObject({ key: z.string() }),
  retry: { maxAttempts: 8, firstRetryMs: 5000, longestRetryMs: 3_600_000 },
  describe: ({ key }) => ({ project: 'default', line: `About ${key}` }),
  describeWaiting: (count) => `${count} wait`,
  title: 'Questions of a test',
  when: 'at once',
  pause: { setting: 'ask_paused', label: 'Ask' },
  mend: { text: 'Nothing to do.' },
};

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

/** A queue of its own over a store, as each process has one; not started. `random` gives no spread. */
export function queueOver(
  store: Store,
  { clock, log }: Pick<QueueParts, 'clock' | 'log'>,
  settings: QueueParts['settings'] = () => DEFAULT_SETTINGS,
): JobQueue {
  return new JobQueue({ store, clock, log, settings, random: () => 0 });
}

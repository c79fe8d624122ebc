// The queue in the `job` table of a SQLite file. A job handed out keeps the status `waiting` with a claim that runs
// out; the claim's number is what settling asks for. Called through job-queue.ts.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Clock } from '../../../shared/model/clock.ts';
import { JOB_KINDS, type JobKind, type JobStatus } from '../../../shared/model/job.ts';
import { param, template } from '../statement-template.ts';
import type { Store, StoreWriter } from '../store-access.ts';
import {
  CLAIM_MS,
  type ClaimedJob,
  ClaimLostError,
  CRASHED,
  isAhead,
  type JobCountsByKind,
  type JobFilter,
  type JobTable,
  type NewJob,
  noCounts,
  type OnBuried,
  RETRY_POLICIES,
  type StoredJob,
  type Unfinished,
} from './job-table.ts';

/** Another process may have put jobs into the same file. */
const LONGEST_LOOK_MS = 60_000;
const COLUMNS = [
  ...(['id', 'kind', 'status', 'payload', 'attempts', 'created_at', 'run_at', 'finished_at'] as const),
  ...(['last_error', 'result', 'claimed_until'] as const),
];

interface JobRow {
  readonly id: number;
  readonly kind: string;
  readonly status: 'waiting' | 'done' | 'dead';
  readonly payload: string;
  readonly attempts: number;
  readonly created_at: number;
  readonly run_at: number;
  readonly finished_at: number | null;
  readonly last_error: string | null;
  readonly result: string | null;
  readonly claimed_until: number | null;
}

export class SqliteJobs implements JobTable {
  readonly #store: Pick<Store, 'reader' | 'write'>;
  readonly #clock: Clock;

  constructor(store: Pick<Store, 'reader' | 'write'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The table is the queue. */
  async adopt(): Promise<void> {}

  async enqueue(writer: StoreWriter, jobs: readonly NewJob[]): Promise<number> {
    const insert = template<Record<keyof NewJob | 'at', string | number>, { id: number }>(
      writer.db
        .insertInto('job')
        .values({
          kind: param('kind'),
          job_key: param('key'),
          payload: param('payload'),
          run_at: param('at'),
          created_at: param('at'),
        })
        .onConflict((conflict) => conflict.columns(['kind', 'job_key']).doNothing())
        .returning('id'),
    );
    const at = this.#clock.now();
    const rows = await writer.each(
      insert,
      jobs.map((job) => ({ ...job, at })),
    );
    return rows.filter((row) => row !== null).length;
  }

  /** One process works on a file at a time: what an earlier one held is free. Settling asks for the claim all the same. */
  async begin(kind: JobKind): Promise<void> {
    await this.#store.write((writer) =>
      writer.db
        .updateTable('job')
        .set({ claimed_until: 0 })
        .where('kind', '=', kind)
        .where('claimed_until', 'is not', null)
        .execute(),
    );
  }

  async claim(kind: JobKind, limit: number, onBuried?: OnBuried): Promise<ClaimedJob[]> {
    const now = this.#clock.now();
    const due = await this.#store.reader
      .selectFrom('job')
      .select('id')
      .where('kind', '=', kind)
      .where('status', '=', 'waiting')
      .where('run_at', '<=', now)
      .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
      .limit(1)
      .executeTakeFirst();
    if (!due) return [];
    return this.#store.write(async (writer) => {
      for (const job of await buryCrashed(writer, kind, now)) {
        await onBuried?.(writer, job, { kind: 'dead', reason: CRASHED });
      }
      const rows = await writer.db
        .updateTable('job')
        .set({
          claim: sql`claim + 1`,
          // A claim that ran out was a process that ended in the middle of the job.
          attempts: sql`attempts + (claimed_until is not null)`,
          claimed_until: now + CLAIM_MS,
        })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('job')
            .select('id')
            .where('kind', '=', kind)
            .where('status', '=', 'waiting')
            .where('run_at', '<=', now)
            .where((free) => free.or([free('claimed_until', 'is', null), free('claimed_until', '<=', now)]))
            .orderBy('run_at')
            .orderBy('id')
            .limit(limit),
        )
        .returning(['id', 'payload', 'attempts', 'claim', 'run_at'])
        .execute();
      return rows
        .sort((a, b) => a.run_at - b.run_at || a.id - b.id)
        .map(({ id, payload, attempts, claim }) => ({ id: String(id), kind, payload, attempts, claim }));
    });
  }

  async renew(_kind: JobKind, jobs: readonly ClaimedJob[]): Promise<void> {
    const until = this.#clock.now() + CLAIM_MS;
    await this.#store.write((writer) =>
      writer.each(
        template<{ id: number; claim: number }>(
          writer.db
            .updateTable('job')
            .set({ claimed_until: until })
            .where('id', '=', param('id'))
            .where('claim', '=', param('claim'))
            .where('claimed_until', 'is not', null),
        ),
        jobs.map(claimOf),
      ),
    );
  }

  async finish(writer: StoreWriter, jobs: readonly ClaimedJob[], result: string | null): Promise<void> {
    const set = { status: 'done', finished_at: this.#clock.now(), result, last_error: null } as const;
    const finish = template<{ id: number; claim: number }, { id: number }>(
      writer.db
        .updateTable('job')
        .set({ ...set, claimed_until: null })
        .where('id', '=', param('id'))
        .where('claim', '=', param('claim'))
        .where('status', '=', 'waiting')
        .returning('id'),
    );
    const rows = await writer.each(finish, jobs.map(claimOf));
    const lost = rows.filter((row) => row === null).length;
    if (lost > 0) throw new ClaimLostError(lost);
  }

  async putBack(writer: StoreWriter, job: ClaimedJob, outcome: Unfinished): Promise<boolean> {
    const now = this.#clock.now();
    const { kind, reason: last_error } = outcome;
    const attempts = kind === 'wait' ? job.attempts : job.attempts + 1;
    const { id, claim } = claimOf(job);
    const row = await writer.db
      .updateTable('job')
      .set(
        kind === 'dead'
          ? { status: 'dead', attempts, last_error, finished_at: now, claimed_until: null }
          : { attempts, last_error, run_at: now + outcome.afterMs, claimed_until: null },
      )
      .where('id', '=', id)
      .where('claim', '=', claim)
      .where('status', '=', 'waiting')
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  async nextLook(kind: JobKind): Promise<number> {
    const row = await this.#store.reader
      .selectFrom('job')
      .select(sql<number | null>`min(max(run_at, coalesce(claimed_until, 0)))`.as('at'))
      .where('kind', '=', kind)
      .where('status', '=', 'waiting')
      .executeTakeFirst();
    const at = row?.at ?? null;
    return at === null ? LONGEST_LOOK_MS : Math.min(Math.max(at - this.#clock.now(), 1), LONGEST_LOOK_MS);
  }

  async get(id: string): Promise<StoredJob | null> {
    if (!/^\d{1,15}$/.test(id)) return null;
    const row = await this.#store.reader
      .selectFrom('job')
      .select(COLUMNS)
      .where('id', '=', Number(id))
      .executeTakeFirst();
    return row ? this.#stored(row as JobRow) : null;
  }

  async list({ kind, statuses, limit, offset }: JobFilter): Promise<{ jobs: StoredJob[]; total: number }> {
    let found = this.#store.reader.selectFrom('job').where('kind', 'in', kind ? [kind] : JOB_KINDS);
    if (statuses) found = found.where((eb) => eb.or(statuses.map((status) => this.#has(status))));
    const { total } = await found
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const ahead = isAhead(statuses);
    const order =
      statuses === undefined ? sql`created_at desc` : ahead ? sql`run_at asc` : sql`finished_at desc`;
    const rows = await found
      .select(COLUMNS)
      .orderBy(order)
      .orderBy('id', ahead ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return { jobs: rows.map((row) => this.#stored(row as JobRow)), total: Number(total) };
  }

  async counts(): Promise<JobCountsByKind> {
    const active = sql<number>`sum(status = 'waiting' and claimed_until > ${this.#clock.now()})`;
    const rows = await this.#store.reader
      .selectFrom('job')
      .groupBy(['kind', 'status'])
      .select((eb) => ['kind', 'status', eb.fn.countAll<number>().as('n'), active.as('active')])
      .execute();
    const counts = noCounts();
    for (const { kind, status, n, active: taken } of rows) {
      const ofKind = counts[kind as JobKind] as Record<JobStatus, number> | undefined;
      if (!ofKind) continue;
      ofKind[status] = n - (taken ?? 0);
      ofKind.active += taken ?? 0;
    }
    return counts;
  }

  async retry(writer: StoreWriter, id: string): Promise<boolean> {
    const now = this.#clock.now();
    return this.#edit(id, (job) =>
      writer.db
        .updateTable('job')
        .set({ status: 'waiting', attempts: 0, run_at: now, finished_at: null, last_error: null })
        .set({ claimed_until: null })
        .where('id', '=', job)
        .where('status', 'in', ['waiting', 'dead'])
        .where(free(now))
        .returning('id')
        .executeTakeFirst(),
    );
  }

  async discard(writer: StoreWriter, id: string): Promise<boolean> {
    const now = this.#clock.now();
    return this.#edit(id, (job) =>
      writer.db.deleteFrom('job').where('id', '=', job).where(free(now)).returning('id').executeTakeFirst(),
    );
  }

  async forgetDone(olderThanMs: number): Promise<void> {
    const before = this.#clock.now() - olderThanMs;
    await this.#store.write((writer) =>
      writer.db.deleteFrom('job').where('status', '=', 'done').where('finished_at', '<', before).execute(),
    );
  }

  async #edit(id: string, change: (id: number) => Promise<unknown>): Promise<boolean> {
    return /^\d{1,15}$/.test(id) && (await change(Number(id))) !== undefined;
  }

  #has(status: JobStatus): Expression<SqlBool> {
    const now = this.#clock.now();
    switch (status) {
      case 'waiting':
        return sql<SqlBool>`(status = 'waiting' and ${free(now)})`;
      case 'active':
        return sql<SqlBool>`(status = 'waiting' and claimed_until > ${now})`;
      default:
        return sql<SqlBool>`status = ${status}`;
    }
  }

  #stored(row: JobRow): StoredJob {
    const isActive = row.status === 'waiting' && (row.claimed_until ?? 0) > this.#clock.now();
    return {
      id: String(row.id),
      kind: row.kind as JobKind,
      status: isActive ? 'active' : row.status,
      payload: row.payload,
      attempts: row.attempts,
      createdAt: row.created_at,
      runAt: row.run_at,
      finishedAt: row.finished_at,
      lastError: row.last_error,
      result: row.result,
    };
  }
}

/** Jobs that ended their process as often as a job may fail. @returns what they were before */
async function buryCrashed(writer: StoreWriter, kind: JobKind, now: number): Promise<ClaimedJob[]> {
  const rows = await writer.db
    .updateTable('job')
    .set({
      status: 'dead',
      attempts: sql`attempts + 1`,
      finished_at: now,
      claimed_until: null,
      last_error: CRASHED,
    })
    .where('kind', '=', kind)
    .where('status', '=', 'waiting')
    .where('claimed_until', '<=', now)
    .where('attempts', '>=', RETRY_POLICIES[kind].maxAttempts - 1)
    .returning(['id', 'payload', 'attempts', 'claim'])
    .execute();
  return rows.map(({ id, attempts, ...job }) => ({
    ...{ ...job, id: String(id), kind, attempts: attempts - 1 },
  }));
}

function free(now: number): Expression<SqlBool> {
  return sql<SqlBool>`(claimed_until is null or claimed_until <= ${now})`;
}

function claimOf({ id, claim }: ClaimedJob): { id: number; claim: number } {
  return { id: Number(id), claim };
}

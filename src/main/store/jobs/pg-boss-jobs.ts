// The queue on PostgreSQL: pg-boss in its own schema of the same database. Jobs are added, handed out and settled by
// pg-boss, within our transactions where it matters; what the console edits and lists is SQL on its table.
// Of pg-boss nothing else runs: no schedules, no supervisor, no workers. Called through job-queue.ts.
import { CompiledQuery } from 'kysely';
import type { Db, PgBoss } from 'pg-boss';
import { AppError } from '../../../shared/model/envelope.ts';
import { JOB_KINDS, type JobKind, type JobStatus } from '../../../shared/model/job.ts';
import type { Store, StoreLog, StoreWriter } from '../store-access.ts';
import { adoptJobs } from './job-move.ts';
import {
  type ClaimedJob,
  ClaimLostError,
  CRASHED,
  isAhead,
  type JobCountsByKind,
  type JobFilter,
  type JobTable,
  jobId,
  type NewJob,
  noCounts,
  type OnBuried,
  type StoredJob,
  type Unfinished,
} from './job-table.ts';
import type { JobsPool } from './jobs-pool.ts';
import { ATTEMPTS, FIRST_LIMIT, failuresBefore, firstLimit } from './pg-boss-attempts.ts';

const SCHEMA = 'pgboss';
/** Serialises processes that install or migrate the queue; any constant that nothing else uses. */
const INSTALL_LOCK = 0x0fe5_b0;
/** A claim nobody renews for so long comes back; the least pg-boss takes. */
const HEARTBEAT_SECONDS = 10;
/** The longest pg-boss takes, in place of never: a day for one attempt, ten years for one that waits. */
const LONGEST_RUN_SECONDS = 86_000;
const LONGEST_WAIT_SECONDS = 315_000_000;
/** Other processes' jobs are looked for so often; our own wake us. */
const LOOK_MS = 2000;

interface JobRow {
  readonly id: string;
  readonly name: JobKind;
  readonly state: keyof typeof STATUS_OF;
  readonly data: { readonly payload: string };
  readonly attempts: number;
  readonly created_at: number;
  readonly run_at: number;
  readonly finished_at: number | null;
  readonly output: { readonly message?: string; readonly value?: { readonly message?: string } } | null;
}

/** A job that nobody renewed the claim of. */
interface LostRow {
  readonly id: string;
  readonly data: { readonly payload: string };
  readonly retryCount: number;
  readonly retryLimit: number;
}

const STATUS_OF = {
  created: 'waiting',
  retry: 'waiting',
  active: 'active',
  completed: 'done',
  cancelled: 'dead',
  failed: 'dead',
} as const satisfies Record<string, JobStatus>;

const STATES_OF: Readonly<Record<JobStatus, readonly string[]>> = {
  waiting: ['created', 'retry'],
  active: ['active'],
  done: ['completed'],
  dead: ['failed', 'cancelled'],
};

const epochMs = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;

const COLUMNS = `id, name, state::text as state, data, ${ATTEMPTS}::int as attempts, output,
  ${epochMs('created_on')} as created_at, ${epochMs('start_after')} as run_at, ${epochMs('completed_on')} as finished_at`;

export class PgBossJobs implements JobTable {
  readonly #pool: JobsPool;
  readonly #write: Store['write'];
  readonly #log: StoreLog;
  #opened: PgBoss | undefined;

  constructor(pool: JobsPool, write: Store['write'], log: StoreLog) {
    this.#pool = pool;
    this.#write = write;
    this.#log = log;
  }

  /** Loaded when the queue is opened: who keeps it in SQLite does without. */
  get #boss(): PgBoss {
    if (!this.#opened) throw new AppError('INTERNAL', 'The job queue was used before it was opened.');
    return this.#opened;
  }

  /** Installs or migrates pg-boss's schema, one process at a time. @throws what the database says */
  async open(): Promise<void> {
    const { PgBoss } = await import('pg-boss');
    this.#opened = new PgBoss({ db: poolDb(this.#pool), schema: SCHEMA, schedule: false, supervise: false });
    this.#opened.on('error', (error) => this.#log.warn({ err: error }, 'the job queue met an error'));
    await this.#pool.locked(INSTALL_LOCK, async () => {
      await this.#boss.start();
      for (const kind of JOB_KINDS) await this.#openQueue(kind);
    });
    await this.adopt();
  }

  adopt(): Promise<void> {
    return this.#write((writer) => adoptJobs(writer, this, SCHEMA));
  }

  async #openQueue(kind: JobKind): Promise<void> {
    const options = {
      retryLimit: firstLimit(kind),
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: LONGEST_RUN_SECONDS,
      retentionSeconds: LONGEST_WAIT_SECONDS,
      // Kept until we forget it: a dead job stays visible, a done one keeps its key.
      deleteAfterSeconds: 0,
    };
    if (await this.#boss.getQueue(kind)) await this.#boss.updateQueue(kind, options);
    else await this.#boss.createQueue(kind, options);
  }

  async close(): Promise<void> {
    await this.#opened?.stop({ close: false, graceful: false });
  }

  async enqueue(writer: StoreWriter, jobs: readonly NewJob[]): Promise<number> {
    let added = 0;
    for (const kind of JOB_KINDS) {
      const byId = new Map(jobs.filter((job) => job.kind === kind).map((job) => [jobId(job), job]));
      if (byId.size > 0) added += await this.#insert(writer, kind, byId);
    }
    return added;
  }

  async #insert(writer: StoreWriter, kind: JobKind, byId: ReadonlyMap<string, NewJob>): Promise<number> {
    const jobs = [...byId].map(([id, { payload, key }], order) => ({ id, data: { payload, order, key } }));
    const db = writerDb(writer);
    const added = (await this.#boss.insert(kind, jobs, { db, returnId: true })) ?? [];
    if (added.length > 1) {
      // Jobs of one transaction get one time from pg-boss; a microsecond apart they keep their order.
      await db.executeSql(
        `update ${SCHEMA}.job set created_on = created_on + (data->>'order')::int * interval '1 microsecond'
          where name = $1 and id = any($2::uuid[])`,
        [kind, added],
      );
    }
    return added.length;
  }

  async #read<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  /** What a process that ended left behind comes back as soon as its claim has run out; see `claim`. */
  async begin(): Promise<void> {}

  async claim(kind: JobKind, limit: number, onBuried?: OnBuried): Promise<ClaimedJob[]> {
    await this.#takeBack(kind, onBuried);
    const jobs = await this.#boss.fetch<{ payload: string; order: number }>(kind, {
      batchSize: limit,
      includeMetadata: true,
    });
    return jobs
      .sort((a, b) => a.createdOn.getTime() - b.createdOn.getTime() || a.data.order - b.data.order)
      .map(({ id, data, retryCount, retryLimit }) => ({
        ...{ id, kind, payload: data.payload, claim: retryCount },
        attempts: failuresBefore(kind, retryCount, retryLimit),
      }));
  }

  /** Claims that nobody renewed count as failures: the process that ran the job has ended, perhaps because of it. */
  async #takeBack(kind: JobKind, onBuried: OnBuried | undefined): Promise<void> {
    const isLost = `name = $1 and state = 'active' and heartbeat_on + heartbeat_seconds * interval '1s' < ${SCHEMA}.job_now()`;
    const [any] = await this.#read(`select 1 from ${SCHEMA}.job where ${isLost} limit 1`, [kind]);
    if (!any) return;
    await this.#write(async (writer) => {
      const db = writerDb(writer);
      // Another process may be taking some back: those are its to tell of.
      const { rows } = (await db.executeSql(
        `select id, data, retry_count as "retryCount", retry_limit as "retryLimit" from ${SCHEMA}.job
          where ${isLost} order by created_on, id for update skip locked`,
        [kind],
      )) as { rows: LostRow[] };
      if (rows.length === 0) return;
      this.#log.info({ kind, jobs: rows.length }, 'jobs of a process that ended come back');
      await this.#boss.fail(kind, rows, { message: CRASHED }, { db });
      for (const { id, data, retryCount, retryLimit } of rows) {
        if (retryCount < retryLimit) continue;
        const attempts = failuresBefore(kind, retryCount, retryLimit);
        const job = { id, kind, payload: data.payload, attempts, claim: retryCount };
        await onBuried?.(writer, job, { kind: 'dead', reason: CRASHED });
      }
    });
  }

  async renew(kind: JobKind, jobs: readonly ClaimedJob[]): Promise<void> {
    if (jobs.length > 0) await this.#boss.touch(kind, jobs.map(attemptOf));
  }

  async finish(writer: StoreWriter, jobs: readonly ClaimedJob[], result: string | null): Promise<void> {
    for (const kind of JOB_KINDS) {
      const ofKind = jobs.filter((job) => job.kind === kind);
      if (ofKind.length === 0) continue;
      const output = result === null ? null : { message: result };
      const done = await this.#boss.complete(kind, ofKind.map(attemptOf), output, { db: writerDb(writer) });
      const lost = ofKind.length - affectedBy(done);
      if (lost > 0) throw new ClaimLostError(lost);
    }
  }

  async putBack(writer: StoreWriter, job: ClaimedJob, outcome: Unfinished): Promise<boolean> {
    const db = writerDb(writer);
    const failed = await this.#boss.fail(job.kind, attemptOf(job), { message: outcome.reason }, { db });
    if (affectedBy(failed) === 0) return false;
    // What pg-boss decided by its own rules is put right: our delay, and no blame for waiting.
    const isDead = outcome.kind === 'dead';
    const afterMs = isDead ? 0 : outcome.afterMs;
    await db.executeSql(
      `update ${SCHEMA}.job set state = $3::${SCHEMA}.job_state,
          start_after = ${SCHEMA}.job_now() + $4 * interval '1 millisecond',
          completed_on = case when $5::boolean then ${SCHEMA}.job_now() end,
          retry_limit = retry_limit + $6::int
        where name = $1 and id = $2`,
      [job.kind, job.id, isDead ? 'failed' : 'retry', afterMs, isDead, outcome.kind === 'wait' ? 1 : 0],
    );
    return true;
  }

  async nextLook(kind: JobKind): Promise<number> {
    const rows = await this.#read<{ ms: number | null }>(
      `select (extract(epoch from min(start_after) - ${SCHEMA}.job_now()) * 1000)::float8 as ms
        from ${SCHEMA}.job where name = $1 and state < 'active'`,
      [kind],
    );
    return Math.min(Math.max(Math.ceil(rows[0]?.ms ?? LOOK_MS), 1), LOOK_MS);
  }

  async get(id: string): Promise<StoredJob | null> {
    if (!isUuid(id)) return null;
    const rows = await this.#read<JobRow>(
      `select ${COLUMNS} from ${SCHEMA}.job where name = any($1) and id = $2`,
      [JOB_KINDS, id],
    );
    return rows[0] ? storedJob(rows[0]) : null;
  }

  async list({ kind, statuses, limit, offset }: JobFilter): Promise<{ jobs: StoredJob[]; total: number }> {
    const kinds = kind ? [kind] : JOB_KINDS;
    const states = statuses?.flatMap((status) => STATES_OF[status]) ?? Object.keys(STATUS_OF);
    const order =
      statuses === undefined
        ? 'created_on desc'
        : isAhead(statuses)
          ? 'start_after, created_on'
          : 'completed_on desc';
    const found = `from ${SCHEMA}.job where name = any($1) and state::text = any($2)`;
    const [count] = await this.#read<{ total: number }>(`select count(*) as total ${found}`, [kinds, states]);
    const rows = await this.#read<JobRow>(
      `select ${COLUMNS} ${found} order by ${order}, id limit $3 offset $4`,
      [kinds, states, limit, offset],
    );
    return { jobs: rows.map(storedJob), total: Number(count?.total ?? 0) };
  }

  async counts(): Promise<JobCountsByKind> {
    const rows = await this.#read<{ name: JobKind; state: keyof typeof STATUS_OF; n: number }>(
      `select name, state::text as state, count(*) as n from ${SCHEMA}.job where name = any($1) group by 1, 2`,
      [JOB_KINDS],
    );
    const counts = noCounts();
    for (const { name, state, n } of rows) counts[name][STATUS_OF[state]] += Number(n);
    return counts;
  }

  async retry(writer: StoreWriter, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { rows } = await writerDb(writer).executeSql(
      `update ${SCHEMA}.job set state = 'retry', start_after = ${SCHEMA}.job_now(), completed_on = null, output = null,
          retry_limit = retry_count + (started_on is not null)::int + ${FIRST_LIMIT}
        where name = any($1) and id = $2 and state in ('created', 'retry', 'failed', 'cancelled') returning id`,
      [JOB_KINDS, id],
    );
    return rows.length > 0;
  }

  async discard(writer: StoreWriter, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { rows } = await writerDb(writer).executeSql(
      `delete from ${SCHEMA}.job where name = any($1) and id = $2 and state <> 'active' returning id`,
      [JOB_KINDS, id],
    );
    return rows.length > 0;
  }

  async forgetDone(olderThanMs: number): Promise<void> {
    await this.#write((writer) =>
      writerDb(writer).executeSql(
        `delete from ${SCHEMA}.job where name = any($1) and state = 'completed'
          and completed_on < ${SCHEMA}.job_now() - $2 * interval '1 millisecond'`,
        [JOB_KINDS, olderThanMs],
      ),
    );
  }
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}

/** What pg-boss asks for to know that a job still is the one it handed out. */
function attemptOf({ id, claim }: ClaimedJob): { id: string; retryCount: number } {
  return { id, retryCount: claim };
}

/** pg-boss answers how many jobs a call changed; its types do not say so. */
function affectedBy(response: object): number {
  return 'affected' in response && typeof response.affected === 'number' ? response.affected : 0;
}

function storedJob(row: JobRow): StoredJob {
  const status = STATUS_OF[row.state];
  const said = row.output?.message ?? row.output?.value?.message ?? null;
  return {
    ...{ id: row.id, kind: row.name, status, payload: row.data.payload, attempts: row.attempts },
    ...{ createdAt: row.created_at, runAt: row.run_at, finishedAt: row.finished_at },
    lastError: status === 'done' ? null : said,
    result: status === 'done' ? said : null,
  };
}

/** Statements within our transaction. */
function writerDb(writer: StoreWriter): Db {
  return {
    async executeSql(text, values = []) {
      const { rows } = await writer.db.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

/** Statements outside of one. Of several at once the answer is a list, which pg-boss takes apart itself. */
function poolDb(pool: JobsPool): Db {
  return { executeSql: (text, values) => pool.query(text, values) };
}

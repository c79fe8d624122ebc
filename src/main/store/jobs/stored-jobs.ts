// The durable queue's table, on either database: takes jobs in within a transaction, hands them out to one process at a
// time, and settles them. A job handed out keeps the status `waiting` with a claim that runs out; the claim's number is
// what settling asks for. When a job runs is job-worker.ts's concern, what it means its kind's. Time is the database's
// on PostgreSQL (hosts' clocks differ), the process's on SQLite. Source: memory, Writing; decision 042.
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { JobStatus } from '../../../shared/model/job.ts';
import type { JobTable } from '../schema.ts';
import { param, template } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-handles.ts';
import {
  CLAIM_MS,
  type ClaimedJob,
  ClaimLostError,
  type ClaimRules,
  CRASHED,
  isAhead,
  type JobCounts,
  type JobFilter,
  type NewJob,
  type OnBuried,
  type StoredJob,
  type Unfinished,
} from './job.ts';
import { type JobDialect, JobSql } from './job-sql.ts';

/** Another process may have put jobs into the database; our own wake us. */
const LONGEST_LOOK_MS: Readonly<Record<StoreWriter['dialect'], number>> = { sqlite: 60_000, postgres: 2000 };

/** How the table gets at its database. */
export interface JobDatabase extends JobDialect {
  readonly reader: StoreReader;
  readonly write: <T>(work: (writer: StoreWriter) => Promise<T>) => Promise<T>;
  /** Runs one statement that changes jobs alone: beside the writers' turn on PostgreSQL, so that a long write holds up no claim. */
  readonly aside: <Row>(statement: RawBuilder<Row>) => Promise<Row[]>;
}

export class StoredJobs {
  readonly #database: JobDatabase;
  readonly #sql: JobSql;

  constructor(database: JobDatabase) {
    this.#database = database;
    this.#sql = new JobSql(database);
  }

  /** Adds jobs in the caller's transaction; those whose key is known are left as they are. @returns how many were new */
  async enqueue(writer: StoreWriter, jobs: readonly NewJob[]): Promise<number> {
    const at = this.#sql.now;
    const insert = template<Record<keyof NewJob, string>, { id: number }>(
      writer.db
        .insertInto('job')
        .values({
          ...{ kind: param('kind'), job_key: param('key'), payload: param('payload') },
          ...{ run_at: at, created_at: at },
        })
        .onConflict((conflict) => conflict.columns(['kind', 'job_key']).doNothing())
        .returning('id'),
    );
    const rows = await writer.each(
      insert,
      jobs.map(({ kind, key, payload }) => ({ kind, key, payload })),
    );
    return rows.filter((row) => row !== null).length;
  }

  /**
   * This process starts to work on the kind. One works on a SQLite file at a time: what an earlier one held is free.
   * Settling asks for the claim all the same. On PostgreSQL a claim has to run out.
   */
  async begin(kind: string): Promise<void> {
    if (this.#database.dialect === 'postgres') return;
    await this.#database.aside(
      sql`update job set claimed_until = 0 where kind = ${kind} and claimed_until is not null`,
    );
  }

  /**
   * Hands out jobs whose time has come, oldest first, to nobody else until the claim runs out. When a process ended in
   * the middle of some of them they go one after the other, and only the first of those is blamed: it is the one that was
   * under way, or next.
   */
  async claim(
    kind: string,
    limit: number,
    { bury, inOrder = false }: ClaimRules = {},
  ): Promise<ClaimedJob[]> {
    const { now, free, skipLocked } = this.#sql;
    const due = sql<SqlBool>`kind = ${kind} and status = 'waiting' and run_at <= ${now} and ${free}
      and ${this.#sql.othersRest(kind, inOrder)}`;
    // Most looks find nothing, and shall not wait for their turn to write.
    const { rows: look } = await sql<{ due: SqlBool; lost: SqlBool }>`
      select exists (select 1 from job where ${due}) as due, exists (${this.#sql.lost(kind)}) as lost`.execute(
      this.#database.reader as never,
    );
    if (bury && look[0]?.lost) await this.#bury(kind, bury.after, bury.tell);
    if (!look[0]?.due) return [];
    const wasLost = look[0].lost;
    const rows = await this.#database.aside(sql<ClaimedRow>`
      with next as materialized (
        select id, run_at, claimed_until from job where ${due} and ${this.#sql.getsFirst(kind, inOrder)}
        order by run_at, id limit ${limit} ${skipLocked}
      )
      update job set claim = claim + 1, claimed_until = ${now} + ${CLAIM_MS},
        attempts = attempts + case when id = (
          select id from next where claimed_until is not null order by run_at, id limit 1
        ) then 1 else 0 end
      where id in (select id from next) returning id, payload, attempts, claim, run_at`);
    return rows
      .sort((a, b) => a.run_at - b.run_at || a.id - b.id)
      .map(({ id, run_at, ...row }) => ({ ...row, id: String(id), kind, goesAlone: Boolean(wasLost) }));
  }

  /** Jobs that ended their process as often as one may fail. */
  async #bury(kind: string, after: number, tell: OnBuried): Promise<void> {
    await this.#database.write(async (writer) => {
      const rows = await writer.db
        .updateTable('job')
        .set({
          ...{ status: 'dead', claimed_until: null, last_error: CRASHED },
          ...{ attempts: sql`attempts + 1`, finished_at: this.#sql.now },
        })
        .where('attempts', '>=', after - 1)
        .where(sql<SqlBool>`id in (${this.#sql.lost(kind)} ${this.#sql.skipLocked})`)
        .returning(['id', 'payload', 'attempts', 'claim'])
        .execute();
      for (const { id, attempts, payload, claim } of rows) {
        const job = { id: String(id), kind, payload, claim, attempts: attempts - 1, goesAlone: true };
        await tell(writer, job, { kind: 'dead', reason: CRASHED });
      }
    });
  }

  /** The jobs are still being worked on. @returns the ids of those that are still this process's, and not settled */
  async renew(jobs: readonly ClaimedJob<unknown>[]): Promise<string[]> {
    if (jobs.length === 0) return [];
    const claims = jobs.map(
      ({ id, claim }) => sql`(cast(${Number(id)} as bigint), cast(${claim} as bigint))`,
    );
    const rows = await this.#database.aside(sql<{ id: number }>`
      update job set claimed_until = ${this.#sql.now} + ${CLAIM_MS}
      where claimed_until is not null and (id, claim) in (values ${sql.join(claims)}) returning id`);
    return rows.map(({ id }) => String(id));
  }

  /** Marks claimed jobs done, in the transaction of their effect. @throws ClaimLostError */
  async finish(
    writer: StoreWriter,
    jobs: readonly ClaimedJob<unknown>[],
    result: string | null,
  ): Promise<void> {
    const finish = template<{ id: number; claim: number }, { id: number }>(
      writer.db
        .updateTable('job')
        .set({ status: 'done', finished_at: this.#sql.now, result, last_error: null, claimed_until: null })
        .where('id', '=', param('id'))
        .where('claim', '=', param('claim'))
        .where('claimed_until', 'is not', null)
        .returning('id'),
    );
    const rows = await writer.each(finish, jobs.map(claimOf));
    const lost = rows.filter((row) => row === null).length;
    if (lost > 0) throw new ClaimLostError(lost);
  }

  /** Puts back or buries a claimed job; one that was lost meanwhile is left alone. @returns whether it was ours */
  async putBack(writer: StoreWriter, job: ClaimedJob<unknown>, outcome: Unfinished): Promise<boolean> {
    const { kind, reason: last_error } = outcome;
    const attempts = kind === 'wait' ? job.attempts : job.attempts + 1;
    const { id, claim } = claimOf(job);
    const row = await writer.db
      .updateTable('job')
      .set({ attempts, last_error, claimed_until: null })
      .set(
        kind === 'dead'
          ? { status: 'dead', finished_at: this.#sql.now }
          : { run_at: sql`${this.#sql.now} + ${Math.ceil(outcome.afterMs)}` },
      )
      .where('id', '=', id)
      .where('claim', '=', claim)
      .where('claimed_until', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Milliseconds until it is worth claiming again. */
  async nextLook(kind: string, inOrder = false): Promise<number> {
    const row = await this.#database.reader
      .selectFrom('job')
      .select(sql<number | null>`${this.#sql.nextAt(inOrder)} - ${this.#sql.now}`.as('ms'))
      .where('kind', '=', kind)
      .where('status', '=', 'waiting')
      .executeTakeFirst();
    const longest = LONGEST_LOOK_MS[this.#database.dialect];
    return Math.min(Math.max(row?.ms ?? longest, 1), longest);
  }

  async get(id: string): Promise<StoredJob | null> {
    const row = await this.#select().where('id', '=', numberOf(id)).executeTakeFirst();
    return row ? storedJob(row) : null;
  }

  /** Waiting and active: next first. Done and dead: newest first. */
  async list({ kind, statuses, limit, offset }: JobFilter): Promise<{ jobs: StoredJob[]; total: number }> {
    let where = kind === undefined ? sql<SqlBool>`true` : sql<SqlBool>`kind = ${kind}`;
    if (statuses) where = sql`${where} and ${this.#sql.status} in (${sql.join(statuses)})`;
    const { total } = await this.#database.reader
      .selectFrom('job')
      .where(where)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const ahead = isAhead(statuses);
    const rows = await this.#select()
      .where(where)
      .orderBy(
        statuses === undefined ? 'created_at' : ahead ? 'run_at' : 'finished_at',
        ahead ? 'asc' : 'desc',
      )
      .orderBy('id', ahead ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return { jobs: rows.map(storedJob), total: Number(total) };
  }

  /** Of the kinds there are jobs of. */
  async counts(): Promise<Record<string, JobCounts>> {
    const { rows } = await sql<{ kind: string; status: JobStatus; n: number }>`
      select kind, ${this.#sql.status} as status, count(*) as n from job group by 1, 2`.execute(
      this.#database.reader as never,
    );
    const counts: Record<string, JobCounts> = {};
    for (const { kind, status, n } of rows) {
      counts[kind] = { ...(counts[kind] ?? NONE), [status]: Number(n) };
    }
    return counts;
  }

  /** Lets a waiting or dead job run at once, with a clean slate. @returns whether there was such a job */
  async retry(writer: StoreWriter, id: string): Promise<boolean> {
    const row = await writer.db
      .updateTable('job')
      .set({ status: 'waiting', attempts: 0, run_at: this.#sql.now, finished_at: null, last_error: null })
      .set({ claimed_until: null })
      .where('id', '=', numberOf(id))
      .where('status', 'in', ['waiting', 'dead'])
      .where(this.#sql.free)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Removes a job that is not active. @returns whether there was such a job */
  async discard(writer: StoreWriter, id: string): Promise<boolean> {
    const row = await writer.db
      .deleteFrom('job')
      .where('id', '=', numberOf(id))
      .where(this.#sql.free)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Ends what is still to be done under a key, whoever works on it: that one finds its claim gone and commits nothing. The row stays, since SQLite would give its id
   * to the next, which a claim on this one would then fit; its key is free again.
   * @param key also stands for those queued anew under it, `key/…`
   * @returns the ids of those that were ended
   */
  async cancel(writer: StoreWriter, kind: string, key: string, result: string): Promise<string[]> {
    const below = `${key}/`;
    const rows = await writer.db
      .updateTable('job')
      .set({ status: 'done', finished_at: this.#sql.now, result, last_error: null, claimed_until: null })
      .set({ job_key: sql`job_key || '/cancelled/' || cast(id as text)` })
      .where('kind', '=', kind)
      .where('status', '=', 'waiting')
      .where(sql<SqlBool>`(job_key = ${key} or substr(job_key, 1, ${below.length}) = ${below})`)
      .returning('id')
      .execute();
    return rows.map(({ id }) => String(id));
  }

  /** Forgets jobs done longer ago than this; their keys may come again then. */
  async forgetDone(olderThanMs: number): Promise<void> {
    await this.#database.write((writer) =>
      writer.db
        .deleteFrom('job')
        .where('status', '=', 'done')
        .where('finished_at', '<', sql<number>`${this.#sql.now} - ${olderThanMs}`)
        .execute(),
    );
  }

  #select() {
    return this.#database.reader.selectFrom('job').selectAll().select(this.#sql.status.as('shown'));
  }
}

const NONE: JobCounts = { waiting: 0, active: 0, done: 0, dead: 0 };

interface ClaimedRow {
  readonly id: number;
  readonly payload: string;
  readonly attempts: number;
  readonly claim: number;
  readonly run_at: number;
}

function storedJob(row: Selectable<JobTable> & { readonly shown: JobStatus }): StoredJob {
  return {
    ...{
      id: String(row.id),
      kind: row.kind,
      status: row.shown,
      payload: row.payload,
      attempts: row.attempts,
    },
    ...{ createdAt: row.created_at, runAt: row.run_at, finishedAt: row.finished_at },
    ...{ lastError: row.last_error, result: row.result },
  };
}

function claimOf({ id, claim }: ClaimedJob<unknown>): { id: number; claim: number } {
  return { id: Number(id), claim };
}

/** Zero, which no job has, for what is no number. */
function numberOf(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

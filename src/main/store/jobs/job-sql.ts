// What the queue's statements are made of: which jobs are free, held or lost, and whose turn it is, in either database's SQL.
// Used by stored-jobs.ts. Source: decision 042.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { JobStatus } from '../../../shared/model/job.ts';
import type { StoreWriter } from '../store-handles.ts';

export interface JobDialect {
  readonly dialect: StoreWriter['dialect'];
  /** Epoch milliseconds; asked on SQLite alone. */
  readonly now: () => number;
}

export class JobSql {
  readonly #database: JobDialect;

  constructor(database: JobDialect) {
    this.#database = database;
  }

  get now(): RawBuilder<number> {
    return this.#database.dialect === 'sqlite'
      ? sql`${this.#database.now()}`
      : sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;
  }

  /** Nobody works on it. */
  get free(): Expression<SqlBool> {
    return sql<SqlBool>`(claimed_until is null or claimed_until <= ${this.now})`;
  }

  /** What an operator calls its status. */
  get status(): RawBuilder<JobStatus> {
    return sql`case when status = 'waiting' and claimed_until > ${this.now} then 'active' else status end`;
  }

  /** Jobs whose process ended in the middle. */
  lost(kind: string): RawBuilder<unknown> {
    return sql`select id from job where kind = ${kind} and status = 'waiting' and claimed_until <= ${this.now}`;
  }

  /** Where a kind goes in order: nobody works on jobs of it, or has ended while it did, within the last ten seconds. */
  othersRest(kind: string, inOrder: boolean): RawBuilder<SqlBool> {
    if (!this.#isShared(inOrder)) return sql`true`;
    return sql`not exists (
      select 1 from job where kind = ${kind} and status = 'waiting' and claimed_until > ${this.now})`;
  }

  /**
   * Where a kind goes in order: two that claim at the same moment do not see each other's claims, so whoever gets the first row
   * goes. Locked it is read as it has become, so that a claim committed meanwhile shows; where somebody else has it, another comes.
   */
  getsFirst(kind: string, inOrder: boolean): RawBuilder<SqlBool> {
    if (!this.#isShared(inOrder)) return sql`true`;
    const first = sql`select id, claimed_until from job where kind = ${kind} and status = 'waiting' order by run_at, id limit 1`;
    return sql`exists (
      select 1 from (${first} ${this.skipLocked}) as mine
      where mine.id = (select id from (${first}) as first) and ${this.free})`;
  }

  /** When it is worth claiming again, of the jobs that wait. */
  nextAt(inOrder: boolean): RawBuilder<number | null> {
    const due = sql`min(case when claimed_until > run_at then claimed_until else run_at end)`;
    if (!this.#isShared(inOrder)) return sql`${due}`;
    return sql`coalesce(min(claimed_until) filter (where claimed_until > ${this.now}), ${due})`;
  }

  /** Only on PostgreSQL can another process be working on the kind, too. */
  #isShared(inOrder: boolean): boolean {
    return inOrder && this.#database.dialect === 'postgres';
  }

  /** On SQLite nobody else can be writing. */
  get skipLocked(): RawBuilder<unknown> {
    return this.#database.dialect === 'sqlite' ? sql`` : sql`for update skip locked`;
  }
}

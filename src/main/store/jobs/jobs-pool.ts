// The job queue's statements outside of our transactions: each on a connection of its own, with a deadline, and never
// on one that broke or was left within a transaction. Made by postgres/connect.ts for pg-boss-jobs.ts.
import type pg from 'pg';
import { onConnection } from '../postgres/postgres-answer.ts';
import type { PostgresHealth } from '../postgres/postgres-health.ts';
import { postgresError } from '../store-errors.ts';

const STATEMENT_MS = 35_000;
/** Installing pg-boss waits for other processes that do the same. */
const INSTALL_MS = 120_000;

export interface JobsPool {
  /** Runs one statement, or several separated by semicolons. @throws AppError, ConstraintError */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
  /** Runs `work` while this session holds an advisory lock. */
  locked(lock: number, work: () => Promise<void>): Promise<void>;
}

export function jobsPool(pool: pg.Pool, health: PostgresHealth, subject: string): JobsPool {
  const on = <T>(deadlineMs: number, work: (client: pg.PoolClient) => Promise<T>) =>
    onConnection(pool, health, { deadlineMs, insists: false }, work).catch((error) => {
      throw postgresError(error, subject);
    });
  return {
    query: (text, values) =>
      on(STATEMENT_MS, async (client) => {
        try {
          return await client.query(text, values);
        } catch (error) {
          // Several statements come with their own begin and commit: one that failed leaves its transaction open.
          if (values === undefined || values.length === 0) await client.query('rollback');
          throw error;
        }
      }),
    locked: (lock, work) =>
      on(INSTALL_MS, async (client) => {
        await client.query('begin');
        try {
          await client.query('select pg_advisory_xact_lock($1)', [lock]);
          await work();
        } finally {
          await client.query('rollback');
        }
      }),
  };
}

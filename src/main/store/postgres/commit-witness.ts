// Asks a PostgreSQL server what became of a transaction. Each question has a connection and a deadline of its own.
// Used by lost-commit.ts through postgres/connect.ts.
import type pg from 'pg';
import type { CommitWitness } from './lost-commit.ts';
import { onConnection } from './postgres-answer.ts';
import type { PostgresHealth } from './postgres-health.ts';

const ANSWER_MS = 3000;
/** What the server says to an id that it has not given out: it crashed, and the transaction with it. */
const INVALID_PARAMETER = '22023';

export function commitWitness(pool: pg.Pool, health: PostgresHealth): CommitWitness {
  const ask = async <Row extends pg.QueryResultRow>(text: string, value: string | number) => {
    const { rows } = await onConnection(pool, health, { deadlineMs: ANSWER_MS, insists: true }, (client) =>
      client.query<Row>(text, [value]),
    );
    return rows[0];
  };
  return {
    async status(xid) {
      try {
        const row = await ask<{ status: string | null }>('select pg_xact_status($1::xid8) as status', xid);
        return (row?.status ?? null) as 'in progress' | 'committed' | 'aborted' | null;
      } catch (error) {
        if ((error as { code?: unknown }).code === INVALID_PARAMETER) return null;
        throw error;
      }
    },
    async terminate(xid) {
      // A session shows the id without its epoch.
      await ask(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where backend_xid = (($1::numeric) % 4294967296)::text::xid and datname = current_database()`,
        xid,
      );
    },
    async eventHash(id) {
      const row = await ask<{ hash: string }>('select hash from graph_event where id = $1', id);
      return row?.hash ?? null;
    },
  };
}

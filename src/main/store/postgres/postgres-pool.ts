// Connections to a PostgreSQL server: how many, and how soon one gives up. Used by postgres/connect.ts and the feed.
import pg from 'pg';
import type { StoreLog } from '../store-access.ts';
import { POSTGRES_TYPES } from './postgres-types.ts';

/**
 * Readers and writers have pools of their own, so that a writer who waits for its turn holds up no reader. A process
 * writes on one connection; the second is for asking what became of a lost commit.
 */
export const READERS = 5;
export const WRITERS = 2;
/** For what hands out jobs beside the writers' turn: a claim, and a renewal. */
export const JOBS = 2;

/** Longest wait for a connection, a new one or a free one. */
const CONNECT_MS = 5000;

/** How every connection of this program is made. The name is what `pg_stat_activity` shows. */
export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'festinger',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: POSTGRES_TYPES,
  };
}

/**
 * Asks the server to notice soon when this client is gone, so that a lost session's locks do not stay for hours.
 * A server or pooler that cannot is left as it is.
 */
const NOTICE_LOSS = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set client_connection_check_interval = '5s'`;

export function postgresPool(url: string, max: number, log: StoreLog): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(url),
    max,
    onConnect: async (client) => {
      await client.query(NOTICE_LOSS).catch(() => undefined);
    },
  });
  // A connection that breaks is replaced by the next query; without listeners it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  return pool;
}

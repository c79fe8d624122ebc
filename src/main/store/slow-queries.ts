// Logs statements that took long, without their values.
import type { LogEvent } from 'kysely';
import type { EachQuery } from './each-query.ts';
import type { StoreLog } from './store-access.ts';

const SLOW_QUERY_MS = 250;

/** A Kysely log function; a statement run for many rows has a millisecond more for each. */
export function slowQueries(log: StoreLog): (event: LogEvent) => void {
  return (event) => {
    const rows = 'rowCount' in event.query ? (event.query as EachQuery).rowCount : 1;
    if (event.queryDurationMillis < SLOW_QUERY_MS + rows) return;
    log.warn({ ms: Math.round(event.queryDurationMillis), sql: event.query.sql.slice(0, 300) }, 'slow query');
  };
}

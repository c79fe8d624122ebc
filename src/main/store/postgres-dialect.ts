// Kysely on PostgreSQL through `pg`. Integers of 64 bits come back as numbers: ids and epoch milliseconds stay far
// below 2^53. Used by store.ts alone.
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8_OID = 20;

export function postgresPool(url: string): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: 8,
    application_name: 'festinger',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
}

export function postgresDialect(pool: pg.Pool): Dialect {
  return new PostgresDialect({ pool });
}

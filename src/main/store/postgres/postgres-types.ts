// How values of PostgreSQL are read. Integers of 64 bits come back as numbers: ids and epoch milliseconds stay far
// below 2^53. Used wherever rows are parsed.
import pg from 'pg';
import type { SqlValue } from '../sqlite-protocol.ts';

const INT8_OID = 20;

/** As node-postgres takes it. */
export const POSTGRES_TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** Reads one value of a type from its text. */
export function textParser(oid: number): (text: string) => SqlValue {
  return POSTGRES_TYPES.getTypeParser(oid, 'text') as (text: string) => SqlValue;
}

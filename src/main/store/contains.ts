// Finding a part of a text in a column, without regard to case, the same on both databases.
import { type RawBuilder, sql } from 'kysely';

/** @param part taken as it is: `%` and `_` mean themselves */
export function contains(column: string, part: string): RawBuilder<boolean> {
  return isIn(sql<string>`${sql.ref(column)}`, part);
}

/** The same in a value that is computed. */
export function isIn(value: RawBuilder<string>, part: string): RawBuilder<boolean> {
  const pattern = `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${value}) like ${pattern} escape '\\'`;
}

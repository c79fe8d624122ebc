// A plain insert for many rows as few statements of many rows each: on PostgreSQL half the price of as many statements.
// Only where that means the same: an insert that skips or updates on conflict is left to run row by row, because a
// statement may not touch a row twice and says nothing of a row it skips. Used by connect-postgres.ts.
import { createQueryId, InsertQueryNode, ValuesNode } from 'kysely';
import type { StatementTemplate } from './statement-template.ts';
import type { StoreWriter } from './store-access.ts';

/** Statements are made for these numbers of rows, so that there are few of them and each is compiled once. */
const SIZES = [512, 256, 128, 64, 32, 16, 8, 4, 2, 1];
/** PostgreSQL binds no more values in one statement. */
const MAX_VALUES = 65_535;

const compiled = new Map<string, string>();

type Statement = Pick<StatementTemplate<never, unknown>, 'sql' | 'node'>;

/** Whether inserting rows together is the same as inserting them one after the other. */
export function isPlainInsert(statement: Statement): boolean {
  const { node } = statement;
  if (!InsertQueryNode.is(node) || !node.values || !ValuesNode.is(node.values)) return false;
  return node.values.values.length === 1 && !node.onConflict && !node.with;
}

/** How many rows go into each statement. @example rowCounts(777) is [512, 256, 8, 1] */
export function rowCounts(rows: number, valuesPerRow: number): number[] {
  const counts: number[] = [];
  for (const size of SIZES) {
    if (size > 1 && size * valuesPerRow > MAX_VALUES) continue;
    for (; rows >= size; rows -= size) counts.push(size);
  }
  return counts;
}

/** The SQL of the insert with so many rows; its values follow each other row by row. */
export function multiRowSql(db: StoreWriter['db'], statement: Statement, rows: number): string {
  if (rows === 1) return statement.sql;
  const key = `${rows} ${statement.sql}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const { node } = statement;
  if (!InsertQueryNode.is(node) || !node.values || !ValuesNode.is(node.values)) {
    throw new TypeError(`not a plain insert: ${statement.sql}`);
  }
  const [row] = node.values.values;
  if (!row) throw new TypeError(`an insert without values: ${statement.sql}`);
  const values = ValuesNode.create(Array.from({ length: rows }, () => row));
  const { sql } = db.getExecutor().compileQuery(InsertQueryNode.cloneWith(node, { values }), createQueryId());
  compiled.set(key, sql);
  return sql;
}

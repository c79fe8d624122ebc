// Inserts of many rows as few statements of many rows each: on PostgreSQL half the price of as many statements. Only
// where that means the same: rows that update on conflict are cut where a key comes again, because a statement may not
// touch a row twice; an insert that skips rows is left to run row by row. Used by postgres/connect.ts.
import { createQueryId, InsertQueryNode, PrimitiveValueListNode, ValuesNode } from 'kysely';
import type { StatementTemplate } from '../statement-template.ts';
import type { StoreWriter } from '../store-access.ts';

/** Statements are made for these numbers of rows, so that there are few of them and each is compiled once. */
const SIZES = [512, 256, 128, 64, 32, 16, 8, 4, 2, 1];
/** PostgreSQL binds no more values in one statement. */
const MAX_VALUES = 65_535;

const compiled = new Map<string, string>();

type Statement = Pick<StatementTemplate<never, unknown>, 'sql' | 'node'>;

/**
 * Where in a row's values its conflict key stands; empty for an insert without a conflict clause. Null where rows must
 * run one after the other: what skips rows does not say which, and what has values beside those of its columns is
 * no matter of rows alone.
 */
export function keyOfInsert(statement: Statement, valuesPerRow: number): readonly number[] | null {
  const { node } = statement;
  if (!InsertQueryNode.is(node) || !node.values || !ValuesNode.is(node.values) || node.with) return null;
  const [row] = node.values.values;
  if (!row || node.values.values.length !== 1) return null;
  const { onConflict, columns = [] } = node;
  if (!onConflict) return [];
  if (!onConflict.updates || onConflict.updateWhere || !onConflict.columns) return null;
  if (!PrimitiveValueListNode.is(row) || columns.length !== valuesPerRow) return null;
  const key = onConflict.columns.map((one) =>
    columns.findIndex(({ column }) => column.name === one.column.name),
  );
  return key.includes(-1) ? null : key;
}

/** Cuts rows where one has the key of another before it: a statement may not touch a row twice. */
export function withoutRepeats<Row>(
  rows: readonly Row[],
  key: readonly number[],
  bind: (row: Row) => readonly unknown[],
): (readonly Row[])[] {
  if (key.length === 0) return [rows];
  const parts: Row[][] = [[]];
  let seen = new Set<string>();
  for (const row of rows) {
    const values = bind(row);
    const itsKey = JSON.stringify(key.map((at) => values[at]));
    if (seen.has(itsKey)) {
      seen = new Set();
      parts.push([]);
    }
    seen.add(itsKey);
    parts.at(-1)?.push(row);
  }
  return parts;
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

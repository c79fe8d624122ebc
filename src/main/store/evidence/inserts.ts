// Statements that put rows into the tables of evidence as they are given, compiled once. Called by the files beside it.
import { compiledOnce } from '../compiled-once.ts';
import type { Database } from '../schema.ts';
import type { DbValue } from '../sqlite-protocol.ts';
import { param } from '../statement-template.ts';

/** @param columns every column that has a value; a row names each of them */
export const insertInto = <C extends string>(table: keyof Database, columns: readonly C[]) =>
  compiledOnce<Readonly<Record<C, DbValue>>>(({ db }) =>
    db
      .insertInto(table)
      .values(Object.fromEntries(columns.map((column) => [column, param(column)])) as never),
  );

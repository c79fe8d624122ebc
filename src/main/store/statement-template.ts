// A statement compiled once and run for many rows: the query builder's checks without its cost per row.
// Values that differ from row to row are named with `param`; the builder puts them wherever it likes.
import type { Compilable, CompiledQuery, RootOperationNode } from 'kysely';
import type { DbValue } from './sqlite-protocol.ts';

class Param {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A named hole in a query; stands where a value of any column's type may stand. */
export function param(name: string): never {
  return new Param(name) as never;
}

/** A row of values by the names of the holes. */
export type TemplateRow = Readonly<Record<string, DbValue>>;

/** A compiled statement with holes. `Row` names the holes, `Returned` the row it gives back, if any. */
export interface StatementTemplate<Row extends TemplateRow, Returned> {
  readonly sql: string;
  /** The statement as the query builder has it. */
  readonly node: RootOperationNode;
  readonly bind: (row: Row) => DbValue[];
  /** Only to carry the type. */
  readonly returned?: Returned;
}

/**
 * Compiles a query with `param` holes.
 * @example
 * const touch = template<{ id: number }>(db.updateTable('job').set({ attempts: 0 }).where('id', '=', param('id')));
 */
export function template<Row extends TemplateRow, Returned = never>(
  query: Compilable,
): StatementTemplate<Row, Returned> {
  const compiled: CompiledQuery = query.compile();
  const holes = compiled.parameters.map((value) =>
    value instanceof Param ? { name: value.name } : { value: value as DbValue },
  );
  return {
    sql: compiled.sql,
    node: compiled.query,
    bind: (row) =>
      holes.map((hole) => {
        if (hole.name === undefined) return hole.value;
        const value = row[hole.name];
        if (value === undefined)
          throw new TypeError(`A row lacks "${hole.name}" of the statement ${compiled.sql}`);
        return value;
      }),
  };
}

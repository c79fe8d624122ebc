// A statement that is compiled when it is first wanted, once for each dialect: building one takes longer than running it.
import type { Compilable } from 'kysely';
import type { DialectName } from './column-types.ts';
import { type StatementTemplate, type TemplateRow, template } from './statement-template.ts';
import type { StoreWriter } from './store-handles.ts';

/** @param build the query with its holes, as `template` takes it */
export function compiledOnce<Row extends TemplateRow, Returned = never>(
  build: (writer: StoreWriter) => Compilable,
): (writer: StoreWriter) => StatementTemplate<Row, Returned> {
  const kept = new Map<DialectName, StatementTemplate<Row, Returned>>();
  return (writer) => {
    const statement = kept.get(writer.dialect) ?? template<Row, Returned>(build(writer));
    kept.set(writer.dialect, statement);
    return statement;
  };
}

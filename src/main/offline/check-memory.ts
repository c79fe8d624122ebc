// The rows of the memory as they lie in an export: a line with the table and its columns, then an array a row. Read strictly, and the chain of events followed link by
// link. Changes nothing. Called by check-export.ts on its thread, and by restore-memory.ts. Source: memory, Store.
import * as z from 'zod';
import { BundleRefusal } from '../bundle/bundle-refusal.ts';
import type { BundleEntry } from '../bundle/read-bundle.ts';
import { beginningOf, type Link, linkFault } from '../store/audit/chain.ts';
import { MEMORY_TABLES, type MemoryTable } from '../store/bundles/memory-tables.ts';
import { MAX_LINES } from '../transfer/import-lines.ts';
import { parsedJson, rawLines } from './entry-text.ts';

const Heading = z.strictObject({
  table: z.enum(MEMORY_TABLES),
  columns: z
    .array(z.string().regex(/^[a-z_]{1,60}$/))
    .min(1)
    .max(100),
});

export type Cell = number | string | null;

export type TablePart =
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly cells: readonly Cell[] };

/** @throws BundleRefusal */
export async function* tableParts(
  file: Pick<BundleEntry, 'name' | 'bytes'>,
  table: MemoryTable,
): AsyncGenerator<TablePart> {
  let columns = 0;
  for await (const { text, place } of rawLines(file, MAX_LINES)) {
    const value = parsedJson(file.name, text, place);
    if (columns === 0) {
      const heading = Heading.safeParse(value);
      if (!heading.success || heading.data.table !== table)
        throw new BundleRefusal(file.name, `${place}It does not say that it is the table ${table}.`);
      columns = heading.data.columns.length;
      yield { kind: 'columns', columns: heading.data.columns };
    } else if (isRow(value, columns)) yield { kind: 'row', cells: value };
    else throw new BundleRefusal(file.name, `${place}It is no row of ${columns} cells.`);
  }
  if (columns === 0) throw new BundleRefusal(file.name, 'It is empty.');
}

const isRow = (value: unknown, columns: number): value is Cell[] =>
  Array.isArray(value) &&
  value.length === columns &&
  value.every(
    (cell) =>
      cell === null ||
      (typeof cell === 'number' && Number.isFinite(cell)) ||
      (typeof cell === 'string' && cell.isWellFormed() && !cell.includes('\0')),
  );

export const isMemoryTable = (name: string): name is MemoryTable =>
  (MEMORY_TABLES as readonly string[]).includes(name);

/** The chain of an export, followed event by event. */
export class ChainCheck {
  end: Pick<Link, 'id' | 'hash'> = beginningOf('memory');
  isThere = false;

  /** @returns why the event does not follow; null when it does */
  follow(columns: readonly string[], cells: readonly Cell[]): string | null {
    const row = Object.fromEntries(columns.map((name, at) => [name, cells[at]])) as unknown as Parameters<
      typeof linkFault
    >[0];
    const fault = linkFault(row, this.end);
    if (fault === null) this.end = { id: row.id, hash: row.hash };
    return fault;
  }
}

/** @throws BundleRefusal */
export async function checkTable(entry: BundleEntry, table: string, chain: ChainCheck): Promise<void> {
  if (!isMemoryTable(table))
    throw new BundleRefusal(entry.name, 'The memory has no such table in this version.');
  let columns: readonly string[] = [];
  if (table === 'graph_event') chain.isThere = true;
  for await (const part of tableParts(entry, table)) {
    if (part.kind === 'columns') columns = part.columns;
    else if (table === 'graph_event') {
      const fault = chain.follow(columns, part.cells);
      if (fault !== null)
        throw new BundleRefusal(
          entry.name,
          `The chain of events is broken behind event ${chain.end.id}: ${fault}.`,
        );
    }
  }
}

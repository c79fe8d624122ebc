// The tables of the memory, row by row and with their numbers, which the chain of events speaks of: how an empty host goes on with it. Read from one moment, written
// into tables that hold nothing but words that were met. Decides nothing about what rows say. Called by offline. Source: memory, Store.

import { BACKUP_TABLES, readColumnsOf, type TableName } from '../backup/backup-tables.ts';
import type { StoreSnapshot } from '../bulk/snapshot.ts';
import { rowsOf, type TableRow } from '../bulk/table-rows.ts';

/** In the order in which they are filled: those that others refer to come first. */
export const MEMORY_TABLES = [
  'soas',
  'graph_event',
  'urd',
  'urd_history',
  'edge_provenance',
  'resolution_queue',
  'graph_action',
  'dimension_question',
] as const satisfies readonly TableName[];
/** Those that exports of earlier versions do not have. */
export const LATER_TABLES: ReadonlySet<MemoryTable> = new Set<MemoryTable>(['dimension_question']);
export type MemoryTable = (typeof MEMORY_TABLES)[number];

export const keyOf = (table: MemoryTable): readonly string[] =>
  BACKUP_TABLES.find(({ name }) => name === table)?.key ?? [];

/** By name, so that both databases give one order. */
export async function columnsOf(
  snapshot: Pick<StoreSnapshot, 'reader' | 'dialect'>,
  table: MemoryTable,
): Promise<string[]> {
  return (await readColumnsOf(snapshot.reader, snapshot.dialect, table)).map(({ name }) => name).sort();
}

/** @param used of concepts, those to give; words that were merely met are nobody's business elsewhere */
export async function* memoryRows(
  snapshot: StoreSnapshot,
  table: MemoryTable,
  columns: readonly string[],
  used: { has(id: number): boolean },
): AsyncGenerator<readonly TableRow[]> {
  const idAt = columns.indexOf('id');
  for await (const page of rowsOf(snapshot, table, keyOf(table), columns))
    yield table === 'soas' ? page.filter((row) => used.has(Number(row[idAt]))) : page;
}

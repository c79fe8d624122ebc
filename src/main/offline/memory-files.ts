// The memory as files of an export: the graph by names, for who joins it to another, and of all projects its very rows, for a host that goes on with its chain. The
// events of the chain hold numbers of rows within what is hashed, so the rows keep theirs. Called by bundle-contents.ts. Source: memory, Store.
import type { GraphFileVersion } from '../../shared/model/graph-file.ts';
import type { BundleSource } from '../bundle/write-bundle.ts';
import { canonicalJson, type Json } from '../store/audit/canonical-json.ts';
import { pagesOf } from '../store/bulk/pages.ts';
import type { StoreSnapshot } from '../store/bulk/snapshot.ts';
import { columnsOf, MEMORY_TABLES, type MemoryTable, memoryRows } from '../store/bundles/memory-tables.ts';
import { readQuestions } from '../store/tables/concepts.ts';
import type { IdSet } from '../transfer/edge-numbers.ts';
import { exportText } from '../transfer/export-formats.ts';
import { GraphPages } from '../transfer/graph-pages.ts';
import { GRAPH_FILE, memoryFile } from './bundle-layout.ts';

/** @param project null for all */
export function graphSource(snapshot: StoreSnapshot, project: string | null): BundleSource {
  return { name: GRAPH_FILE, open: () => graphBytes(snapshot, project) };
}

/** The lossless file of the graph, without when and by what it was written. @param version another than the newest */
export async function* graphBytes(
  snapshot: StoreSnapshot,
  project: string | null,
  version?: GraphFileVersion,
): AsyncGenerator<Uint8Array> {
  const request = { format: 'jsonl', project, events: false, stamp: null, version } as const;
  for await (const piece of exportText(new GraphPages(snapshot, project), request, () => undefined))
    yield Buffer.from(piece, 'utf8');
}

export async function memorySources(snapshot: StoreSnapshot): Promise<BundleSource[]> {
  const used = await spokenOf(snapshot);
  return MEMORY_TABLES.map((table) => ({
    name: memoryFile(table),
    open: () => tableBytes(snapshot, table, used),
  }));
}

async function* tableBytes(
  snapshot: StoreSnapshot,
  table: MemoryTable,
  used: IdSet,
): AsyncGenerator<Uint8Array> {
  const columns = await columnsOf(snapshot, table);
  yield lineOf({ table, columns });
  for await (const rows of memoryRows(snapshot, table, columns, used))
    yield Buffer.concat(rows.map((row) => lineOf(row as Json)));
}

const lineOf = (value: Json): Buffer => Buffer.from(`${canonicalJson(value)}\n`, 'utf8');

/** Members of events that are numbers of concepts. */
const CONCEPT_IDS: ReadonlySet<string> = new Set(['conceptId', 'parentId', 'dimensionId']);

/** Concepts that the graph, its past, a question or an event speaks of. */
async function spokenOf(snapshot: StoreSnapshot): Promise<IdSet> {
  const used = await new GraphPages(snapshot, null).usedConcepts(true);
  for (const { dim } of await readQuestions(snapshot.reader)) used.add(dim);
  const changes = (after: number, limit: number) =>
    snapshot.reader
      .selectFrom('graph_event')
      .select(['id', 'payload'])
      .where('kind', 'in', ['edge.changed', 'conflict.changed', 'dimension.changed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit);
  for await (const page of pagesOf(snapshot, changes))
    for (const payload of page.map((row) => page.text(row, 1)))
      JSON.parse(payload, (member, value: unknown) => {
        if (CONCEPT_IDS.has(member) && typeof value === 'number' && value > 0) used.add(value);
        return value;
      });
  return used;
}

// Edges (table `urd`) changed by decisions, edits and undo: moved, set, taken out, put back under the id they had.
// The caller keeps the period that ends (edge-history.ts) and the event; the database refuses what breaks a rule.
import type { EdgeRow } from '../../graph/types.ts';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { EDGE_COLUMNS, edgeRow } from './edges.ts';

/** An edge with the time since when it has held, epoch milliseconds. */
export interface DatedEdge extends EdgeRow {
  readonly validFrom: number;
}

/** Edges by id as the table has them; those that are gone are left out. */
export async function readDatedEdges(
  reader: StoreReader,
  edgeIds: readonly number[],
): Promise<Map<number, DatedEdge>> {
  const rows = await inChunks([...new Set(edgeIds)], (chunk) =>
    reader
      .selectFrom('urd')
      .select([...EDGE_COLUMNS, 'valid_from'])
      .where('edge_id', 'in', chunk)
      .execute(),
  );
  return new Map(rows.map((row) => [row.edge_id, { ...edgeRow(row), validFrom: row.valid_from }]));
}

/** Writes the edge's row anew under its id. @throws ConstraintError `unique` (the place is taken), `trigger` (a cycle) */
export async function changeEdge(writer: StoreWriter, edge: DatedEdge): Promise<void> {
  const { edge_id, ...columns } = columnsOf(edge);
  await writer.db.updateTable('urd').set(columns).where('edge_id', '=', edge_id).execute();
}

/** Puts an edge back under the id it had. @throws ConstraintError as `changeEdge`, or `unique` when the id is in use */
export async function restoreEdge(writer: StoreWriter, edge: DatedEdge): Promise<void> {
  await writer.db.insertInto('urd').values(columnsOf(edge)).execute();
}

/** Takes an edge out of the present. Its period belongs into the history. */
export async function removeEdge(writer: StoreWriter, edgeId: number): Promise<void> {
  await writer.db.deleteFrom('urd').where('edge_id', '=', edgeId).execute();
}

/** The row of an edge. */
export function columnsOf(edge: DatedEdge) {
  return {
    edge_id: edge.edgeId,
    project: edge.project,
    id: edge.concept,
    parent_id: edge.parent,
    dim_id: edge.dim,
    is_isa: edge.isIsa,
    confidence: edge.confidence,
    last_confirmed: edge.lastConfirmed,
    source: edge.source,
    valid_from: edge.validFrom,
    do_not_use: edge.doNotUse,
  };
}

// Edges (table `urd`) changed by decisions, edits and undo: moved, set, taken out, put back under the id they had.
// The caller keeps the period that ends (edge-history.ts) and the event; the database refuses what breaks a rule.
import { sql } from 'kysely';
import type { EdgeRow } from '../../graph/types.ts';
import { inChunks } from '../in-chunks.ts';
import { param, template } from '../statement-template.ts';
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

/** An edge before and after. */
export interface EdgeChange {
  readonly before: DatedEdge;
  readonly after: DatedEdge;
}

/** Writes edges' rows anew under their ids, in order. @throws ConstraintError `unique` (the place is taken), `trigger` (a cycle) */
export async function changeEdges(writer: StoreWriter, changes: readonly EdgeChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ after }) => columnsOf(after));
  if (writer.dialect === 'postgres') return changeTogether(writer, rows, isInAnyOrder(changes));
  const names = changedColumns(changes, rows);
  if (names.length === 0) return;
  const columns = Object.fromEntries(names.map((name) => [name, HOLES[name]]));
  const change = template<EdgeColumns>(
    writer.db.updateTable('urd').set(columns).where('edge_id', '=', HOLES.edge_id),
  );
  await writer.each(change, rows);
}

/** Columns that one of the changes changes: SQLite writes an index anew for each that is named, changed or not. */
function changedColumns(changes: readonly EdgeChange[], after: readonly EdgeColumns[]): ColumnName[] {
  const names = new Set<ColumnName>();
  for (const [i, { before }] of changes.entries()) {
    const [was, is] = [columnsOf(before), after[i] ?? columnsOf(before)];
    for (const name of COLUMN_NAMES) if (was[name] !== is[name]) names.add(name);
  }
  return COLUMN_NAMES.filter((name) => names.has(name));
}

/**
 * Whether it does not matter which row is written first: each is written once, and no dimension that gets facts loses any. What there is in
 * between of such a dimension is a part of what there is in the end, so that no rule is broken on the way which is not broken then.
 */
function isInAnyOrder(changes: readonly EdgeChange[]): boolean {
  const edges = new Set<number>();
  const losing = new Set<string>();
  const getting = new Set<string>();
  for (const { before, after } of changes) {
    edges.add(after.edgeId);
    if (isSamePlace(before, after)) continue;
    losing.add(`${before.dim} ${before.project}`);
    getting.add(`${after.dim} ${after.project}`);
  }
  return edges.size === changes.length && [...losing].every((dimension) => !getting.has(dimension));
}

function isSamePlace(a: DatedEdge, b: DatedEdge): boolean {
  return a.project === b.project && a.concept === b.concept && a.parent === b.parent && a.dim === b.dim;
}

/** One message: one statement, or, where they have to be written in the order given, a function that does so; see the migration that makes it. */
async function changeTogether(
  writer: StoreWriter,
  rows: readonly EdgeColumns[],
  inAnyOrder: boolean,
): Promise<void> {
  const of = <K extends keyof EdgeColumns>(name: K) => rows.map((row) => row[name]);
  const columns = sql`${of('edge_id')}::bigint[], ${of('project')}::text[], ${of('id')}::bigint[],
    ${of('parent_id')}::bigint[], ${of('dim_id')}::bigint[], ${of('is_isa')}::boolean[], ${of('confidence')}::float8[],
    ${of('last_confirmed')}::bigint[], ${of('source')}::text[], ${of('valid_from')}::bigint[],
    ${of('do_not_use')}::boolean[], ${of('is_guess')}::boolean[], ${of('until')}::bigint[]`;
  const change = inAnyOrder
    ? sql`update urd set project = c.project, id = c.id, parent_id = c.parent_id, dim_id = c.dim_id, is_isa = c.is_isa,
        confidence = c.confidence, last_confirmed = c.last_confirmed, source = c.source, valid_from = c.valid_from,
        do_not_use = c.do_not_use, is_guess = c.is_guess, until = c.until
      from unnest(${columns}) as c (edge_id, project, id, parent_id, dim_id, is_isa, confidence, last_confirmed, source,
        valid_from, do_not_use, is_guess, until)
      where urd.edge_id = c.edge_id`
    : sql`select urd_change(${columns})`;
  await change.execute(writer.db);
}

/** Puts edges back under the ids they had, in order. @throws ConstraintError as `changeEdges`, or `unique` when an id is in use */
export async function restoreEdges(writer: StoreWriter, edges: readonly DatedEdge[]): Promise<void> {
  const restore = template<EdgeColumns>(writer.db.insertInto('urd').values(HOLES));
  await writer.each(restore, edges.map(columnsOf));
}

/** Takes edges out of the present. Their periods belong into the history. */
export async function removeEdges(writer: StoreWriter, edgeIds: readonly number[]): Promise<void> {
  await inChunks(edgeIds, async (chunk) => {
    await writer.db.deleteFrom('urd').where('edge_id', 'in', chunk).execute();
    return [];
  });
}

type EdgeColumns = ReturnType<typeof columnsOf>;

const HOLES = {
  ...{ edge_id: param('edge_id'), project: param('project'), id: param('id'), parent_id: param('parent_id') },
  ...{ dim_id: param('dim_id'), is_isa: param('is_isa'), confidence: param('confidence') },
  ...{ last_confirmed: param('last_confirmed'), source: param('source') },
  ...{ valid_from: param('valid_from'), do_not_use: param('do_not_use') },
  ...{ is_guess: param('is_guess'), until: param('until') },
};

type ColumnName = keyof typeof HOLES;

const COLUMN_NAMES = Object.keys(HOLES) as ColumnName[];

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
    is_guess: edge.isGuess ?? false,
    until: edge.until ?? null,
  };
}

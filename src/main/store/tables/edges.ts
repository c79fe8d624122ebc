// Edges (table `urd`) and where they came from. What may be written is decided in memory/ and enforced by the database.
import { sql } from 'kysely';
import type { Provenance, Source } from '../../../shared/model/graph.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { NewEvent } from '../audit/chain.ts';
import { inChunks } from '../in-chunks.ts';
import { param, template } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { readTestimony, type Testimony, testimonyJson } from './edge-testimonies.ts';
import { touchEdges } from './edge-touches.ts';

/** Kept of an edge's provenance: the first entry, and so many of the latest. */
const LATEST_PROVENANCE = 9;

export interface NewEdge {
  readonly project: string;
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
  readonly isIsa: boolean;
  readonly confidence: number;
  readonly source: Source;
  /** Epoch milliseconds; when it was said. */
  readonly lastConfirmed: number;
  /** Epoch milliseconds; since when the graph holds it. */
  readonly validFrom: number;
  readonly isGuess?: true | undefined;
  /** Epoch milliseconds. */
  readonly until?: number | undefined;
}

export interface NewRoot {
  readonly project: string;
  readonly dim: number;
  readonly token: string;
  readonly isIsa: boolean;
}

export const EDGE_COLUMNS = [
  'edge_id',
  'project',
  'id',
  'parent_id',
  'dim_id',
  'is_isa',
  'confidence',
  'last_confirmed',
  'source',
  'do_not_use',
  'is_guess',
  'until',
] as const;

interface StoredEdge {
  readonly edge_id: number;
  readonly project: string;
  readonly id: number;
  readonly parent_id: number;
  readonly dim_id: number;
  readonly is_isa: boolean | number;
  readonly confidence: number;
  readonly last_confirmed: number;
  readonly source: Source;
  readonly do_not_use: boolean | number;
  readonly is_guess: boolean | number;
  readonly until: number | null;
}

export function edgeRow(row: StoredEdge): EdgeRow {
  return {
    edgeId: row.edge_id,
    project: row.project,
    concept: row.id,
    parent: row.parent_id,
    dim: row.dim_id,
    isIsa: Boolean(row.is_isa),
    confidence: row.confidence,
    lastConfirmed: row.last_confirmed,
    source: row.source,
    doNotUse: Boolean(row.do_not_use),
    isGuess: row.is_guess ? true : undefined,
    until: row.until ?? undefined,
  };
}

type EdgeValues = Record<keyof NewEdge, string | number | boolean | null>;

function insertEdge(writer: StoreWriter) {
  return writer.db.insertInto('urd').values({
    project: param('project'),
    id: param('concept'),
    parent_id: param('parent'),
    dim_id: param('dim'),
    is_isa: param('isIsa'),
    confidence: param('confidence'),
    last_confirmed: param('lastConfirmed'),
    source: param('source'),
    valid_from: param('validFrom'),
    is_guess: param('isGuess'),
    until: param('until'),
  });
}

/**
 * Inserts edges in order.
 * @returns their ids, aligned
 * @throws ConstraintError `unique` (the place is taken), `trigger` (a cycle), `check`, `foreign_key`
 */
export async function insertEdges(writer: StoreWriter, edges: readonly NewEdge[]): Promise<number[]> {
  const insert = template<EdgeValues, { edge_id: number; id: number }>(
    insertEdge(writer).returning(['edge_id', 'id']),
  );
  const rows = await writer.each(
    insert,
    edges.map((edge) => {
      const { project, concept, parent, dim, isIsa, confidence, source, lastConfirmed, validFrom } = edge;
      return {
        ...{ project, concept, parent, dim, isIsa, confidence, source, lastConfirmed, validFrom },
        ...{ isGuess: edge.isGuess ?? false, until: edge.until ?? null },
      };
    }),
  );
  return rows.map((row, i) => {
    if (row?.id !== edges[i]?.concept) throw new Error('the database gave an inserted edge no id of its own');
    return row?.edge_id ?? 0;
  });
}

/** Makes the roots that are not there yet. @returns the new ones, each with the event that records it */
export async function insertRoots(
  writer: StoreWriter,
  roots: readonly NewRoot[],
  at: number,
): Promise<{ edge: EdgeRow; event: NewEvent }[]> {
  const insert = template<EdgeValues, StoredEdge>(
    insertEdge(writer)
      .onConflict((conflict) => conflict.columns(['project', 'id', 'dim_id']).doNothing())
      .returning(EDGE_COLUMNS),
  );
  const source: Source = 'festinger';
  const rows = await writer.each(
    insert,
    roots.map(({ project, dim, isIsa }) => ({
      ...{ project, concept: dim, parent: dim, dim, isIsa },
      ...{ confidence: 1, source, lastConfirmed: at, validFrom: at, isGuess: false, until: null },
    })),
  );
  return rows.flatMap((row, i) => {
    const root = roots[i];
    if (!row || !root) return [];
    const payload = { dimension: root.token, isIsa: root.isIsa };
    const event = { at, project: root.project, kind: 'dimension.created', actor: source } as const;
    return [{ edge: edgeRow(row), event: { ...event, edgeId: row.edge_id, conflictId: null, payload } }];
  });
}

/** What hearing a fact again changes of its edge. */
export type Confirmation = Pick<
  EdgeRow,
  'edgeId' | 'confidence' | 'lastConfirmed' | 'source' | 'isGuess' | 'until'
>;

export async function confirmEdges(
  writer: StoreWriter,
  confirmations: readonly Confirmation[],
): Promise<void> {
  if (confirmations.length === 0) return;
  if (writer.dialect === 'postgres' && isDistinct(confirmations))
    await confirmTogether(writer, confirmations);
  else await confirmInTurn(writer, confirmations);
  await touchEdges(
    writer,
    confirmations.map(({ edgeId }) => edgeId),
  );
}

async function confirmInTurn(writer: StoreWriter, confirmations: readonly Confirmation[]): Promise<void> {
  const confirm = template<Record<keyof Confirmation, string | number | boolean | null>>(
    writer.db
      .updateTable('urd')
      .set({
        confidence: param('confidence'),
        last_confirmed: param('lastConfirmed'),
        source: param('source'),
        is_guess: param('isGuess'),
        until: param('until'),
      })
      .where('edge_id', '=', param('edgeId')),
  );
  await writer.each(
    confirm,
    confirmations.map(({ edgeId, confidence, lastConfirmed, source, isGuess = false, until = null }) => ({
      ...{ edgeId, confidence, lastConfirmed, source, isGuess, until },
    })),
  );
}

/** One statement with an array for each column; of two rows for one edge it would take either. */
async function confirmTogether(writer: StoreWriter, confirmations: readonly Confirmation[]): Promise<void> {
  const column = <K extends keyof Confirmation>(name: K) => confirmations.map((one) => one[name]);
  const guesses = confirmations.map(({ isGuess }) => isGuess ?? false);
  const ends = confirmations.map(({ until }) => until ?? null);
  await sql`update urd set confidence = c.confidence, last_confirmed = c.last_confirmed, source = c.source,
      is_guess = c.is_guess, until = c.until
    from unnest(${column('edgeId')}::bigint[], ${column('confidence')}::float8[],
      ${column('lastConfirmed')}::bigint[], ${column('source')}::text[], ${guesses}::boolean[], ${ends}::bigint[])
      as c (edge_id, confidence, last_confirmed, source, is_guess, until)
    where urd.edge_id = c.edge_id`.execute(writer.db);
}

function isDistinct(confirmations: readonly Confirmation[]): boolean {
  return new Set(confirmations.map(({ edgeId }) => edgeId)).size === confirmations.length;
}

export interface ProvenanceEntry extends Testimony {
  readonly edgeId: number;
}

/** Adds where edges were told from, in order. */
export async function appendProvenance(
  writer: StoreWriter,
  entries: readonly ProvenanceEntry[],
): Promise<void> {
  const insert = template<{ edgeId: number; entry: string }>(
    writer.db.insertInto('edge_provenance').values({ edge_id: param('edgeId'), entry: param('entry') }),
  );
  await writer.each(
    insert,
    entries.map(({ edgeId, ...word }) => ({ edgeId, entry: testimonyJson(word) })),
  );
}

/** Keeps of each edge's provenance the first entry and the latest ones. */
export async function pruneProvenance(writer: StoreWriter, edgeIds: readonly number[]): Promise<void> {
  await inChunks(edgeIds, async (chunk) => {
    await sql`
      delete from edge_provenance where provenance_id in (
        select provenance_id from (
          select provenance_id,
            row_number() over (partition by edge_id order by provenance_id) as nth,
            count(*) over (partition by edge_id) as entries
          from edge_provenance where edge_id in (${sql.join(chunk)})
        ) as ranked
        where nth > 1 and nth <= entries - ${sql.lit(LATEST_PROVENANCE)}
      )`.execute(writer.db);
    return [];
  });
}

/** Where these edges came from, oldest entry first. */
export async function readProvenance(
  reader: StoreReader,
  edgeIds: readonly number[],
): Promise<Map<number, Provenance[]>> {
  const rows = await inChunks(edgeIds, (chunk) =>
    reader
      .selectFrom('edge_provenance')
      .select(['edge_id', 'entry'])
      .where('edge_id', 'in', chunk)
      .orderBy('provenance_id')
      .execute(),
  );
  const byEdge = new Map<number, Provenance[]>();
  for (const row of rows) {
    const entries = byEdge.get(row.edge_id) ?? [];
    entries.push(readTestimony(row.entry).provenance);
    byEdge.set(row.edge_id, entries);
  }
  return byEdge;
}

/** Edges by id; those that are gone are left out. */
export async function readEdges(reader: StoreReader, edgeIds: readonly number[]): Promise<EdgeRow[]> {
  const rows = await inChunks(edgeIds, (chunk) =>
    reader.selectFrom('urd').select(EDGE_COLUMNS).where('edge_id', 'in', chunk).execute(),
  );
  return rows.map(edgeRow);
}

/** Since when each of these edges has held, epoch milliseconds. */
export async function readValidFrom(
  reader: StoreReader,
  edgeIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await inChunks(edgeIds, (chunk) =>
    reader.selectFrom('urd').select(['edge_id', 'valid_from']).where('edge_id', 'in', chunk).execute(),
  );
  return new Map(rows.map((row) => [row.edge_id, row.valid_from]));
}

/** The edge of a concept in a dimension and every edge above it, as the database has them. */
export async function readChainUp(
  reader: StoreReader,
  place: { readonly project: string; readonly concept: number; readonly dim: number },
): Promise<EdgeRow[]> {
  const { project, concept, dim } = place;
  const rows = await reader
    .withRecursive('up(node)', (db) =>
      db
        .selectFrom(sql<{ node: number }>`(select cast(${concept} as bigint) as node)`.as('start'))
        .select('start.node')
        .union(
          db
            .selectFrom('urd')
            .innerJoin('up', 'up.node', 'urd.id')
            .where('urd.project', '=', project)
            .where('urd.dim_id', '=', dim)
            .select('urd.parent_id as node'),
        ),
    )
    .selectFrom('urd')
    .innerJoin('up', 'up.node', 'urd.id')
    .where('urd.project', '=', project)
    .where('urd.dim_id', '=', dim)
    .select(EDGE_COLUMNS.map((column) => `urd.${column}` as const))
    .execute();
  return rows.map(edgeRow);
}

// Rows of `graph_action`: what people and runs did, whole. A projection of the `action.*` events; undo reads the parts
// that follow its head. Written in the transaction of the change itself. Source: memory, Conflicts, D11.
import { sql } from 'kysely';
import type { ActionKind } from '../../../shared/model/decision.ts';
import { contains } from '../contains.ts';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface StoredAction {
  /** The id of its head event. */
  readonly id: number;
  readonly at: number;
  readonly project: string;
  readonly kind: ActionKind;
  readonly actor: string;
  readonly reason: string;
  readonly summary: string;
  /** Events after the head that belong to it. */
  readonly parts: number;
  readonly undoes: number | null;
  readonly undoneBy: number | null;
}

export interface StoredDelta {
  readonly id: number;
  readonly kind: string;
  readonly project: string;
  readonly edgeId: number | null;
  readonly conflictId: number | null;
  /** JSON. */
  readonly payload: string;
}

export async function insertAction(writer: StoreWriter, action: StoredAction): Promise<void> {
  const { undoneBy: undone_by, ...columns } = action;
  await writer.db
    .insertInto('graph_action')
    .values({ ...columns, undone_by })
    .execute();
}

export async function setUndoneBy(writer: StoreWriter, id: number, undoneBy: number | null): Promise<void> {
  await writer.db.updateTable('graph_action').set({ undone_by: undoneBy }).where('id', '=', id).execute();
}

export async function readAction(reader: StoreReader, id: number): Promise<StoredAction | undefined> {
  const row = await reader.selectFrom('graph_action').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? storedAction(row) : undefined;
}

/** The latest redo of an action: what took its latest undo back. */
export async function readLatestRedo(reader: StoreReader, id: number): Promise<StoredAction | undefined> {
  const undo = await reader
    .selectFrom('graph_action')
    .select('undone_by')
    .where('undoes', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return undo?.undone_by == null ? undefined : readAction(reader, undo.undone_by);
}

/** The action that made an edge, whatever ended it and put it back since; undefined where none did. */
export async function readMaker(reader: StoreReader, edgeId: number): Promise<StoredAction | undefined> {
  const event = await reader
    .selectFrom('graph_event')
    .select('id')
    .where('edge_id', '=', edgeId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!event) return undefined;
  const row = await reader
    .selectFrom('graph_action')
    .selectAll()
    .where('id', '<', event.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && row.id + row.parts >= event.id ? storedAction(row) : undefined;
}

export interface ActionFilter {
  readonly project?: string | undefined;
  readonly kind?: ActionKind | undefined;
  /** Part of who did it, without regard to case. */
  readonly actor?: string | undefined;
  /** All of the actor, to the letter. */
  readonly by?: string | undefined;
  /** Part of what was done, by whom or why, without regard to case. */
  readonly search?: string | undefined;
  /** Epoch milliseconds, both included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface ActionPage {
  /** Only those with a smaller id. */
  readonly before?: number | undefined;
  /** Newest first, unless said otherwise. */
  readonly sort?: 'at' | 'kind' | 'actor' | undefined;
  readonly descending?: boolean | undefined;
  readonly offset?: number | undefined;
  readonly limit: number;
}

function filtered(reader: StoreReader, filter: ActionFilter) {
  let query = reader.selectFrom('graph_action');
  if (filter.project !== undefined) query = query.where('project', '=', filter.project);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<=', filter.to);
  if (filter.by !== undefined) query = query.where('actor', '=', filter.by);
  if (filter.actor) query = query.where(contains('actor', filter.actor));
  const { search } = filter;
  if (search) {
    const within = (['summary', 'actor', 'reason'] as const).map((column) => contains(column, search));
    query = query.where((eb) => eb.or(within));
  }
  return query;
}

export async function listActions(
  reader: StoreReader,
  filter: ActionFilter,
  { before, sort = 'at', descending = true, offset = 0, limit }: ActionPage,
): Promise<StoredAction[]> {
  const way = descending ? 'desc' : 'asc';
  let query = filtered(reader, filter).selectAll().limit(limit).offset(offset);
  // Of one kind or by one person: the newest first, whichever way these stand.
  if (sort !== 'at') query = query.orderBy(sort, way);
  query = query.orderBy('id', sort === 'at' ? way : 'desc');
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.execute()).map(storedAction);
}

export async function countActions(reader: StoreReader, filter: ActionFilter): Promise<number> {
  const row = await filtered(reader, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Who acted, most often first. */
export async function listActionActors(reader: StoreReader, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('graph_action')
    .select('actor')
    .groupBy('actor')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('actor')
    .limit(limit)
    .execute();
  return rows.map(({ actor }) => actor);
}

/** Actions by id; unknown ids are left out. */
export async function readActions(reader: StoreReader, ids: readonly number[]): Promise<StoredAction[]> {
  if (ids.length === 0) return [];
  const rows = await reader.selectFrom('graph_action').selectAll().where('id', 'in', ids).execute();
  return rows.map(storedAction);
}

/** Actions whose head or parts lie between two events, both included. They never overlap. */
export async function readActionsWithin(
  reader: StoreReader,
  first: number,
  last: number,
): Promise<Pick<StoredAction, 'id' | 'parts'>[]> {
  const before = await reader
    .selectFrom('graph_action')
    .select('id')
    .where('id', '<=', first)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return reader
    .selectFrom('graph_action')
    .select(['id', 'parts'])
    .where('id', '>=', before?.id ?? 0)
    .where('id', '<=', last)
    .orderBy('id')
    .execute();
}

/** The event that heads an action. */
export interface StoredHead {
  readonly id: number;
  readonly at: number;
  readonly project: string;
  readonly actor: string;
  /** JSON. */
  readonly payload: string;
}

/** Actions and the events that head them, side by side, oldest first; either may be missing. @param after by id */
export async function readHeads(
  reader: StoreReader,
  after: number,
  limit: number,
): Promise<{ id: number; event: StoredHead | undefined; action: StoredAction | undefined }[]> {
  const heads = await reader
    .selectFrom('graph_event')
    .select(['id', 'at', 'project', 'actor', 'payload'])
    .where('kind', 'like', 'action.%')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const last = heads.length < limit ? Number.MAX_SAFE_INTEGER : (heads.at(-1)?.id ?? 0);
  const rows = await reader
    .selectFrom('graph_action')
    .selectAll()
    .where('id', '>', after)
    .where('id', '<=', last)
    .execute();
  const actions = new Map(rows.map((row) => [row.id, storedAction(row)]));
  const events = new Map(heads.map((head) => [head.id, head]));
  const ids = [...new Set([...actions.keys(), ...events.keys()])].sort((a, b) => a - b);
  return ids.map((id) => ({ id, event: events.get(id), action: actions.get(id) }));
}

/** Parts read in one go: what a large action changed does not come in one message. */
const PARTS_PAGE = 250;

/** The parts of an action, the last first, in pages. */
export async function* partsBackwards(
  reader: StoreReader,
  action: Pick<StoredAction, 'id' | 'parts'>,
): AsyncGenerator<StoredDelta[], void, void> {
  for (let upTo = action.id + action.parts; upTo > action.id; upTo -= PARTS_PAGE) {
    const rows = await reader
      .selectFrom('graph_event')
      .select(['id', 'kind', 'project', 'edge_id', 'conflict_id', 'payload'])
      .where('id', '>', Math.max(action.id, upTo - PARTS_PAGE))
      .where('id', '<=', upTo)
      .orderBy('id', 'desc')
      .execute();
    yield rows.map(({ edge_id: edgeId, conflict_id: conflictId, ...row }) => ({
      ...row,
      edgeId,
      conflictId,
    }));
  }
}

/** A change of an edge within an action. */
export interface DeltaOfEdge {
  readonly edgeId: number;
  readonly actionId: number;
  readonly undoneBy: number | null;
  /** JSON. */
  readonly payload: string;
}

/** Every change that actions other than this one made of these edges; of each edge oldest first. */
export async function readOtherPartsOf(
  reader: StoreReader,
  edgeIds: readonly number[],
  { id, parts }: Pick<StoredAction, 'id' | 'parts'>,
): Promise<DeltaOfEdge[]> {
  // Two questions, and sorted here: over a chain that grew a moment ago, PostgreSQL would rather go through all of it, in order.
  return inChunks(edgeIds, async (chunk) => {
    const events = await reader
      .selectFrom('graph_event')
      .select('id')
      .where('edge_id', 'in', chunk)
      .where(sql<boolean>`kind = 'edge.changed' and (id + 0 < ${id} or id + 0 > ${id + parts})`)
      .execute();
    const inOrder = events.map((event) => event.id).sort((one, other) => one - other);
    return inChunks(inOrder, (found) => readWithActions(reader, found));
  });
}

async function readWithActions(reader: StoreReader, eventIds: readonly number[]): Promise<DeltaOfEdge[]> {
  const rows = await reader
    .selectFrom('graph_event as e')
    .innerJoin('graph_action as a', (join) =>
      join.on('a.id', '=', sql<number>`(select max(b.id) from graph_action b where b.id < e.id)`),
    )
    .select(['e.id as event', 'e.edge_id', 'e.payload', 'a.id', 'a.undone_by'])
    .where('e.id', 'in', eventIds)
    .where(sql<boolean>`e.id <= a.id + a.parts`)
    .execute();
  return rows
    .sort((one, other) => one.event - other.event)
    .map((row) => ({
      ...{ edgeId: row.edge_id ?? 0, actionId: row.id, undoneBy: row.undone_by, payload: row.payload },
    }));
}

interface ActionRow {
  readonly id: number;
  readonly at: number;
  readonly project: string;
  readonly kind: string;
  readonly actor: string;
  readonly reason: string;
  readonly summary: string;
  readonly parts: number;
  readonly undoes: number | null;
  readonly undone_by: number | null;
}

function storedAction({ undone_by: undoneBy, kind, ...row }: ActionRow): StoredAction {
  return { ...row, kind: kind as ActionKind, undoneBy };
}

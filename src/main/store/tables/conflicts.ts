// Reads the resolution queue: facts that collided with the graph, waiting for a decision or decided.
// Written by conflict-queue.ts. Source: memory, Conflicts, D7, D12, D13.
import { type SelectQueryBuilder, sql } from 'kysely';
import {
  type CollisionType,
  type ConflictKind,
  type ConflictStatus,
  type Correction,
  Provenance,
  type Source,
} from '../../../shared/model/graph.ts';
import { contains } from '../contains.ts';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader } from '../store-access.ts';
import { isClaim, type QueueClaim } from './same-claim.ts';

const OPEN_STATUSES = ['pending', 'needs_human'] as const satisfies readonly ConflictStatus[];

// A literal, not a parameter: both databases match it with the predicate of the partial index.
export const IS_OPEN = sql<boolean>`status in ('pending', 'needs_human')`;

/** A row of the queue with tokens for ids. */
export interface StoredConflict {
  readonly id: number;
  readonly project: string;
  readonly concept: { readonly id: number; readonly token: string };
  readonly dimension: { readonly id: number; readonly token: string };
  /** As it was when the fact came in. */
  readonly existing: {
    readonly edgeId: number;
    readonly parentId: number;
    readonly parent: string;
    readonly isIsa: boolean;
    readonly confidence: number;
    readonly source: Source;
  } | null;
  readonly incoming: {
    readonly parentId: number;
    readonly parent: string;
    readonly isIsa: boolean;
    readonly confidence: number;
    readonly source: Source;
    readonly provenance: Provenance;
  };
  readonly type: CollisionType;
  /** For `ends` the incoming fact is the known one, which is so no more. */
  readonly correction: Correction | null;
  readonly status: ConflictStatus;
  readonly priority: number;
  readonly version: number;
  readonly createdAt: number;
  readonly resolvedAt: number | null;
  readonly decidedBy: string | null;
  readonly seenCount: number;
  readonly attempts: number;
  readonly lastProblem: string | null;
  readonly snoozedUntil: number | null;
  readonly note: string | null;
  /** JSON as the decision wrote it. */
  readonly resolution: string | null;
}

export interface ConflictFilter {
  readonly project?: string | undefined;
  readonly view: 'open' | 'snoozed' | 'decided' | 'all';
  /** What separates open from snoozed, epoch milliseconds. */
  readonly now: number;
  readonly type?: ConflictKind | undefined;
  /** Part of a token: the concept's, the dimension's or either parent's. */
  readonly search?: string | undefined;
}

type Joined = ReturnType<typeof joined>;

function joined(reader: StoreReader) {
  return reader
    .selectFrom('resolution_queue as q')
    .innerJoin('soas as c', 'c.id', 'q.concept_id')
    .innerJoin('soas as d', 'd.id', 'q.dim_id')
    .innerJoin('soas as i', 'i.id', 'q.incoming_parent_id')
    .leftJoin('soas as e', 'e.id', 'q.existing_parent_id');
}

const selected = (query: Joined) =>
  query
    .selectAll('q')
    .select(['c.token as concept', 'd.token as dimension', 'i.token as incoming', 'e.token as existing']);

type SelectedRow =
  ReturnType<typeof selected> extends SelectQueryBuilder<infer _DB, infer _T, infer O> ? O : never;

function filtered(query: Joined, filter: ConflictFilter): Joined {
  const { view, now } = filter;
  const statuses = view === 'decided' ? (['resolved', 'dismissed'] as const) : OPEN_STATUSES;
  let result = view === 'all' ? query : query.where('q.status', 'in', statuses);
  if (view === 'open') {
    result = result.where((eb) => eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', now)]));
  } else if (view === 'snoozed') result = result.where('snoozed_until', '>', now);
  if (filter.project !== undefined) result = result.where('q.project', '=', filter.project);
  if (filter.type !== undefined) result = ofKind(result, filter.type);
  const { search } = filter;
  if (search) {
    const within = ['c.token', 'd.token', 'i.token', 'e.token'].map((column) => contains(column, search));
    result = result.where((eb) => eb.or(within));
  }
  return result;
}

/** See `conflictKind` (shared/model/graph.ts). */
function ofKind(query: Joined, kind: ConflictKind): Joined {
  if (kind === 'cycle') return query.where('q.collision_type', '=', kind);
  const isCorrection = query.where('q.correction', '=', kind === 'correction');
  return kind === 'correction'
    ? isCorrection.where('q.collision_type', '<>', 'cycle')
    : isCorrection.where('q.collision_type', '=', kind);
}

/** A page of the queue: open ones by priority and age, decided ones newest first, all of them by when they came in. */
export async function listConflicts(
  reader: StoreReader,
  filter: ConflictFilter & { readonly limit: number; readonly offset: number },
): Promise<{ rows: StoredConflict[]; total: number; open: number }> {
  const matching = filtered(joined(reader), filter);
  const rows = await ordered(selected(matching), filter.view)
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const total = await matching.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst();
  return {
    rows: rows.map(storedConflict),
    total: Number(total?.n ?? 0),
    open: await countOpen(reader, filter.project),
  };
}

function ordered(query: ReturnType<typeof selected>, view: ConflictFilter['view']) {
  switch (view) {
    case 'open':
      return query.orderBy('q.priority', 'desc').orderBy('q.created_at').orderBy('q.id');
    case 'snoozed':
      return query.orderBy('q.snoozed_until').orderBy('q.id');
    case 'decided':
      return query.orderBy('q.resolved_at', 'desc').orderBy('q.id', 'desc');
    case 'all':
      return query.orderBy('q.id', 'desc');
  }
}

export async function readConflict(reader: StoreReader, id: number): Promise<StoredConflict | undefined> {
  const row = await selected(joined(reader)).where('q.id', '=', id).executeTakeFirst();
  return row ? storedConflict(row) : undefined;
}

/** Conflicts by id. */
export async function readConflicts(
  reader: StoreReader,
  ids: readonly number[],
): Promise<Map<number, StoredConflict>> {
  const rows = await inChunks(ids, async (chunk) =>
    (await selected(joined(reader)).where('q.id', 'in', chunk).execute()).map(storedConflict),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** For each of these conflicts the earlier ones about the same claim that were decided, newest first. */
export async function readEarlier(
  reader: StoreReader,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await inChunks(ids, (chunk) =>
    reader
      .selectFrom('resolution_queue as q')
      .innerJoin('resolution_queue as e', (join) =>
        join
          .onRef('e.project', '=', 'q.project')
          .onRef('e.concept_id', '=', 'q.concept_id')
          .onRef('e.dim_id', '=', 'q.dim_id')
          .onRef('e.incoming_parent_id', '=', 'q.incoming_parent_id')
          .onRef('e.incoming_is_isa', '=', 'q.incoming_is_isa')
          .onRef('e.ends', '=', 'q.ends')
          .onRef('e.id', '<', 'q.id'),
      )
      .where('q.id', 'in', chunk)
      .where('e.status', 'in', ['resolved', 'dismissed'])
      .select(['q.id', 'e.id as earlier'])
      .orderBy('e.id', 'desc')
      .execute(),
  );
  const byId = new Map<number, number[]>();
  for (const { id, earlier } of rows) {
    const list = byId.get(id) ?? [];
    list.push(earlier);
    byId.set(id, list);
  }
  return byId;
}

/** Open conflicts at these places, oldest first. */
export async function readOpenAt(
  reader: StoreReader,
  places: readonly { readonly project: string; readonly concept: number; readonly dim: number }[],
): Promise<StoredConflict[]> {
  const keys = new Set(places.map(({ project, concept, dim }) => `${concept} ${dim} ${project}`));
  // Read where they come in: all of a large action's at once would hold the event loop.
  return inChunks([...new Set(places.map((place) => place.concept))], async (chunk) => {
    const rows = await selected(joined(reader))
      .where('q.status', 'in', OPEN_STATUSES)
      .where('q.concept_id', 'in', chunk)
      .orderBy('q.id')
      .execute();
    return rows
      .filter((row) => keys.has(`${row.concept_id} ${row.dim_id} ${row.project}`))
      .map(storedConflict);
  });
}

/** Open conflicts whose claim names a concept as subject, parent or dimension, oldest first. */
export async function readOpenNaming(
  reader: StoreReader,
  project: string,
  concept: number,
): Promise<StoredConflict[]> {
  const rows = await selected(joined(reader))
    .where('q.project', '=', project)
    .where('q.status', 'in', OPEN_STATUSES)
    .where((eb) =>
      eb.or([
        eb('q.concept_id', '=', concept),
        eb('q.dim_id', '=', concept),
        eb('q.incoming_parent_id', '=', concept),
      ]),
    )
    .orderBy('q.id')
    .execute();
  return rows.map(storedConflict);
}

/** Open conflicts of one dimension, most urgent first: the first of them, and how many there are. */
export async function readOpenIn(
  reader: StoreReader,
  project: string,
  dim: number,
  limit: number,
): Promise<{ rows: StoredConflict[]; total: number }> {
  const matching = joined(reader)
    .where('q.project', '=', project)
    .where('q.dim_id', '=', dim)
    .where('q.status', 'in', OPEN_STATUSES);
  const rows = await ordered(selected(matching), 'open').limit(limit).execute();
  const total = await matching.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst();
  return { rows: rows.map(storedConflict), total: Number(total?.n ?? 0) };
}

/** Open conflicts whose claim was told with an end that has passed. @param now epoch milliseconds */
export async function readEndingClaims(
  reader: StoreReader,
  now: number,
): Promise<{ readonly project: string; readonly concept: number }[]> {
  const rows = await reader
    .selectFrom('resolution_queue')
    .select(['project', 'concept_id', 'provenance'])
    .where(IS_OPEN)
    .where('provenance', 'like', '%"until":%')
    .execute();
  return rows
    .filter(({ provenance }) => {
      const { until } = Provenance.parse(JSON.parse(provenance));
      return until !== undefined && until <= now;
    })
    .map((row) => ({ project: row.project, concept: row.concept_id }));
}

/** The open conflict with exactly this claim, if it waits. */
export async function readOpenClaim(reader: StoreReader, claim: QueueClaim): Promise<number | undefined> {
  const row = await reader
    .selectFrom('resolution_queue')
    .select('id')
    .where(IS_OPEN)
    .where(isClaim(claim))
    .executeTakeFirst();
  return row?.id;
}

/** The newest conflict with exactly this claim that was decided, if there is one. */
export async function readDecidedClaim(reader: StoreReader, claim: QueueClaim): Promise<number | undefined> {
  const row = await reader
    .selectFrom('resolution_queue')
    .select('id')
    .where('status', 'in', ['resolved', 'dismissed'])
    .where(isClaim(claim))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Open conflicts about a concept, most urgent first. */
export async function readOpenIds(reader: StoreReader, project: string, concept: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('resolution_queue')
    .select('id')
    .where('project', '=', project)
    .where('concept_id', '=', concept)
    .where(IS_OPEN)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

async function countOpen(reader: StoreReader, project: string | undefined): Promise<number> {
  let query = reader
    .selectFrom('resolution_queue')
    .where('status', 'in', OPEN_STATUSES)
    .select((eb) => eb.fn.countAll<number>().as('n'));
  if (project !== undefined) query = query.where('project', '=', project);
  return Number((await query.executeTakeFirst())?.n ?? 0);
}

/** Open conflicts whose claim is so already, which must not be: it stands in the graph, or what it ends does not. */
export async function readOpenTruths(reader: StoreReader, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('resolution_queue as q')
    .leftJoin('urd as u', (join) =>
      join
        .onRef('u.project', '=', 'q.project')
        .onRef('u.id', '=', 'q.concept_id')
        .onRef('u.dim_id', '=', 'q.dim_id')
        .onRef('u.parent_id', '=', 'q.incoming_parent_id')
        .onRef('u.is_isa', '=', 'q.incoming_is_isa'),
    )
    .where('q.status', 'in', OPEN_STATUSES)
    .where((eb) =>
      eb.or([
        eb.and([eb('q.ends', '=', false), eb('u.edge_id', 'is not', null)]),
        eb.and([eb('q.ends', '=', true), eb('u.edge_id', 'is', null)]),
      ]),
    )
    .select('q.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

function storedConflict(row: SelectedRow): StoredConflict {
  const { existing_edge_id: edgeId, existing_is_isa: isIsa, existing_confidence: confidence } = row;
  const { existing_source: source, existing: parent, existing_parent_id: parentId } = row;
  const complete =
    edgeId !== null && parentId !== null && parent !== null && confidence !== null && source !== null;
  return {
    id: row.id,
    project: row.project,
    concept: { id: row.concept_id, token: row.concept },
    dimension: { id: row.dim_id, token: row.dimension },
    existing: complete ? { edgeId, parentId, parent, isIsa: Boolean(isIsa), confidence, source } : null,
    incoming: {
      parentId: row.incoming_parent_id,
      parent: row.incoming,
      isIsa: Boolean(row.incoming_is_isa),
      confidence: row.incoming_confidence,
      source: row.incoming_source,
      provenance: Provenance.parse(JSON.parse(row.provenance)),
    },
    type: row.collision_type,
    correction: row.ends ? 'ends' : row.correction ? 'now' : null,
    status: row.status,
    priority: row.priority,
    version: row.version,
    createdAt: row.created_at,
    resolvedAt: row.resolved_at,
    decidedBy: row.decided_by,
    seenCount: row.seen_count,
    attempts: row.attempts,
    lastProblem: row.last_problem,
    snoozedUntil: row.snoozed_until,
    note: row.note,
    resolution: row.resolution,
  };
}

// The past of edges: a row of `urd_history` for every stretch of time during which an edge held and does no more.
// Append-only. With the edges of the present it answers what the graph said at a moment. Source: memory D11.
import { sql } from 'kysely';
import type { Source } from '../../../shared/model/graph.ts';
import { param, template } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { columnsOf, type DatedEdge } from './edge-changes.ts';

export interface EndedPeriod {
  readonly edge: DatedEdge;
  /** Epoch milliseconds; not before it began. */
  readonly validTo: number;
  /** The event that ended it. */
  readonly eventId: number;
}

/** A stretch of time during which an edge held, or holds (`validTo` null). */
export interface StoredPeriod {
  readonly edgeId: number;
  readonly concept: string;
  readonly parent: string;
  readonly dimension: string;
  readonly isIsa: boolean;
  readonly confidence: number;
  readonly source: Source;
  readonly validFrom: number;
  readonly validTo: number | null;
  readonly endedBy: number | null;
}

export async function appendHistory(writer: StoreWriter, periods: readonly EndedPeriod[]): Promise<void> {
  const rows = periods.map(historyRow);
  const holes = Object.fromEntries(HISTORY_COLUMNS.map((column) => [column, param(column)]));
  const insert = template<HistoryRow>(
    writer.db.insertInto('urd_history').values(holes as Record<keyof HistoryRow, never>),
  );
  await writer.each(insert, rows);
}

type HistoryRow = ReturnType<typeof historyRow>;

function historyRow({ edge, validTo, eventId }: EndedPeriod) {
  const { do_not_use: _d, is_guess: _g, ...columns } = columnsOf(edge);
  return { ...columns, valid_to: Math.max(validTo, edge.validFrom), event_id: eventId };
}

/** In this order. */
export const HISTORY_COLUMNS: readonly (keyof HistoryRow)[] = [
  ...(['edge_id', 'project', 'id', 'parent_id', 'dim_id', 'is_isa', 'confidence'] as const),
  ...(['last_confirmed', 'source', 'valid_from', 'valid_to', 'event_id', 'until'] as const),
];

const PERIOD_COLUMNS = ['p.edge_id', 'p.is_isa', 'p.confidence', 'p.source', 'p.valid_from'] as const;

/** The periods of a concept's edges, past and present, in every dimension, newest first; its own root left out. */
export async function readPeriods(
  reader: StoreReader,
  place: { readonly project: string; readonly concept: number },
): Promise<StoredPeriod[]> {
  const past = await reader
    .selectFrom('urd_history as p')
    .innerJoin('soas as c', 'c.id', 'p.id')
    .innerJoin('soas as parent', 'parent.id', 'p.parent_id')
    .innerJoin('soas as d', 'd.id', 'p.dim_id')
    .where('p.project', '=', place.project)
    .where('p.id', '=', place.concept)
    .whereRef('p.id', '!=', 'p.dim_id')
    .select([...PERIOD_COLUMNS, 'c.token as concept', 'parent.token as parent', 'd.token as dimension'])
    .select(['p.valid_to', 'p.event_id', 'p.history_id'])
    .orderBy('p.valid_from', 'desc')
    .orderBy('p.history_id', 'desc')
    .execute();
  const present = await reader
    .selectFrom('urd as p')
    .innerJoin('soas as c', 'c.id', 'p.id')
    .innerJoin('soas as parent', 'parent.id', 'p.parent_id')
    .innerJoin('soas as d', 'd.id', 'p.dim_id')
    .where('p.project', '=', place.project)
    .where('p.id', '=', place.concept)
    .whereRef('p.id', '!=', 'p.dim_id')
    .select([...PERIOD_COLUMNS, 'c.token as concept', 'parent.token as parent', 'd.token as dimension'])
    .orderBy('p.valid_from', 'desc')
    .orderBy('p.edge_id', 'desc')
    .execute();
  return [
    ...present.map((row) => period(row, null, null)),
    ...past.map((row) => period(row, row.valid_to, row.event_id)),
  ].sort((a, b) => b.validFrom - a.validFrom);
}

interface PeriodRow {
  readonly edge_id: number;
  readonly concept: string;
  readonly parent: string;
  readonly dimension: string;
  readonly is_isa: boolean | number;
  readonly confidence: number;
  readonly source: Source;
  readonly valid_from: number;
}

function period(row: PeriodRow, validTo: number | null, endedBy: number | null): StoredPeriod {
  const { concept, parent, dimension, confidence, source } = row;
  return {
    ...{ edgeId: row.edge_id, concept, parent, dimension, isIsa: Boolean(row.is_isa), confidence, source },
    ...{ validFrom: row.valid_from, validTo, endedBy },
  };
}

export interface Span {
  readonly project: string;
  readonly dim: number;
  /** Epoch milliseconds. */
  readonly from: number;
  /** Later than `from`. */
  readonly to: number;
  /** Places at most; what there are beside them is counted. */
  readonly limit: number;
}

/** What stood at a place then and later; null where nothing did. At least one is there, and they are not the same. */
export interface PlaceDifference {
  readonly concept: number;
  readonly before: { readonly parent: number; readonly isIsa: boolean } | null;
  readonly after: { readonly parent: number; readonly isIsa: boolean } | null;
}

interface DifferenceRow {
  readonly id: number;
  readonly before_parent: number | null;
  readonly before_isa: boolean | number | null;
  readonly after_parent: number | null;
  readonly after_isa: boolean | number | null;
}

export interface Differences {
  /** At most as many as asked for, those of the newest concepts. */
  readonly places: readonly PlaceDifference[];
  /** Of all there are. */
  readonly counts: { readonly added: number; readonly gone: number; readonly moved: number };
}

/** The places that differ, the root of the dimension left out. */
const differing = ({ project, dim, from, to }: Span) => sql`
  with period as (
    select id, parent_id, is_isa, valid_from, valid_to from urd_history
     where project = ${project} and dim_id = ${dim} and id <> dim_id
       and valid_from <= ${to} and valid_to > ${from}
    union all
    select id, parent_id, is_isa, valid_from, until as valid_to from urd
     where project = ${project} and dim_id = ${dim} and id <> dim_id and valid_from <= ${to}
  ), touched as (
    select distinct id from period
     where valid_from > ${from} or (valid_to is not null and valid_to <= ${to})
  ), earlier as (
    select id, parent_id, is_isa from period
     where valid_from <= ${from} and (valid_to is null or valid_to > ${from})
  ), later as (
    select id, parent_id, is_isa from period
     where valid_from <= ${to} and (valid_to is null or valid_to > ${to})
  ), differing as (
    select t.id, b.parent_id as before_parent, b.is_isa as before_isa, a.parent_id as after_parent, a.is_isa as after_isa
      from touched t left join earlier b on b.id = t.id left join later a on a.id = t.id
     where (b.id is not null or a.id is not null)
       and (b.id is null or a.id is null or b.parent_id <> a.parent_id or b.is_isa <> a.is_isa)
  )`;

export async function readDifferences(reader: StoreReader, span: Span): Promise<Differences> {
  const rows = await sql<DifferenceRow>`${differing(span)}
    select * from differing order by id desc limit ${span.limit}`.execute(reader as never);
  const counted = await sql<
    Readonly<Record<'added' | 'gone' | 'moved', number | string | null>>
  >`${differing(span)}
    select sum(case when before_parent is null then 1 else 0 end) as added,
           sum(case when after_parent is null then 1 else 0 end) as gone,
           sum(case when before_parent is not null and after_parent is not null then 1 else 0 end) as moved
      from differing`.execute(reader as never);
  const side = (parent: number | null, isIsa: boolean | number | null) =>
    parent === null ? null : { parent: Number(parent), isIsa: Boolean(isIsa) };
  const { added = 0, gone = 0, moved = 0 } = counted.rows[0] ?? {};
  return {
    places: rows.rows.map((row) => ({
      concept: Number(row.id),
      before: side(row.before_parent, row.before_isa),
      after: side(row.after_parent, row.after_isa),
    })),
    counts: { added: Number(added), gone: Number(gone), moved: Number(moved) },
  };
}

/** Two periods of one place that overlap. */
interface Overlap {
  readonly edgeId: number;
  readonly otherEdgeId: number;
}

/** Periods of one place that overlap in time, which must not be: at most `limit` pairs. */
export async function findOverlaps(reader: StoreReader, limit: number): Promise<Overlap[]> {
  const result = await sql<{ edge_id: number; other_id: number }>`
    with period as (
      select history_id as n, edge_id, project, id, dim_id, valid_from, valid_to from urd_history
      union all
      select 0 as n, u.edge_id, u.project, u.id, u.dim_id, u.valid_from, null as valid_to from urd u
       where exists (select 1 from urd_history h where h.project = u.project and h.id = u.id and h.dim_id = u.dim_id)
    ), next as (
      select edge_id, valid_to, n,
        lead(edge_id) over place as other_id, lead(valid_from) over place as other_from
      from period
      window place as (partition by project, id, dim_id order by valid_from, case when n = 0 then 1 else 0 end, n)
    )
    select edge_id, other_id from next
     where other_id is not null and (valid_to is null or valid_to > other_from)
     limit ${limit}`.execute(reader as never);
  return result.rows.map((row) => ({ edgeId: row.edge_id, otherEdgeId: row.other_id }));
}

// What the tables say of one dimension at another moment: every fact of it in pages, those about some concepts with all that was known
// of them, and in which dimensions a concept stood. Reads only. Source: memory D11.
import { sql } from 'kysely';
import type { Source } from '../../../shared/model/graph.ts';
import type { StoreReader } from '../store-access.ts';

/** A dimension of a project at a moment, epoch milliseconds. */
export interface Moment {
  readonly project: string;
  readonly dim: number;
  readonly at: number;
}

export interface EdgeAt {
  readonly edgeId: number;
  readonly concept: number;
  readonly parent: number;
  readonly isIsa: boolean;
  /** As it was when the fact last held, if it holds no more. */
  readonly confidence: number;
  readonly source: Source;
  readonly lastConfirmed: number;
}

interface Row {
  readonly n: number | string;
  readonly edge_id: number | string;
  readonly id: number | string;
  readonly parent_id: number | string;
  readonly is_isa: boolean | number;
  readonly confidence: number;
  readonly source: Source;
  readonly last_confirmed: number | string;
}

const COLUMNS = sql.raw('edge_id, id, parent_id, is_isa, confidence, source, last_confirmed');

const edgeOf = (row: Row): EdgeAt => ({
  ...{ edgeId: Number(row.edge_id), concept: Number(row.id), parent: Number(row.parent_id) },
  ...{ isIsa: Boolean(row.is_isa), confidence: row.confidence, source: row.source },
  lastConfirmed: Number(row.last_confirmed),
});

/** Facts of a dimension that held at a moment, its root left out, some at a time. @param size of a page */
export async function* edgesAt(
  reader: StoreReader,
  { project, dim, at }: Moment,
  size: number,
): AsyncGenerator<readonly EdgeAt[], void, void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`
      select edge_id as n, ${COLUMNS} from urd
       where dim_id = ${dim} and edge_id > ${after} and project = ${project} and id <> dim_id and valid_from <= ${at}
         and (until is null or until > ${at})
       order by edge_id limit ${size}`.execute(reader as never);
    yield rows.map(edgeOf);
    after = Number(rows.at(-1)?.n ?? 0);
    if (rows.length < size) break;
  }
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`
      select history_id as n, ${COLUMNS} from urd_history
       where dim_id = ${dim} and history_id > ${after} and project = ${project} and id <> dim_id
         and valid_from <= ${at} and valid_to > ${at}
       order by history_id limit ${size}`.execute(reader as never);
    yield rows.map(edgeOf);
    after = Number(rows.at(-1)?.n ?? 0);
    if (rows.length < size) return;
  }
}

/** What stood at the places of some concepts. */
export async function placesAt(
  reader: StoreReader,
  { project, dim, at }: Moment,
  concepts: readonly number[],
): Promise<ReadonlyMap<number, EdgeAt>> {
  const found = new Map<number, EdgeAt>();
  for (let i = 0; i < concepts.length; i += 400) {
    const ids = sql.join(concepts.slice(i, i + 400));
    const { rows } = await sql<Row>`
      select 0 as n, ${COLUMNS} from urd
       where project = ${project} and dim_id = ${dim} and id in (${ids}) and valid_from <= ${at}
         and (until is null or until > ${at})
      union all
      select 0 as n, ${COLUMNS} from urd_history
       where project = ${project} and dim_id = ${dim} and id in (${ids}) and valid_from <= ${at} and valid_to > ${at}`.execute(
      reader as never,
    );
    for (const row of rows) found.set(Number(row.id), edgeOf(row));
  }
  return found;
}

/** In which dimensions a concept stood, as subject, as parent or as the dimension itself, and in how many facts. */
export async function dimensionsAt(
  reader: StoreReader,
  { project, concept, at }: { readonly project: string; readonly concept: number; readonly at: number },
): Promise<readonly { readonly dim: number; readonly edges: number }[]> {
  const { rows } = await sql<{ dim_id: number | string; n: number | string }>`
    with period as (
      select edge_id, id, dim_id from urd
       where project = ${project} and (id = ${concept} or parent_id = ${concept} or dim_id = ${concept}) and valid_from <= ${at}
         and (until is null or until > ${at})
      union all
      select edge_id, id, dim_id from urd_history
       where project = ${project} and (id = ${concept} or parent_id = ${concept} or dim_id = ${concept})
         and valid_from <= ${at} and valid_to > ${at}
    )
    select dim_id, count(*) as n from period where id <> dim_id group by dim_id order by n desc, dim_id`.execute(
    reader as never,
  );
  return rows.map((row) => ({ dim: Number(row.dim_id), edges: Number(row.n) }));
}

/** Concepts about which a conflict waited then in the dimension. */
export async function contestedAt(
  reader: StoreReader,
  { project, dim, at }: Moment,
): Promise<ReadonlySet<number>> {
  const rows = await reader
    .selectFrom('resolution_queue')
    .select('concept_id')
    .distinct()
    .where('project', '=', project)
    .where('dim_id', '=', dim)
    .where('created_at', '<=', at)
    .where((q) => q.or([q('resolved_at', 'is', null), q('resolved_at', '>', at)]))
    .execute();
  return new Set(rows.map((row) => Number(row.concept_id)));
}

export interface Timeline {
  /** When its first fact began; null for a dimension that never had one. */
  readonly from: number | null;
  /** How many facts began or ended in each stretch from then to now, all of the same length. */
  readonly changes: number[];
}

/** When a dimension changed. @param bins how many stretches @param now epoch milliseconds */
export async function readTimeline(
  reader: StoreReader,
  { project, dim, now }: { readonly project: string; readonly dim: number; readonly now: number },
  bins: number,
): Promise<Timeline> {
  const first = await sql<{ at: number | string | null }>`
    select min(at) as at from (
      select min(valid_from) as at from urd where project = ${project} and dim_id = ${dim} and id <> dim_id
      union all
      select min(valid_from) as at from urd_history where project = ${project} and dim_id = ${dim} and id <> dim_id
    ) as begun`.execute(reader as never);
  const began = first.rows[0]?.at ?? null;
  const changes = Array.from({ length: bins }, () => 0);
  if (began === null) return { from: null, changes };
  const from = Number(began);
  const width = Math.max(1, Math.ceil((now - from + 1) / bins));
  const { rows } = await sql<{ bin: number | string; n: number | string }>`
    select bin, sum(n) as n from (
      select (valid_from - ${from}) / ${width} as bin, count(*) as n from urd
       where project = ${project} and dim_id = ${dim} and id <> dim_id group by 1
      union all
      select (valid_from - ${from}) / ${width} as bin, count(*) as n from urd_history
       where project = ${project} and dim_id = ${dim} and id <> dim_id group by 1
      union all
      select (valid_to - ${from}) / ${width} as bin, count(*) as n from urd_history
       where project = ${project} and dim_id = ${dim} and id <> dim_id group by 1
    ) as told group by bin`.execute(reader as never);
  for (const { bin, n } of rows) {
    const at = Math.min(bins - 1, Math.max(0, Math.floor(Number(bin))));
    changes[at] = (changes[at] ?? 0) + Number(n);
  }
  return { from, changes };
}

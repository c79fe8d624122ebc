// What an import asks of the tables beyond what telling facts does: ids in advance, counters of concepts as they are in
// a file, periods of the past, and whether a claim was met before. Decides nothing. Used by memory/transfer.
import { sql } from 'kysely';
import type { CollisionType, ConflictStatus, Source } from '../../../shared/model/graph.ts';
import { inChunks } from '../in-chunks.ts';
import { param, template } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { claimRow, isSameClaim, openFirst, type QueueClaim } from '../tables/same-claim.ts';

/** Takes ids for edges that will be inserted with them; nobody else gets them. */
export async function reserveEdgeIds(writer: StoreWriter, count: number): Promise<number[]> {
  if (count === 0) return [];
  if (writer.dialect === 'postgres') {
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('urd', 'edge_id')::regclass) as id from generate_series(1, ${count}::int)
    `.execute(writer.db);
    return rows.map((row) => row.id);
  }
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'urd'`.execute(
    writer.db,
  );
  const last = rows[0]?.seq ?? 0;
  if (rows.length === 0)
    await sql`insert into sqlite_sequence (name, seq) values ('urd', ${count})`.execute(writer.db);
  else await sql`update sqlite_sequence set seq = ${last + count} where name = 'urd'`.execute(writer.db);
  return Array.from({ length: count }, (_, i) => last + 1 + i);
}

export interface ConceptCounters {
  readonly id: number;
  readonly encounters: number;
  readonly lastSeen: number;
  readonly novelty: number;
}

/** Raises counters to at least these; nothing goes down. */
export async function raiseCounters(
  writer: StoreWriter,
  counters: readonly ConceptCounters[],
): Promise<void> {
  if (counters.length === 0) return;
  const json = JSON.stringify(counters);
  const [larger, given] =
    writer.dialect === 'sqlite'
      ? [
          sql`max`,
          sql`(select value->>'id' as id, value->>'encounters' as encounters, value->>'lastSeen' as last_seen,
            value->>'novelty' as novelty from json_each(${json}))`,
        ]
      : [
          sql`greatest`,
          sql`(select id, encounters, "lastSeen" as last_seen, novelty from jsonb_to_recordset(${json}::jsonb)
            as row (id bigint, encounters bigint, "lastSeen" bigint, novelty double precision))`,
        ];
  await sql`
    update soas set encounter_count = ${larger}(soas.encounter_count, given.encounters),
      last_seen = ${larger}(soas.last_seen, given.last_seen), novelty = ${larger}(soas.novelty, given.novelty)
    from ${given} as given where soas.id = given.id`.execute(writer.db);
}

/** Marks concepts that an import has just made as words of the dictionary. */
export async function markCommon(writer: StoreWriter, ids: readonly number[]): Promise<void> {
  await inChunks(ids, async (chunk) => {
    await writer.db.updateTable('soas').set({ common: true }).where('id', 'in', chunk).execute();
    return [];
  });
}

/** A stretch of time at a place. */
export interface Period {
  readonly project: string;
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
  readonly validFrom: number;
  readonly validTo: number;
}

/** For each period, whether the place held anything in that time already, then or until now. */
export async function readOverlaps(
  writer: StoreWriter,
  periods: readonly Period[],
): Promise<(boolean | undefined)[]> {
  const overlap = template<Record<keyof Period, string | number>, { n: number }>(
    writer.db
      .selectFrom('urd_history')
      .select('history_id as n')
      .where('project', '=', param('project'))
      .where('id', '=', param('concept'))
      .where('dim_id', '=', param('dim'))
      .where((eb) =>
        eb.or([
          eb.and([eb('valid_from', '<', param('validTo')), eb('valid_to', '>', param('validFrom'))]),
          // A moment that has no length overlaps with nothing but itself.
          eb.and([
            eb('valid_from', '=', param('validFrom')),
            eb('valid_to', '=', param('validTo')),
            eb('parent_id', '=', param('parent')),
          ]),
        ]),
      )
      .unionAll(
        writer.db
          .selectFrom('urd')
          .select('edge_id as n')
          .where('project', '=', param('project'))
          .where('id', '=', param('concept'))
          .where('dim_id', '=', param('dim'))
          .where('valid_from', '<', param('validTo')),
      )
      .limit(1),
  );
  const rows = await writer.each(
    overlap,
    periods.map((period) => ({ ...period })),
  );
  return rows.map((row) => row !== null);
}

/** When the past of each place ended last; null for a place without a past. */
export async function readPastEnds(
  writer: StoreWriter,
  places: readonly { readonly project: string; readonly concept: number; readonly dim: number }[],
): Promise<(number | null)[]> {
  const latest = template<{ project: string; concept: number; dim: number }, { at: number | null }>(
    writer.db
      .selectFrom('urd_history')
      .select((eb) => eb.fn.max('valid_to').as('at'))
      .where('project', '=', param('project'))
      .where('id', '=', param('concept'))
      .where('dim_id', '=', param('dim')),
  );
  const rows = await writer.each(
    latest,
    places.map(({ project, concept, dim }) => ({ project, concept, dim })),
  );
  return rows.map((row) => row?.at ?? null);
}

export interface MetClaim {
  readonly id: number;
  readonly status: ConflictStatus;
  readonly existing_parent_id: number | null;
  readonly created_at: number;
}

/** For each claim the conflict that waits about it, else the newest that was decided; null where there was none. */
export async function readMetConflicts(
  writer: StoreWriter,
  claims: readonly QueueClaim[],
): Promise<(MetClaim | null)[]> {
  const newest = template<Record<keyof QueueClaim, string | number | boolean>, MetClaim>(
    writer.db
      .selectFrom('resolution_queue')
      .select(['id', 'status', 'existing_parent_id', 'created_at'])
      .where(isSameClaim)
      .orderBy(openFirst)
      .orderBy('id', 'desc')
      .limit(1),
  );
  return writer.each(newest, claims.map(claimRow));
}

/** Whether the queue holds this very conflict already: the same claim, made at the same time. */
export async function readSameConflicts(
  writer: StoreWriter,
  claims: readonly (QueueClaim & { readonly createdAt: number })[],
): Promise<boolean[]> {
  const same = template<Record<keyof QueueClaim | 'createdAt', string | number | boolean>, { id: number }>(
    writer.db
      .selectFrom('resolution_queue')
      .select('id')
      .where(isSameClaim)
      .where('created_at', '=', param('createdAt'))
      .limit(1),
  );
  const rows = await writer.each(
    same,
    claims.map((claim) => ({ ...claimRow(claim), createdAt: claim.createdAt })),
  );
  return rows.map((row) => row !== null);
}

/** Which of these projects have anything in the queue or a past. */
export async function readProjectsInUse(
  reader: StoreReader,
  projects: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const project of projects) {
    for (const table of ['urd_history', 'resolution_queue'] as const) {
      const row = await reader
        .selectFrom(table)
        .select('project')
        .where('project', '=', project)
        .limit(1)
        .executeTakeFirst();
      if (row) found.add(project);
    }
  }
  return found;
}

/** A conflict as a file has it, in ids of this database. */
export interface ImportedConflict {
  readonly project: string;
  readonly concept_id: number;
  readonly dim_id: number;
  readonly existing_edge_id: number | null;
  readonly existing_parent_id: number | null;
  readonly existing_is_isa: boolean | null;
  readonly existing_confidence: number | null;
  readonly existing_source: Source | null;
  readonly incoming_parent_id: number;
  readonly incoming_is_isa: boolean;
  readonly incoming_confidence: number;
  readonly incoming_source: Source;
  readonly collision_type: CollisionType;
  readonly correction: boolean;
  readonly ends: boolean;
  readonly status: ConflictStatus;
  readonly priority: number;
  readonly provenance: string;
  readonly seen_count: number;
  readonly last_seen: number;
  readonly attempts: number;
  readonly resolution: string | null;
  readonly decided_by: string | null;
  readonly created_at: number;
  readonly resolved_at: number | null;
  readonly snoozed_until: number | null;
  readonly note: string | null;
  readonly last_problem: string | null;
}

/** @returns the ids the conflicts got, in order */
export async function insertConflicts(
  writer: StoreWriter,
  conflicts: readonly ImportedConflict[],
): Promise<number[]> {
  const [first] = conflicts;
  if (!first) return [];
  const holes = Object.fromEntries(Object.keys(first).map((column) => [column, param(column)]));
  const insert = template<Record<string, string | number | boolean | null>, { id: number }>(
    writer.db
      .insertInto('resolution_queue')
      .values(holes as never)
      .returning('id'),
  );
  const rows = await writer.each(
    insert,
    conflicts.map((conflict) => ({ ...conflict })),
  );
  return rows.map((row) => row?.id ?? 0);
}

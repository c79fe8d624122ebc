// Concepts (table `soas`): tokens to ids in batches, and the counts of encounters. Ids always come from the database.
import { type RawBuilder, sql } from 'kysely';
import type { DimensionQuestion } from '../../graph/columns/dimension-questions.ts';
import type { ConceptRow } from '../../graph/types.ts';
import { inChunks } from '../in-chunks.ts';
import { param, template } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface Encounter {
  readonly token: string;
  readonly times: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface EncounterDelta {
  readonly id: number;
  readonly times: number;
  readonly lastSeen: number;
}

const CONCEPT_COLUMNS = ['id', 'token', 'encounter_count', 'last_seen', 'novelty', 'common'] as const;

interface StoredConcept {
  readonly id: number;
  readonly token: string;
  readonly encounter_count: number;
  readonly last_seen: number;
  readonly novelty: number;
  readonly common: boolean | number;
}

function conceptRow(row: StoredConcept): ConceptRow {
  return {
    id: row.id,
    token: row.token,
    encounterCount: row.encounter_count,
    lastSeen: row.last_seen,
    novelty: row.novelty,
    common: Boolean(row.common),
  };
}

const DAY_MS = 86_400_000;

/** Whether a time lies in a later day (UTC) than the one before, where there was one. */
function isLaterDay(at: RawBuilder<unknown>, before: RawBuilder<unknown>): RawBuilder<boolean> {
  const day = sql.lit(DAY_MS);
  return sql<boolean>`(${before} > 0 and ${at} / ${day} > ${before} / ${day})`;
}

/** Adds the tokens that are not there yet, in one statement: the words travel as one JSON array. */
function insertNew(writer: StoreWriter, tokens: readonly string[], common: boolean) {
  const json = JSON.stringify(tokens);
  const words =
    writer.dialect === 'sqlite'
      ? sql`select value, ${common} from json_each(${json})`
      : sql`select value, ${common}::boolean from json_array_elements_text(${json}::json) as word (value)`;
  // `where true` tells SQLite that `on` does not belong to a join.
  return sql`insert into soas (token, common) ${words} where true on conflict (token) do nothing`;
}

/** Adds the tokens that are not there yet. @returns how many were new */
export async function insertTokens(
  writer: StoreWriter,
  tokens: readonly string[],
  common: boolean,
): Promise<number> {
  const result = await insertNew(writer, tokens, common).execute(writer.db);
  return Number(result.numAffectedRows ?? 0);
}

/** The rows of all these tokens; those that were not there are made. */
export async function ensureConcepts(writer: StoreWriter, tokens: readonly string[]): Promise<ConceptRow[]> {
  if (tokens.length === 0) return [];
  const columns = sql.join(CONCEPT_COLUMNS.map((column) => sql.ref(column)));
  const insert = sql<StoredConcept>`${insertNew(writer, tokens, false)} returning ${columns}`;
  const { rows: made } = await insert.execute(writer.db);
  const isMade = new Set(made.map((row) => row.token));
  const others = tokens.filter((token) => !isMade.has(token));
  const known = await readConceptsNamed(writer.reader, others);
  return [...made.map(conceptRow), ...known].sort((a, b) => a.id - b.id);
}

/** The rows of those of these tokens that are there. */
export async function readConceptsNamed(
  reader: StoreReader,
  tokens: readonly string[],
): Promise<ConceptRow[]> {
  const rows = await inChunks(tokens, (chunk) =>
    reader.selectFrom('soas').select(CONCEPT_COLUMNS).where('token', 'in', chunk).execute(),
  );
  return rows.map(conceptRow);
}

/** Raises a concept's novelty. @returns false when it was as high already */
export async function raiseNovelty(writer: StoreWriter, id: number, novelty: number): Promise<boolean> {
  const row = await writer.db
    .updateTable('soas')
    .set({ novelty })
    .where('id', '=', id)
    .where('novelty', '<', novelty)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function readConcepts(reader: StoreReader, ids: readonly number[]): Promise<ConceptRow[]> {
  const rows = await inChunks(ids, (chunk) =>
    reader.selectFrom('soas').select(CONCEPT_COLUMNS).where('id', 'in', chunk).execute(),
  );
  return rows.map(conceptRow);
}

/** The next concepts after an id, oldest first. */
export async function readConceptsAfter(
  reader: StoreReader,
  after: number,
  limit: number,
): Promise<ConceptRow[]> {
  const rows = await reader
    .selectFrom('soas')
    .select(CONCEPT_COLUMNS)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(conceptRow);
}

/**
 * Counts tokens the process has not seen before; another process may have, then its row is added to.
 * @returns the rows as they are now
 */
export async function recordFirstEncounters(
  writer: StoreWriter,
  encounters: readonly Encounter[],
): Promise<ConceptRow[]> {
  const latest = writer.dialect === 'sqlite' ? sql`max` : sql`greatest`;
  const upsert = template<{ token: string; times: number; at: number }, StoredConcept>(
    writer.db
      .insertInto('soas')
      .values({ token: param('token'), encounter_count: param('times'), last_seen: param('at') })
      .onConflict((conflict) =>
        conflict.column('token').doUpdateSet({
          encounter_count: sql`soas.encounter_count + excluded.encounter_count`,
          last_seen: sql`${latest}(soas.last_seen, excluded.last_seen)`,
          returned: sql`soas.returned or ${isLaterDay(sql`excluded.last_seen`, sql`soas.last_seen`)}`,
        }),
      )
      .returning(CONCEPT_COLUMNS),
  );
  const rows = await writer.each(
    upsert,
    encounters.map(({ token, times, at }) => ({ token, times, at })),
  );
  return rows.filter((row) => row !== null).map(conceptRow);
}

/**
 * Adds counts gathered in memory since the last flush.
 * @returns what the rows count now, other processes' encounters included
 */
export async function addEncounters(
  writer: StoreWriter,
  deltas: readonly EncounterDelta[],
): Promise<{ id: number; count: number; lastSeen: number }[]> {
  const latest = writer.dialect === 'sqlite' ? sql`max` : sql`greatest`;
  const add = template<{ id: number; times: number; lastSeen: number }, StoredConcept>(
    writer.db
      .updateTable('soas')
      .set({
        encounter_count: sql`encounter_count + ${param('times')}`,
        last_seen: sql`${latest}(last_seen, ${param('lastSeen')})`,
        returned: sql`returned or ${isLaterDay(sql`cast(${param('lastSeen')} as bigint)`, sql`last_seen`)}`,
      })
      .where('id', '=', param('id'))
      .returning(CONCEPT_COLUMNS),
  );
  const rows = await writer.each(
    add,
    deltas.map(({ id, times, lastSeen }) => ({ id, times, lastSeen })),
  );
  return rows.map((row, i) => ({
    id: deltas[i]?.id ?? 0,
    count: row?.encounter_count ?? 0,
    lastSeen: row?.last_seen ?? 0,
  }));
}

export async function readQuestions(reader: StoreReader): Promise<DimensionQuestion[]> {
  const rows = await reader
    .selectFrom('dimension_question')
    .select(['project', 'dim_id', 'question'])
    .orderBy('project')
    .orderBy('dim_id')
    .execute();
  return rows.map(({ project, dim_id: dim, question }) => ({ project, dim, question }));
}

/** @param question null takes it away */
export async function writeQuestion(
  writer: StoreWriter,
  project: string,
  dim: number,
  question: string | null,
): Promise<void> {
  if (question === null) {
    await writer.db
      .deleteFrom('dimension_question')
      .where('project', '=', project)
      .where('dim_id', '=', dim)
      .execute();
    return;
  }
  await writer.db
    .insertInto('dimension_question')
    .values({ project, dim_id: dim, question })
    .onConflict((conflict) => conflict.columns(['project', 'dim_id']).doUpdateSet({ question }))
    .execute();
}

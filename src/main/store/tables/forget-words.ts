// Which words may be forgotten, and forgetting them: those that no fact, past fact, conflict or question names, that no
// model called particular and that are in no dictionary. First those met on one day only, the least used and longest unheard
// of first. Whoever forgets raises the vocabulary's revision, so that nobody goes on with an id that is no more; ids are
// never given out again. Source: memory D25; decision 025. Called by memory/write/vocabulary.ts.
import { sql } from 'kysely';
import { inChunks } from '../in-chunks.ts';
import { revise } from '../pulse.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

/** Every column that names a concept; each has an index, but for the questions, a few dozen. */
const USES = [
  ...(['urd.id', 'urd.parent_id', 'urd.dim_id'] as const),
  ...(['urd_history.id', 'urd_history.parent_id', 'urd_history.dim_id'] as const),
  ...(['resolution_queue.concept_id', 'resolution_queue.dim_id'] as const),
  ...(['resolution_queue.existing_parent_id', 'resolution_queue.incoming_parent_id'] as const),
  'concept_question.concept_id',
  'dimension_question.dim_id',
] as const;

const isUnused = sql.join(
  USES.map((use) => {
    const [table, column] = use.split('.') as [string, string];
    return sql`not exists (select 1 from ${sql.table(table)} u where u.${sql.ref(column)} = s.id)`;
  }),
  sql` and `,
);
const isForgettable = sql`not s.common and s.novelty = 0 and ${isUnused}`;

export interface ForgettableWords {
  readonly total: number;
  /** Those met on one day only. */
  readonly once: number;
}

export async function countForgettable(reader: StoreReader): Promise<ForgettableWords> {
  const { rows } = await sql<{ total: number; once: number | null }>`
    select count(*) as total, sum(case when s.returned then 0 else 1 end) as once from soas s where ${isForgettable}`.execute(
    reader as never,
  );
  return { total: Number(rows[0]?.total ?? 0), once: Number(rows[0]?.once ?? 0) };
}

/**
 * Forgets so many words.
 * @returns how many there were to forget
 */
export async function forgetWords(writer: StoreWriter, count: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select s.id from soas s where ${isForgettable}
      order by s.returned, s.encounter_count, s.last_seen, s.id limit ${count}`.execute(writer.db);
  await inChunks(
    rows.map(({ id }) => Number(id)),
    async (ids) => {
      await writer.db.deleteFrom('soas').where('id', 'in', ids).execute();
      return [];
    },
  );
  if (rows.length > 0) await revise(writer, 'vocabulary');
  return rows.length;
}

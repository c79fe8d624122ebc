// What forgetting words needs: whether a word was met on a second day, and indexes on every column that names a concept,
// because the database looks through all of them for each word that goes. Source: memory D25; decision 025
import { type Kysely, sql } from 'kysely';
import { booleanColumn, columnTypes, type DialectName } from '../column-types.ts';

export async function createVocabulary(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `alter table soas add column ${booleanColumn(dialect, 'returned', `not null default ${t.false}`)}`,
    'create index urd_concept on urd (id)',
    'create index urd_dim on urd (dim_id)',
    'create index urd_history_concept on urd_history (id)',
    'create index urd_history_parent on urd_history (parent_id)',
    'create index urd_history_dim on urd_history (dim_id)',
    'create index resolution_queue_concept on resolution_queue (concept_id)',
    'create index resolution_queue_dim on resolution_queue (dim_id)',
    'create index resolution_queue_existing on resolution_queue (existing_parent_id)',
    'create index resolution_queue_incoming on resolution_queue (incoming_parent_id)',
    'create index concept_question_concept on concept_question (concept_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

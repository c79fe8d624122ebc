// Corrections in the queue: that something known is so no more, or is another now. "Is so no more" is a claim of its own
// beside the claim that it is so, so it is part of what makes two claims the same. Source: memory D21; decision 035
import { type Kysely, sql } from 'kysely';
import { booleanColumn, columnTypes, type DialectName } from '../column-types.ts';

export async function addCorrections(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const no = `not null default ${columnTypes(dialect).false}`;
  const statements = [
    `alter table resolution_queue add column ${booleanColumn(dialect, 'correction', no)}`,
    `alter table resolution_queue add column ${booleanColumn(dialect, 'ends', no)}`,
    'drop index resolution_queue_open',
    `create unique index resolution_queue_open on resolution_queue
      (project, concept_id, dim_id, incoming_parent_id, incoming_is_isa, ends)
      where status in ('pending', 'needs_human')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

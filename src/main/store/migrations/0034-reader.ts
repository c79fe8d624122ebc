// Which sentences of prompts a model has read, so that each is read once, and what it read in them: taken, in conflict or refused with the
// reason. Source: structure S2.
import { type Kysely, sql } from 'kysely';
import { booleanColumn, columnTypes, type DialectName } from '../column-types.ts';

export async function createReader(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `create table read_sentence (
      project text not null,
      hash text not null,
      at ${t.bigint} not null,
      model text,
      primary key (project, hash)
    )`,
    'create index read_sentence_at on read_sentence (at)',
    `create table reading (
      id ${t.id},
      project text not null,
      at ${t.bigint} not null,
      model text not null,
      ${booleanColumn(dialect, 'is_local')},
      client text,
      role text not null,
      sentence text not null,
      concept text not null,
      parent text not null,
      dimension text not null,
      ${booleanColumn(dialect, 'is_isa')},
      outcome text not null,
      reason text,
      edge_id ${t.bigint},
      conflict_id ${t.bigint}
    )`,
    'create index reading_newest on reading (project, id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

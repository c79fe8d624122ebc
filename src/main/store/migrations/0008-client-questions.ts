// What clients were asked about, and whether an operator wants them asked. Source: memory D22; decision 039
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

export async function createClientQuestions(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    "alter table clients add column questions text not null default 'sparing' check (questions in ('sparing', 'always', 'never'))",
    `create table client_question (
      id ${t.id},
      client text not null,
      scope text not null,
      word text not null,
      asked_at ${t.bigint} not null
    )`,
    'create index client_question_client on client_question (client, asked_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

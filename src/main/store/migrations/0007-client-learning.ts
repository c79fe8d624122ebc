// Where what a client says is learnt: for its project, for itself, or not at all. Source: decision 023
import { type Kysely, sql } from 'kysely';

export async function addClientLearning(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      "alter table clients add column learning text not null default 'project' check (learning in ('project', 'self', 'off'))",
    )
    .execute(db);
}

// How two ids of advisories hang together, and findings that their distribution calls unimportant. Source: structure S5.
import { type Kysely, sql } from 'kysely';

export async function addIdentity(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evidence_alias add column kind text not null default 'alias'`.execute(db);
  await sql`alter table finding add column unimportant integer not null default 0`.execute(db);
}

// A run of the resolution job says itself who performs it and until when, as a job does; leases had no other use. A run
// that goes on is anybody's after this. Source: memory, Conflicts
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

export async function claimRuns(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const statements = [
    `alter table resolution_run add column claimed_until ${columnTypes(dialect).bigint}`,
    'alter table resolution_run add column claim integer not null default 0',
    'drop table if exists lease',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

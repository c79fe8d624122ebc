// A silence may have no end, and an alert keeps what its resource lies in, so that a silence of that covers it also while it is out of sight.
// Source: decision 076.
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

export async function changeSilences(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    "alter table alert add column parents text not null default '[]'",
    'alter table alert_silence rename to silence_before',
    // SQLite cannot let a column be null afterwards.
    `create table alert_silence (
      id text primary key,
      host text not null,
      resource_id text,
      resource_name text,
      rule text,
      reason text not null,
      until ${t.bigint},
      created_by text not null,
      created_at ${t.bigint} not null,
      check (resource_id is not null or rule is not null)
    )`,
    'insert into alert_silence select * from silence_before',
    'drop table silence_before',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// What is done on the host gets a chain of its own, of the same columns as the memory's and as little to be changed once
// written. What earlier versions wrote of it stays where it is, in the memory's. Source: decision 046
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';
import { PG_APPEND_ONLY } from '../store-errors.ts';

const sqliteGuard = (verb: string) => `
  create trigger host_event_no_${verb} before ${verb} on host_event
  begin
    select raise(abort, 'host_event is append-only');
  end`;

const GUARDS: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: [sqliteGuard('update'), sqliteGuard('delete')],
  postgres: [
    `create function host_event_append_only() returns trigger language plpgsql as $$
     begin
       raise exception 'host_event is append-only' using errcode = '${PG_APPEND_ONLY}';
     end $$`,
    `create trigger host_event_append_only before update or delete on host_event
     for each row execute function host_event_append_only()`,
    `create trigger host_event_no_truncate before truncate on host_event
     for each statement execute function host_event_append_only()`,
  ],
};

export async function createHostChain(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const table = `create table host_event (
    id ${t.reference} primary key,
    at ${t.bigint} not null,
    project text not null,
    kind text not null,
    actor text not null,
    edge_id ${t.reference},
    conflict_id ${t.reference},
    payload text not null,
    prev_hash text not null,
    hash text not null
  )`;
  for (const statement of [table, ...GUARDS[dialect]]) await sql.raw(statement).execute(db);
}

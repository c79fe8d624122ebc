// Triggers: what no program may do to the tables, this one included. No cycle within a dimension of a project,
// and no change of an event once written. Source: memory D1, Store.
import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../column-types.ts';
import { PG_APPEND_ONLY, PG_CYCLE } from '../store-errors.ts';

/**
 * A cycle through the new edge needs someone below its concept, which most new concepts do not have; only then is the
 * way up from the new parent walked. `union` ends the walk even if there were a cycle already.
 */
const CLOSES_A_CYCLE = `exists (
    select 1 from urd c where c.parent_id = new.id and c.dim_id = new.dim_id and c.project = new.project
  ) and exists (
  with recursive up (node) as (
    select new.parent_id
    union
    select u.parent_id from urd u join up on u.id = up.node
     where u.project = new.project and u.dim_id = new.dim_id
  )
  select 1 from up where node = new.id)`;

const sqliteAcyclic = (when: string, name: string) => `
  create trigger ${name} before ${when} on urd when new.id <> new.parent_id
  begin
    select raise(abort, 'the edge would close a cycle in its dimension') where ${CLOSES_A_CYCLE};
  end`;

const sqliteAppendOnly = (verb: string) => `
  create trigger graph_event_no_${verb} before ${verb} on graph_event
  begin
    select raise(abort, 'graph_event is append-only');
  end`;

const SQLITE: readonly string[] = [
  sqliteAcyclic('insert', 'urd_acyclic_insert'),
  sqliteAcyclic('update of project, id, parent_id, dim_id', 'urd_acyclic_update'),
  sqliteAppendOnly('update'),
  sqliteAppendOnly('delete'),
];

// Two halves of a cycle committed at once would not see each other; the lock makes the second wait for the first,
// and a statement in a `read committed` transaction then sees it.
const POSTGRES: readonly string[] = [
  `create function urd_acyclic() returns trigger language plpgsql as $$
   begin
     perform pg_advisory_xact_lock(hashtextextended('urd:' || new.project || ':' || new.dim_id, 0));
     if new.id <> new.parent_id and ${CLOSES_A_CYCLE} then
       raise exception 'the edge would close a cycle in its dimension' using errcode = '${PG_CYCLE}';
     end if;
     return new;
   end $$`,
  `create trigger urd_acyclic before insert or update of project, id, parent_id, dim_id on urd
   for each row execute function urd_acyclic()`,
  `create function graph_event_append_only() returns trigger language plpgsql as $$
   begin
     raise exception 'graph_event is append-only' using errcode = '${PG_APPEND_ONLY}';
   end $$`,
  `create trigger graph_event_append_only before update or delete on graph_event
   for each row execute function graph_event_append_only()`,
  `create trigger graph_event_no_truncate before truncate on graph_event
   for each statement execute function graph_event_append_only()`,
];

/** Lets the rows of events be changed until `guardEvents`, in the same transaction: a purge may, and a chain that comes where none had begun. */
export async function unguardEvents(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const statements =
    dialect === 'sqlite'
      ? ['drop trigger graph_event_no_update', 'drop trigger graph_event_no_delete']
      : ['alter table graph_event disable trigger graph_event_append_only'];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function guardEvents(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const statements =
    dialect === 'sqlite'
      ? [sqliteAppendOnly('update'), sqliteAppendOnly('delete')]
      : ['alter table graph_event enable trigger graph_event_append_only'];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function createGuards(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  for (const statement of dialect === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db);
}

// What several processes on one graph need: a list of edges that changed without an event, and on PostgreSQL a cycle
// guard whose plan does not depend on statistics. Source: memory D1, Store; decisions 010, 012
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';
import { PG_CYCLE } from '../store-errors.ts';

const POSTGRES: readonly string[] = [
  // Two halves of a cycle committed at once would not see each other; the lock makes the second wait for the first,
  // and the statements after it then see what the first committed (the transaction is read committed). Locks are taken
  // from 256 keys: one for each dimension would fill the lock table when a call brings thousands of dimensions.
  // The way up is walked a row at a time through the unique index (project, id, dim_id): a recursive query may be
  // planned as a hash of the whole table. Brent's mark ends the walk even if there were a cycle above already.
  `create or replace function urd_acyclic() returns trigger language plpgsql as $$
   declare
     node bigint := new.parent_id;
     mark bigint := new.parent_id;
     steps bigint := 0;
     mark_again bigint := 1;
   begin
     perform pg_advisory_xact_lock(hashtextextended('urd:' || new.project || ':' || new.dim_id, 0) & 255);
     if new.id = new.parent_id then
       return new;
     end if;
     perform 1 from urd c
       where c.parent_id = new.id and c.dim_id = new.dim_id and c.project = new.project limit 1;
     if not found then
       return new;
     end if;
     loop
       if node = new.id then
         raise exception 'the edge would close a cycle in its dimension' using errcode = '${PG_CYCLE}';
       end if;
       select u.parent_id into node from urd u
         where u.project = new.project and u.id = node and u.dim_id = new.dim_id;
       exit when node is null or node = mark;
       steps := steps + 1;
       if steps = mark_again then
         mark := node;
         mark_again := mark_again * 2;
       end if;
     end loop;
     return new;
   end $$`,
];

export async function createFeed(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { reference } = columnTypes(dialect);
  const table = `create table edge_touch (
    id ${reference} primary key,
    edge_id ${reference} not null
  )`;
  for (const statement of [table, ...(dialect === 'postgres' ? POSTGRES : [])]) {
    await sql.raw(statement).execute(db);
  }
}

// The cycle guard of PostgreSQL goes by the indexes that are its own, whatever the table looked like when its statements were planned. A connection that
// planned them over a nearly empty table took the index of dimensions alone, and went through a whole dimension for each row ever after: 20,000 facts
// told at once took 12 s, and a walk over them 16. Source: memory D1, Store; decision 012
import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../column-types.ts';
import { PG_CYCLE } from '../store-errors.ts';

/**
 * As in 0004, but for how rows are found. What stands in a sum or behind a sign is compared and looked up in no index: below a concept there is only
 * urd_children, by the parent alone, and on the way up what begins with the concept.
 */
const GUARD = `create or replace function urd_acyclic() returns trigger language plpgsql set enable_seqscan = off as $$
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
       where c.parent_id = new.id and c.dim_id + 0 = new.dim_id and c.project || '' = new.project limit 1;
     if not found then
       return new;
     end if;
     loop
       if node = new.id then
         raise exception 'the edge would close a cycle in its dimension' using errcode = '${PG_CYCLE}';
       end if;
       select u.parent_id into node from urd u
         where u.project || '' = new.project and u.id = node and u.dim_id + 0 = new.dim_id;
       exit when node is null or node = mark;
       steps := steps + 1;
       if steps = mark_again then
         mark := node;
         mark_again := mark_again * 2;
       end if;
     end loop;
     return new;
   end $$`;

export async function planGuardByIndex(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  if (dialect === 'postgres') await sql.raw(GUARD).execute(db);
}

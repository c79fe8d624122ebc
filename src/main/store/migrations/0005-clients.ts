// Who asks the proxy: what the operator allows a client, and its keys as hashes. The table `client` of the first
// migration was never filled and goes. Source: proxy, Upstreams; decision 014
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

export async function createClients(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    'drop table client',
    `create table clients (
      id ${t.id},
      name text not null unique check (length(name) between 1 and 64),
      -- The one project it may speak for; null: any.
      project text,
      concurrency integer check (concurrency >= 1),
      rate_per_minute integer check (rate_per_minute >= 1),
      mitigations_off text not null default '[]',
      note text not null default '',
      version integer not null default 1,
      created_at ${t.bigint} not null,
      updated_at ${t.bigint} not null
    )`,
    // By name and without a reference: a revoked key outlives its client, so that no backup brings it back to life.
    `create table client_keys (
      id ${t.id},
      client text not null,
      key_hash text not null unique check (length(key_hash) = 64),
      hint text not null,
      created_at ${t.bigint} not null,
      revoked_at ${t.bigint}
    )`,
    'create index client_keys_client on client_keys (client)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

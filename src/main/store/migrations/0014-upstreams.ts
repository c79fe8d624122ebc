// Upstreams that an operator adds in the console, beside those of config.yaml. Header values lie here sealed; their names are not secret.
// Source: proxy, Upstreams; decision 052
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

export async function createUpstreams(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const table = `create table upstream (
    id ${t.id},
    name text not null unique check (length(name) between 1 and 64),
    url text not null,
    weight ${t.float} not null check (weight > 0),
    slots integer check (slots >= 1),
    header_names text not null default '[]',
    headers_encrypted text,
    version integer not null default 1,
    created_at ${t.bigint} not null,
    updated_at ${t.bigint} not null
  )`;
  await sql.raw(table).execute(db);
}

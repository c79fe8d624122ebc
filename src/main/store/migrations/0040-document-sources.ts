// Where each document of evidence came from, as far as it decides which documents it may replace; and catalogues of what is exploited side by side.
// Source: structure S5, Trust.
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

const tokenOf = (kind: string, name = ''): string =>
  createHash('sha256').update(`${kind}\0${name}`).digest('hex').slice(0, 16);

export async function addDocumentSources(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    "alter table evidence_document add column source text not null default ''",
    `update evidence_document set source = '${tokenOf('any')}'
      where format in ('policy-trace', 'runtime-hint', 'epss')`,
    `update evidence_document set source = '${tokenOf('database')}'
      where format = 'osv' and origin like 'OSV %!%'`,
    'alter table evidence_exploited rename to exploited_before',
    `create table evidence_exploited (
      project text not null,
      cve text not null,
      document ${t.reference} not null references evidence_document (id),
      record text not null,
      first_seen ${t.bigint} not null,
      primary key (project, cve, document)
    )`,
    'insert into evidence_exploited select * from exploited_before',
    'drop table exploited_before',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  const others = sql<{ origin: string }>`select distinct origin from evidence_document where source = ''`;
  for (const { origin } of (await others.execute(db)).rows)
    await sql`update evidence_document set source = ${tokenOf('file', origin.replace(/#\d{1,9}$/, ''))}
      where source = '' and origin = ${origin}`.execute(db);
}

// Which databases of advisories were imported whole, with their dates; which version of a product a list of components is of, which versions
// the operator keeps or retired, and which lists a finding is in. Source: structure S5, Coverage and Product.
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

export async function createEcosystemsAndProducts(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const version =
    dialect === 'postgres' ? `(subject::json ->> 'version')` : `json_extract(subject, '$.version')`;
  const statements = [
    `create table evidence_ecosystem (
      project text not null,
      ecosystem text not null,
      source text not null,
      complete integer not null check (complete in (0, 1)),
      imported_at ${t.bigint} not null,
      data_as_of ${t.bigint},
      records integer not null,
      primary key (project, ecosystem)
    )`,
    'alter table evidence_document add column product_version text',
    `update evidence_document set product_version = coalesce(${version}, '') where subject is not null`,
    `create table evidence_version (
      project text not null,
      product text not null,
      version text not null,
      active integer not null check (active in (0, 1)),
      decided_by text not null,
      decided_at ${t.bigint} not null,
      primary key (project, product, version)
    )`,
    `create table finding_list (
      project text not null,
      document ${t.reference} not null,
      key text not null,
      last_seen ${t.bigint} not null,
      primary key (project, document, key)
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// What is known about risks: documents as they came, and what is taken out of the newest version of each. Rows of a document are numbered within it, so that the
// same documents give the same rows whatever they came after. Everything belongs to a project. Source: advisory, Evidence.
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from '../column-types.ts';

const FORMATS = [
  'osv',
  'csaf',
  'openvex',
  'cyclonedx',
  'spdx',
  'policy-trace',
  'runtime-hint',
  'kev',
  'epss',
];

export async function createEvidence(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const ofDocument = `document ${t.reference} not null references evidence_document (id),
      n integer not null`;
  const statements = [
    `create table evidence_document (
      id ${t.id},
      project text not null,
      format text not null ${oneOf('format', FORMATS)},
      key text not null,
      version text not null,
      title text not null,
      issuer text not null,
      licence text,
      origin text not null,
      sha256 text not null,
      bytes ${t.bigint} not null,
      stated_at ${t.bigint},
      first_seen ${t.bigint} not null,
      last_seen ${t.bigint} not null,
      current integer not null check (current in (0, 1)),
      product text,
      subject text,
      notes text not null,
      unique (project, format, key, sha256)
    )`,
    'create index evidence_document_sha on evidence_document (project, sha256)',
    'create index evidence_document_product on evidence_document (project, product)',
    `create table evidence_raw (
      document ${t.reference} primary key references evidence_document (id),
      raw text not null
    )`,
    `create table evidence_advisory (
      ${ofDocument},
      project text not null,
      advisory_id text not null,
      withdrawn ${t.bigint},
      modified ${t.bigint},
      record text not null,
      primary key (document, n)
    )`,
    'create index evidence_advisory_id on evidence_advisory (project, advisory_id)',
    `create table evidence_alias (
      ${ofDocument},
      project text not null,
      advisory_id text not null,
      alias text not null,
      primary key (document, n)
    )`,
    'create index evidence_alias_id on evidence_alias (project, advisory_id)',
    'create index evidence_alias_alias on evidence_alias (project, alias)',
    `create table evidence_affected (
      ${ofDocument},
      project text not null,
      advisory_id text not null,
      package_key text,
      ecosystem text not null,
      record text not null,
      primary key (document, n)
    )`,
    'create index evidence_affected_ecosystem on evidence_affected (project, ecosystem)',
    'create index evidence_affected_package on evidence_affected (project, package_key)',
    'create index evidence_affected_id on evidence_affected (project, advisory_id)',
    `create table evidence_claim (
      ${ofDocument},
      project text not null,
      vulnerability text not null,
      package_key text,
      record text not null,
      primary key (document, n)
    )`,
    'create index evidence_claim_vulnerability on evidence_claim (project, vulnerability)',
    'create index evidence_claim_package on evidence_claim (project, package_key)',
    `create table evidence_component (
      ${ofDocument},
      project text not null,
      package_key text,
      record text not null,
      primary key (document, n)
    )`,
    'create index evidence_component_package on evidence_component (project, package_key)',
    `create table evidence_dependency (
      document ${t.reference} not null references evidence_document (id),
      parent integer not null,
      child integer not null,
      scope text not null ${oneOf('scope', ['runtime', 'build'])},
      primary key (document, parent, child)
    )`,
    `create table evidence_note (
      ${ofDocument},
      project text not null,
      kind text not null ${oneOf('kind', ['trace', 'hint'])},
      about text not null,
      record text not null,
      primary key (document, n)
    )`,
    'create index evidence_note_about on evidence_note (project, kind, about)',
    `create table evidence_exploited (
      project text not null,
      cve text not null,
      document ${t.reference} not null references evidence_document (id),
      record text not null,
      first_seen ${t.bigint} not null,
      primary key (project, cve)
    )`,
    `create table evidence_score (
      project text not null,
      cve text not null,
      score ${t.float} not null,
      percentile ${t.float} not null,
      at ${t.bigint},
      primary key (project, cve)
    )`,
    `create table evidence_import (
      id text primary key,
      project text not null,
      origin text not null,
      made_by text not null,
      begun_at ${t.bigint} not null,
      ended_at ${t.bigint},
      taken integer not null,
      same integer not null,
      refused integer not null,
      left_out integer not null,
      error text
    )`,
    'create index evidence_import_begun on evidence_import (project, begun_at)',
    `create table evidence_refusal (
      import_id text not null references evidence_import (id),
      n integer not null,
      origin text not null,
      path text not null,
      reason text not null,
      primary key (import_id, n)
    )`,
    `create table evidence_binding (
      project text not null,
      product text not null,
      resource_id text not null,
      bound_by text not null,
      bound_at ${t.bigint} not null,
      primary key (project, product, resource_id)
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// What affects what is run, as it was last computed; what a person decided about it, kept apart so that it outlives the computing; which versions of which packages
// a list had when; components nothing could be said of. Source: advisory, Findings.
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from '../column-types.ts';

const STATUSES = ['affected', 'under_investigation', 'unknown', 'fixed', 'not_affected'];

export async function createFindings(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `create table finding (
      project text not null,
      key text not null,
      product text not null,
      document ${t.reference} not null,
      n integer not null,
      package_key text not null,
      version text,
      vulnerability text not null,
      status text not null ${oneOf('status', STATUSES)},
      held integer not null check (held in (0, 1)),
      scope text not null ${oneOf('scope', ['runtime', 'build'])},
      severity integer not null,
      cvss ${t.float},
      exploited integer not null check (exploited in (0, 1)),
      epss ${t.float},
      title text not null,
      search text not null,
      record text not null,
      first_seen ${t.bigint} not null,
      last_seen ${t.bigint} not null,
      gone_at ${t.bigint},
      primary key (project, key)
    )`,
    'create index finding_shown on finding (project, gone_at, exploited, severity)',
    'create index finding_subject on finding (project, product, package_key, vulnerability)',
    `create table finding_decision (
      id ${t.id},
      project text not null,
      product text not null,
      package_key text not null,
      vulnerability text not null,
      version text,
      kind text not null ${oneOf('kind', ['accepted', 'affected', 'not_affected', 'fixed'])},
      justification text,
      reason text not null,
      expires_at ${t.bigint},
      decided_by text not null,
      decided_at ${t.bigint} not null,
      undone_at ${t.bigint}
    )`,
    'create index finding_decision_subject on finding_decision (project, product, package_key, vulnerability)',
    `create table finding_unchecked (
      project text not null,
      document ${t.reference} not null,
      n integer not null,
      product text not null,
      reason text not null,
      detail text not null,
      component text not null,
      primary key (project, document, n)
    )`,
    'create index finding_unchecked_group on finding_unchecked (project, reason, detail, product)',
    `create table finding_observation (
      project text not null,
      product text not null,
      package_key text not null,
      vulnerability text not null,
      version text not null,
      status text not null,
      fix text,
      first_seen ${t.bigint} not null,
      last_seen ${t.bigint} not null,
      primary key (project, product, package_key, vulnerability, version)
    )`,
    `create table finding_match (
      project text primary key,
      matched_at ${t.bigint} not null,
      checked integer not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

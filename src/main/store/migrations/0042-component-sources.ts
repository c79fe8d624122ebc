// Under which source package a component of a distribution is known, where that has another name: advisories of distributions name the source.
// Source: structure S5, Package.
import { type Kysely, sql } from 'kysely';

export async function addComponentSources(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evidence_component add column source_key text`.execute(db);
  await sql`create index evidence_component_source on evidence_component (project, source_key)`.execute(db);
  // Findings of before lack what their pages show now: everything is matched anew at the next start.
  await sql`delete from finding_match`.execute(db);
}

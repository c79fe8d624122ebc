// Briefs that were made, a row for each revision and never changed, under the names they are asked for by; what each was made from; and which weights of a model word
// them. Source: advisory, Outputs.
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from '../column-types.ts';

export async function createBriefs(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `create table advisory_ai_outputs (
      id ${t.id},
      project text not null,
      cache_key text not null,
      revision integer not null check (revision > 0),
      subject text not null,
      task text not null ${oneOf('task', ['summary', 'conflict', 'remediation'])},
      advisory_key text not null,
      artifact_id text,
      policy_version text,
      profile text not null,
      supersedes text,
      input_digest text not null,
      provenance_hash text not null,
      output_hash text not null,
      summary text not null,
      conflicts text not null,
      remediation text not null,
      reference_list text not null,
      citations text not null,
      steps text not null,
      follow_ups text not null,
      guardrail_blocked integer not null check (guardrail_blocked in (0, 1)),
      guardrail text not null,
      prompt_sha256 text,
      effective_mode text not null ${oneOf('effective_mode', ['Local', 'Remote'])},
      model_id text,
      fallback_reason text,
      signatures text not null,
      manifest text not null,
      generated_at ${t.bigint} not null,
      unique (project, cache_key, revision)
    )`,
    'create index advisory_ai_outputs_subject on advisory_ai_outputs (project, subject, id)',
    'create index advisory_ai_outputs_newest on advisory_ai_outputs (project, id)',
    `create table brief_model_pin (
      model text primary key,
      digest text not null,
      pinned_by text not null,
      pinned_at ${t.bigint} not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** What brought a brief that was made elsewhere: such a one answers who asks this host only where its signature is known here. */
export async function addCameFrom(db: Kysely<unknown>): Promise<void> {
  await sql`alter table advisory_ai_outputs add column came_from text`.execute(db);
}

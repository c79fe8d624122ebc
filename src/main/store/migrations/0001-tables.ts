// The whole schema of the memory. A released migration is never edited; a change is a new one.
// Source: memory, Store.
import { type Kysely, sql } from 'kysely';
import { COLLISION_TYPES, CONFLICT_STATUSES, SOURCES } from '../../../shared/model/graph.ts';
import { booleanColumn, columnTypes, type DialectName, oneOf } from '../column-types.ts';

/** Longest token the database takes; the contract asks for no longer one either. */
const MAX_TOKEN = 500;

function graphTables(dialect: DialectName): string[] {
  const t = columnTypes(dialect);
  const flag = (name: string, constraint?: string) => booleanColumn(dialect, name, constraint);
  const confidence = (name: string) => `${name} ${t.float} not null check (${name} >= 0 and ${name} <= 1)`;
  const edgeColumns = `
    project text not null,
    id ${t.reference} not null references soas (id),
    parent_id ${t.reference} not null references soas (id),
    dim_id ${t.reference} not null references soas (id),
    ${flag('is_isa')},
    ${confidence('confidence')},
    last_confirmed ${t.bigint} not null,
    source text not null ${oneOf('source', SOURCES)},
    valid_from ${t.bigint} not null`;
  return [
    `create table soas (
      id ${t.id},
      token text not null unique check (length(token) between 1 and ${MAX_TOKEN}),
      encounter_count ${t.bigint} not null default 0 check (encounter_count >= 0),
      last_seen ${t.bigint} not null default 0,
      novelty ${t.float} not null default 0 check (novelty >= 0 and novelty <= 1),
      ${flag('common', `not null default ${t.false}`)},
      saliency double precision not null generated always as (
        case when common or encounter_count < 1 then 0 else ln(cast(encounter_count as double precision)) end
      ) stored
    )`,
    // One parent per concept, dimension and project; that a triple is there once follows from it.
    // Only a root may name a concept twice, and then it names it three times.
    `create table urd (
      edge_id ${t.id},${edgeColumns},
      ${flag('do_not_use', `not null default ${t.false}`)},
      unique (project, id, dim_id),
      constraint urd_root_shape check ((id = parent_id) = (id = dim_id))
    )`,
    // Asks whether anybody is below a concept: the cycle guard's first question.
    'create index urd_children on urd (parent_id, dim_id, project)',
    `create table urd_history (
      history_id ${t.id},
      edge_id ${t.reference} not null,${edgeColumns},
      valid_to ${t.bigint} not null,
      event_id ${t.reference} not null references graph_event (id)
    )`,
    'create index urd_history_place on urd_history (project, id, dim_id)',
    `create table edge_provenance (
      provenance_id ${t.id},
      edge_id ${t.reference} not null,
      entry text not null
    )`,
    'create index edge_provenance_edge on edge_provenance (edge_id, provenance_id)',
    `create table resolution_queue (
      id ${t.id},
      project text not null,
      concept_id ${t.reference} not null references soas (id),
      dim_id ${t.reference} not null references soas (id),
      existing_edge_id ${t.reference},
      existing_parent_id ${t.reference} references soas (id),
      ${flag('existing_is_isa', '')},
      existing_confidence ${t.float},
      existing_source text ${oneOf('existing_source', SOURCES)},
      incoming_parent_id ${t.reference} not null references soas (id),
      ${flag('incoming_is_isa')},
      ${confidence('incoming_confidence')},
      incoming_source text not null ${oneOf('incoming_source', SOURCES)},
      collision_type text not null ${oneOf('collision_type', COLLISION_TYPES)},
      status text not null default 'pending' ${oneOf('status', CONFLICT_STATUSES)},
      priority integer not null default 0,
      provenance text not null,
      seen_count ${t.bigint} not null default 1,
      last_seen ${t.bigint} not null,
      attempts integer not null default 0,
      resolution text,
      decided_by text,
      version integer not null default 1,
      created_at ${t.bigint} not null,
      resolved_at ${t.bigint},
      check ((existing_parent_id is null) = (existing_edge_id is null)),
      check (existing_parent_id is not null or collision_type = 'cycle')
    )`,
    // The same claim waits once, however often it is repeated.
    `create unique index resolution_queue_open on resolution_queue
      (project, concept_id, dim_id, incoming_parent_id, incoming_is_isa)
      where status in ('pending', 'needs_human')`,
    'create index resolution_queue_order on resolution_queue (status, priority, created_at)',
  ];
}

function otherTables(dialect: DialectName): string[] {
  const t = columnTypes(dialect);
  return [
    `create table graph_event (
      id ${t.reference} primary key,
      at ${t.bigint} not null,
      project text not null,
      kind text not null,
      actor text not null,
      edge_id ${t.reference},
      conflict_id ${t.reference},
      payload text not null,
      prev_hash text not null,
      hash text not null
    )`,
    'create index graph_event_edge on graph_event (edge_id)',
    `create table models (
      id ${t.id},
      provider text not null ${oneOf('provider', ['ollama', 'openai', 'claude'])},
      base_url text,
      model_name text not null,
      api_key_encrypted text,
      created_at ${t.bigint} not null
    )`,
    `create table config (
      key text primary key,
      value text not null,
      updated_at ${t.bigint} not null
    )`,
    `create table injection (
      id ${t.id},
      request_id text not null,
      at ${t.bigint} not null,
      project text not null,
      conversation text,
      client text,
      concepts text not null,
      edge_ids text not null,
      position text not null,
      bytes ${t.bigint} not null,
      prefix_bytes ${t.bigint} not null
    )`,
    'create index injection_at on injection (at)',
    `create table job (
      id ${t.id},
      kind text not null,
      job_key text not null,
      payload text not null,
      status text not null default 'waiting' ${oneOf('status', ['waiting', 'done', 'dead'])},
      attempts integer not null default 0,
      run_at ${t.bigint} not null,
      last_error text,
      created_at ${t.bigint} not null,
      finished_at ${t.bigint},
      unique (kind, job_key)
    )`,
    'create index job_due on job (status, run_at)',
    `create table client (
      id ${t.id},
      name text not null unique,
      project text not null,
      key_hash text unique,
      created_at ${t.bigint} not null,
      last_seen ${t.bigint},
      ${booleanColumn(dialect, 'disabled', `not null default ${t.false}`)}
    )`,
  ];
}

export async function createTables(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  // Events first: the history refers to them.
  const statements = [...otherTables(dialect), ...graphTables(dialect)];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

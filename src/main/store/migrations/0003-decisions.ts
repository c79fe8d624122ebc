// What deciding, asking models and undoing need: actions, resolution runs with their journal, what models cost,
// what was asked about when, and who holds a task that only one process may do.
// Source: memory, Writing, Conflicts, D11, D13, Models.
import { type Kysely, sql } from 'kysely';
import { booleanColumn, columnTypes, type DialectName, oneOf } from '../column-types.ts';

export async function createDecisions(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    // Snoozed until: not listed as open before, and the resolution job leaves it alone. Its marker stays.
    `alter table resolution_queue add column snoozed_until ${t.bigint}`,
    `alter table resolution_queue add column note text`,
    // Why the newest answer of a model could not be used; null after a usable one.
    `alter table resolution_queue add column last_problem text`,
    // Finds earlier decisions about the same claim.
    `create index resolution_queue_claim on resolution_queue
      (project, concept_id, dim_id, incoming_parent_id, incoming_is_isa)`,
    // What happened to one conflict, for the audit.
    'create index graph_event_conflict on graph_event (conflict_id) where conflict_id is not null',
    `alter table models add column label text not null default ''`,
    `alter table models add column context_tokens ${t.bigint}`,
    // US dollars for a million tokens; null where unknown (a local model costs nothing: 0).
    `alter table models add column input_price ${t.float}`,
    `alter table models add column output_price ${t.float}`,
    `alter table models add column abilities text`,
    `alter table models add column version integer not null default 1`,
    `alter table models add column updated_at ${t.bigint} not null default 0`,
    // One row for what a person or a run did in one transaction. Its id is the id of the event that heads it; the
    // events after it, as many as parts, hold what was before and after.
    `create table graph_action (
      id ${t.reference} primary key references graph_event (id),
      at ${t.bigint} not null,
      project text not null,
      kind text not null,
      actor text not null,
      reason text not null,
      summary text not null,
      parts integer not null,
      undoes ${t.reference} references graph_action (id),
      undone_by ${t.reference} references graph_action (id)
    )`,
    'create index graph_action_project on graph_action (project, id)',
    `create table resolution_run (
      id ${t.id},
      started_by text not null,
      actor text not null,
      status text not null default 'running' ${oneOf('status', ['running', 'done', 'failed', 'stopped'])},
      runner text not null,
      started_at ${t.bigint} not null,
      finished_at ${t.bigint},
      total integer not null default 0,
      counts text not null default '{}',
      error text,
      -- The newest conflict there was when it started; later ones wait for the next run.
      up_to ${t.bigint} not null default 0,
      -- The time of the schedule that it was started for: no two runs for one slot, whichever process is quicker.
      slot ${t.bigint} unique
    )`,
    // One at a time, said by the database too.
    `create unique index resolution_run_running on resolution_run (status) where status = 'running'`,
    `create table resolution_journal (
      id ${t.id},
      run_id ${t.reference} not null references resolution_run (id),
      conflict_id ${t.reference} not null references resolution_queue (id),
      at ${t.bigint} not null,
      outcome text not null,
      detail text not null,
      model text,
      input_tokens ${t.bigint} not null default 0,
      output_tokens ${t.bigint} not null default 0,
      ms ${t.bigint} not null default 0
    )`,
    'create index resolution_journal_run on resolution_journal (run_id, id)',
    'create index resolution_journal_conflict on resolution_journal (conflict_id, id)',
    // Every call of a model: what the daily budget is counted from. While a call is under way (ok is null) its row
    // holds what the call may use at most, so that calls at the same time cannot overdraw together.
    `create table model_call (
      id ${t.id},
      at ${t.bigint} not null,
      day text not null,
      purpose text not null,
      model text not null,
      ${booleanColumn(dialect, 'ok', '')},
      problem text,
      input_tokens ${t.bigint} not null,
      output_tokens ${t.bigint} not null,
      ${booleanColumn(dialect, 'estimated')},
      cost ${t.float} not null,
      ms ${t.bigint} not null
    )`,
    'create index model_call_day on model_call (day)',
    // When a model was last asked what a concept is, and what came of it: the cool-down.
    `create table concept_question (
      project text not null,
      concept_id ${t.reference} not null references soas (id),
      asked_at ${t.bigint} not null,
      outcome text not null,
      detail text not null,
      primary key (project, concept_id)
    )`,
    // The queue on SQLite (on Postgres pg-boss keeps it): a job handed out is claimed until a time; the claim's number
    // says whether who settles it still is the one it was handed to.
    `alter table job add column claimed_until ${t.bigint}`,
    `alter table job add column claim integer not null default 0`,
    `alter table job add column result text`,
    'create index job_kind on job (kind, status, run_at)',
    `create table lease (
      name text primary key,
      holder text not null,
      token ${t.bigint} not null,
      expires_at ${t.bigint} not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The question a dimension answers in a project, where an operator gave it one; the seeds have theirs in the program. A later migration. */
export async function createDimensionQuestions(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statement = `create table dimension_question (
      project text not null,
      dim_id ${t.reference} not null references soas (id),
      question text not null check (length(question) between 1 and 200),
      primary key (project, dim_id)
    )`;
  await sql.raw(statement).execute(db);
  if (dialect === 'postgres') await sql.raw(CHANGE_EDGES).execute(db);
}

/** Changes edges one after the other, in one message: each sees those before it, as the rules of the table want it. */
const CHANGE_EDGES = `create or replace function urd_change (
    edge_ids bigint[], projects text[], ids bigint[], parent_ids bigint[], dim_ids bigint[], are_isa boolean[],
    confidences double precision[], confirmations bigint[], sources text[], beginnings bigint[], unused boolean[]
  ) returns void language plpgsql as $$
  begin
    for i in 1 .. cardinality(edge_ids) loop
      update urd set project = projects[i], id = ids[i], parent_id = parent_ids[i], dim_id = dim_ids[i],
        is_isa = are_isa[i], confidence = confidences[i], last_confirmed = confirmations[i], source = sources[i],
        valid_from = beginnings[i], do_not_use = unused[i]
      where edge_id = edge_ids[i];
    end loop;
  end $$`;

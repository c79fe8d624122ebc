// What is proposed, decided and done to resources: approvals, executions, the operator's rules and locks, and a chain of events of their
// own. An approval is executed once at most, and a resource written by one execution at a time: the database says so, whoever asks.
// Source: agent, Approvals; decision 053
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from '../column-types.ts';
import { PG_APPEND_ONLY } from '../store-errors.ts';

const sqliteGuard = (verb: string) => `
  create trigger agent_event_no_${verb} before ${verb} on agent_event
  begin
    select raise(abort, 'agent_event is append-only');
  end`;

const GUARDS: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: [sqliteGuard('update'), sqliteGuard('delete')],
  postgres: [
    `create function agent_event_append_only() returns trigger language plpgsql as $$
     begin
       raise exception 'agent_event is append-only' using errcode = '${PG_APPEND_ONLY}';
     end $$`,
    `create trigger agent_event_append_only before update or delete on agent_event
     for each row execute function agent_event_append_only()`,
    `create trigger agent_event_no_truncate before truncate on agent_event
     for each statement execute function agent_event_append_only()`,
  ],
};

function tables(dialect: DialectName): string[] {
  const t = columnTypes(dialect);
  return [
    `create table agent_event (
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
    `create table approval (
      id text primary key,
      host text not null,
      session text,
      status text not null default 'pending' ${oneOf('status', ['pending', 'approved', 'denied', 'expired', 'replaced'])},
      tool text not null,
      arguments text not null,
      resource_id text not null,
      plan text not null,
      plan_hash text not null,
      shape text not null,
      asked_by text not null,
      asked_at ${t.bigint} not null,
      expires_at ${t.bigint} not null,
      decided_by text,
      decided_at ${t.bigint},
      reason text,
      rule text,
      replaced_by text
    )`,
    'create index approval_status on approval (status, asked_at)',
    `create table execution (
      id text primary key,
      approval_id text not null unique references approval (id),
      plan_hash text not null,
      host text not null,
      resource_id text not null,
      state text not null ${oneOf('state', ['started', 'done', 'failed', 'refused', 'unknown'])},
      started_at ${t.bigint} not null,
      lease_until ${t.bigint} not null,
      finished_at ${t.bigint},
      summary text,
      exit_code integer,
      output text,
      verified text ${oneOf('verified', ['yes', 'no', 'unproven'])},
      evidence text
    )`,
    `create unique index execution_one_write on execution (resource_id) where state = 'started'`,
    'create index execution_started on execution (started_at)',
    `create table approval_rule (
      id text primary key,
      tool text not null,
      matches text not null,
      summary text not null,
      session text,
      made_by text not null,
      made_at ${t.bigint} not null,
      expires_at ${t.bigint},
      revoked_by text,
      revoked_at ${t.bigint},
      used integer not null default 0,
      last_used_at ${t.bigint}
    )`,
    `create table resource_lock (
      resource_id text primary key,
      name text not null,
      note text not null,
      locked_by text not null,
      locked_at ${t.bigint} not null
    )`,
  ];
}

export async function createHands(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  for (const statement of [...tables(dialect), ...GUARDS[dialect]]) await sql.raw(statement).execute(db);
}

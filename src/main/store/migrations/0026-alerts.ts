// Alerts with their beginnings and ends, what is silenced, and which resources the operator says should run. Each belongs to the console (host) that
// sees the resource. Source: agent, What it acts on (Alerts).
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from '../column-types.ts';

export async function createAlerts(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `create table alert (
      id text primary key,
      host text not null,
      key text not null,
      rule text not null,
      resource_id text,
      resource_name text not null,
      severity text not null ${oneOf('severity', ['warning', 'critical'])},
      message text not null,
      finding text,
      started_at ${t.bigint} not null,
      ended_at ${t.bigint},
      acknowledged_by text,
      acknowledged_at ${t.bigint},
      note text,
      notified text ${oneOf('notified', ['raised', 'resolved'])},
      notified_at ${t.bigint},
      session text,
      session_at ${t.bigint}
    )`,
    'create unique index alert_one_active on alert (host, key) where ended_at is null',
    'create index alert_history on alert (host, started_at)',
    `create table alert_silence (
      id text primary key,
      host text not null,
      resource_id text,
      resource_name text,
      rule text,
      reason text not null,
      until ${t.bigint} not null,
      created_by text not null,
      created_at ${t.bigint} not null,
      check (resource_id is not null or rule is not null)
    )`,
    `create table resource_expectation (
      host text not null,
      resource_id text not null,
      expected text not null ${oneOf('expected', ['running', 'any'])},
      set_by text not null,
      set_at ${t.bigint} not null,
      primary key (host, resource_id)
    )`,
    'create index execution_resource on execution (resource_id, started_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

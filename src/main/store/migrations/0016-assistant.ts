// The assistant's sessions: what was said and done in each, entry by entry, the state its loop is in, and what starts runs by itself. A session
// belongs to the host that carries it on. Source: agent, The loop (sessions).
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from '../column-types.ts';

export async function createAssistant(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `create table assistant_session (
      id text primary key,
      host text not null,
      title text not null,
      pinned integer not null default 0 check (pinned in (0, 1)),
      profile text not null ${oneOf('profile', ['interactive', 'plan', 'investigation', 'autonomous'])},
      model_id text,
      state text not null,
      run text,
      started_by text not null,
      created_at ${t.bigint} not null,
      updated_at ${t.bigint} not null
    )`,
    'create index assistant_session_newest on assistant_session (pinned, updated_at)',
    `create table assistant_entry (
      session text not null references assistant_session (id),
      seq integer not null,
      id text not null,
      entry text not null,
      sent text,
      primary key (session, seq)
    )`,
    `create table assistant_schedule (
      id text primary key,
      host text not null,
      title text not null,
      message text not null,
      cron text not null,
      enabled integer not null check (enabled in (0, 1)),
      made_by text not null,
      made_at ${t.bigint} not null,
      last_at ${t.bigint},
      last_session text,
      skipped text
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

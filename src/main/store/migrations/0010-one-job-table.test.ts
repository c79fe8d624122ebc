// A database of the version before, whose jobs lie in pg-boss's schema, opens with every job as far as it was.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueOver } from '../testing/temp-jobs.ts';
import { START, TEST_DIALECTS, type TempStore, tempStore } from '../testing/temp-store.ts';

/** The columns of pg-boss 12 that say how far a job is, of all that it has. */
const PGBOSS = `
  create schema pgboss;
  create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
  create table pgboss.queue (name text primary key);
  create table pgboss.job (
    id uuid not null default gen_random_uuid(), name text not null references pgboss.queue, data jsonb, output jsonb,
    state pgboss.job_state not null default 'created', retry_limit int not null default 7, retry_count int not null default 0,
    start_after timestamptz not null default now(), started_on timestamptz, created_on timestamptz not null default now(),
    completed_on timestamptz
  ) partition by list (name);
  create table pgboss.job_common partition of pgboss.job default;
  insert into pgboss.queue values ('learn'), ('ask'), ('__pgboss__send-it')`;

describe.runIf(TEST_DIALECTS.includes('postgres'))('jobs that pg-boss kept', () => {
  let temp: TempStore;
  beforeEach(async () => {
    temp = await tempStore('postgres');
    for (const statement of PGBOSS.split(';')) {
      await temp.store.write(({ db }) => sql.raw(statement).execute(db));
    }
    const later =
      'alter table resolution_run drop column claimed_until, drop column claim; drop table host_event; drop function host_event_append_only; alter table model_call drop column run; drop table upstream; drop table execution; drop table approval; drop table approval_rule; drop table resource_lock; drop table agent_event; drop function agent_event_append_only; drop table assistant_entry; drop table assistant_session; drop table assistant_schedule; drop function evidence_chunks_counted; drop function evidence_chunks_with; drop table evidence_chunk_words; drop table evidence_vector; drop table evidence_chunk_key; drop table evidence_chunk; drop function evidence_chunk_indexed; drop function evidence_chunk_forgotten; drop function evidence_chunk_emptied; drop table evidence_raw; drop table evidence_advisory; drop table evidence_alias; drop table evidence_affected; drop table evidence_claim; drop table evidence_component; drop table evidence_dependency; drop table evidence_note; drop table evidence_exploited; drop table evidence_score; drop table evidence_refusal; drop table evidence_import; drop table evidence_binding; drop table evidence_document; drop table evidence_key; drop table evidence_ecosystem; drop table evidence_version; drop table finding_list; drop table finding; drop table finding_decision; drop table finding_unchecked; drop table finding_observation; drop table finding_match; drop table advisory_ai_outputs; drop table brief_model_pin; drop table signing_key; drop table bundle_signature; drop table dimension_question; drop table alert; drop table alert_silence; drop table resource_expectation; drop table read_sentence; drop table reading; alter table urd drop column is_guess, drop column until; alter table urd_history drop column until';
    for (const statement of later.split(';'))
      await temp.store.write(({ db }) => sql.raw(statement).execute(db));
    await temp.store.write(({ db }) => sql`delete from kysely_migration where name >= '0010'`.execute(db));
  });
  afterEach(() => temp[Symbol.asyncDispose]());

  const boss = (name: string, key: string, state: string, more: string, cells = '') =>
    temp.store.write(({ db }) =>
      sql
        .raw(
          `insert into pgboss.job (name, data, state, created_on, start_after${more})
            values ('${name}', '{"payload": "{\\"n\\":\\"${key}\\"}", "order": 0, "key": "${key}"}', '${state}',
              to_timestamp(${START / 1000}), to_timestamp(${START / 1000 + 1})${cells})`,
        )
        .execute(db),
    );
  const isThere = async (name: string) => {
    const { rows } = await sql<{ n: string | null }>`select to_regclass(${name})::text as n`.execute(
      temp.store.reader as never,
    );
    return rows[0]?.n !== null;
  };

  it('are taken over once, each as far on its way as it was, and the schema is gone', async () => {
    await boss('learn', 'new', 'created', '');
    // Failed twice, and waited twice for want of somebody to ask.
    await boss(
      'ask',
      'tried',
      'retry',
      ', retry_count, retry_limit, started_on, output',
      `, 3, 9, now(), '{"message": "busy"}'`,
    );
    await boss('ask', 'held', 'active', ', retry_count, started_on', ', 1, now()');
    await boss(
      'ask',
      'well',
      'completed',
      ', completed_on, output',
      `, to_timestamp(${START / 1000 + 9}), '{"message": "2 facts"}'`,
    );
    await boss(
      'learn',
      'lost',
      'failed',
      ', completed_on, output, retry_count, started_on',
      `, now(), '{"value": {"message": "no use"}}', 7, now()`,
    );
    const store = await temp.again();
    const jobs = (await store.jobs.list({ limit: 9, offset: 0 })).jobs.sort((a, b) =>
      a.payload.localeCompare(b.payload),
    );
    expect(jobs).toMatchObject([
      { kind: 'ask', payload: '{"n":"held"}', status: 'waiting', attempts: 1 },
      { kind: 'learn', payload: '{"n":"lost"}', status: 'dead', attempts: 8, lastError: 'no use' },
      {
        kind: 'learn',
        payload: '{"n":"new"}',
        status: 'waiting',
        attempts: 0,
        createdAt: START,
        runAt: START + 1000,
      },
      { kind: 'ask', payload: '{"n":"tried"}', status: 'waiting', attempts: 2, lastError: 'busy' },
      {
        kind: 'ask',
        payload: '{"n":"well"}',
        status: 'done',
        result: '2 facts',
        finishedAt: START + 9000,
        lastError: null,
      },
    ]);
    const again = ['new', 'tried', 'held', 'well', 'lost'].flatMap((key) => [
      { kind: 'ask', key, payload: '{}' },
      { kind: 'learn', key, payload: '{}' },
    ]);
    // The same claim again is the same job, done or not.
    expect(await store.write((writer) => store.jobs.enqueue(writer, again))).toBe(5);
    // Whoever held one ended in the middle: that counts.
    const [held] = (await store.jobs.claim('ask', 9)).filter(({ payload }) => payload === '{"n":"held"}');
    expect(held).toMatchObject({ attempts: 2 });
    expect(await isThere('pgboss.job')).toBe(false);
    await temp.again();
  });

  it("leaves somebody else's jobs where they are", async () => {
    await temp.store.write(({ db }) => sql`insert into pgboss.queue values ('mail')`.execute(db));
    await boss('mail', 'theirs', 'created', '');
    await boss('learn', 'ours', 'created', '');
    const queue = queueOver(await temp.again(), temp);
    expect((await queue.list({ limit: 9, offset: 0 })).jobs).toMatchObject([{ payload: '{"n":"ours"}' }]);
    const { rows } = await sql<{ name: string }>`select name from pgboss.job`.execute(
      temp.store.reader as never,
    );
    expect(rows).toEqual([{ name: 'mail' }]);
    await queue.close();
  });
});

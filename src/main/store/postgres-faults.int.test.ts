// A PostgreSQL that answers and would not keep what is written: a standby after a failover, a right that was taken away,
// tables or a database that are gone, a full disk. Noticed within seconds, said, and over when its cause is.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts';

const NOTICED_MS = 8000;
const BACK_MS = 20_000;

interface Fault {
  readonly name: string;
  readonly strike: (server: PostgresServer, database: string) => Promise<void>;
  readonly reason: RegExp;
  readonly mend?: (server: PostgresServer, database: string) => Promise<void>;
}

describe.skipIf('missing' in inject('postgres'))('while PostgreSQL answers', () => {
  let server: PostgresServer;
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'festinger-standby-'));
    server = await startPostgres({ durable: true, dir });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const on = async (url: string, ...statements: string[]) => {
    const client = new pg.Client(url);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const FULL = `create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
  const ON_WRITE = 'before insert or update on';

  const FAULTS: readonly Fault[] = [
    {
      name: 'as a standby, after a failover',
      async strike({ down, up, databaseUrl }) {
        await down('fast');
        writeFileSync(join(dir, 'data', 'standby.signal'), '');
        // It says that it is up once it has been promoted.
        void up();
        const isUp = () => on(databaseUrl('postgres'), 'select 1').then(() => 'up', String);
        await expect.poll(isUp, { timeout: BACK_MS }).toBe('up');
      },
      reason: /takes no writes: it is a standby/,
      mend: ({ databaseUrl }) => on(databaseUrl('postgres'), 'select pg_promote(true, 30)'),
    },
    {
      name: 'and this user may write no more',
      strike: ({ databaseUrl }, name) =>
        on(databaseUrl(name), 'revoke insert, update, delete on urd, soas, graph_event from plain'),
      reason: /this user may not do that/,
      mend: ({ databaseUrl }, name) =>
        on(databaseUrl(name), 'grant insert, update, delete on urd, soas, graph_event to plain'),
    },
    {
      name: 'and its tables are gone, until they are restored',
      strike: ({ databaseUrl }, name) =>
        on(databaseUrl(name), 'alter schema public rename to kept', 'create schema public'),
      reason: /its tables are gone/,
      mend: ({ databaseUrl }, name) =>
        on(databaseUrl(name), 'drop schema public', 'alter schema kept rename to public'),
    },
    {
      name: 'and the database is dropped',
      strike: ({ databaseUrl }, name) => on(databaseUrl('postgres'), `drop database ${name} with (force)`),
      reason: /there is no such database/,
    },
    {
      name: 'and its disk is full',
      strike: ({ databaseUrl }, name) =>
        on(
          databaseUrl(name),
          FULL,
          `create trigger full_urd ${ON_WRITE} urd for each row execute function full_disk()`,
          `create trigger full_config ${ON_WRITE} config for each row execute function full_disk()`,
        ),
      reason: /its disk is full/,
      mend: ({ databaseUrl }, name) => on(databaseUrl(name), 'drop function full_disk cascade'),
    },
  ];

  async function core(name: string): Promise<TestCore> {
    await on(
      server.url,
      `do $$ begin create role plain login password 'plain'; exception when duplicate_object then null; end $$`,
      `create database ${name} owner plain`,
    );
    await on(server.databaseUrl(name), 'alter schema public owner to plain');
    return startTestCore({
      database: server.databaseUrl(name).replace('postgres:postgres@', 'plain:plain@'),
    });
  }

  const part = async (road: TestCore) => {
    const { body } = await road.operator('/api/console/system/status');
    const { parts } = (body as { data: { parts: { name: string; health: string; reason: string }[] } }).data;
    return parts.find(({ name }) => name === 'database');
  };
  const tell = (road: TestCore, fact: string) =>
    road.call('/iknowthat', { method: 'POST', body: JSON.stringify({ fact }) });
  const recall = async (road: TestCore, concept: string) => {
    const { body } = await road.call(`/recall?concept=${concept}`);
    return (body as { data: { recollection: string | null } }).data.recollection ?? '';
  };

  it.each(FAULTS)(
    '$name, writes are refused with the reason, agents are served, and it is over with its cause',
    async ({ name: fault, strike, reason, mend }) => {
      const name = `fault_${fault.replaceAll(/\W/g, '_')}`;
      await using road = await core(name);
      await road.tell('gnommoweb -isa repo', 'ramanujan -isa host');
      await expect.poll(async () => (await part(road))?.health).toBe('ok');

      await strike(server, name);
      // A full disk is known to who writes.
      await tell(road, 'caught -isa outage');
      await expect.poll(async () => (await part(road))?.health, { timeout: NOTICED_MS }).toBe('bad');
      await expect.poll(async () => (await part(road))?.reason, { timeout: NOTICED_MS }).toMatch(reason);
      const refused = await tell(road, 'late -isa arrival');
      expect(refused).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
      expect((refused.body as { error: { message: string } }).error.message).toMatch(reason);
      const ready = await road.call('/readyz');
      expect([ready.status, JSON.stringify(ready.body)]).toEqual([503, expect.stringMatching(reason)]);
      expect((await road.call('/healthz')).status).toBe(200);
      const [head] = await road.chat([{ role: 'user', content: 'What is gnommoweb?' }]);
      expect(head?.content).toContain('gnommoweb: [type] repo');
      expect(await recall(road, 'late')).toBe('');

      if (!mend) return;
      await mend(server, name);
      await expect.poll(async () => (await part(road))?.health, { timeout: BACK_MS }).toBe('ok');
      expect((await tell(road, 'late -isa arrival')).status).toBe(200);
      expect(await recall(road, 'late')).toContain('arrival');
    },
    90_000,
  );
});

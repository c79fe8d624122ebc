// A PostgreSQL that goes away under a running program and comes back: agents are served throughout, writers are told to
// try again, the operator is told why, and nobody has to do anything.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts';
import { openTcpGate, type TcpGate } from './testing/tcp-gate.ts';

interface Status {
  parts: { name: string; health: string; reason: string | null; fix: string | null }[];
  feed: { behind: number; lastLookAt: number | null; listening: boolean | null };
}

describe.skipIf('missing' in inject('postgres'))('while PostgreSQL is away', () => {
  let server: PostgresServer;
  let gate: TcpGate;
  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    gate = await openTcpGate(Number(new URL(server.url).port));
  });
  afterAll(async () => {
    await gate?.[Symbol.asyncDispose]();
    await server?.stop();
  });

  async function core(name: string): Promise<TestCore> {
    const admin = new pg.Client(server.url);
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    return startTestCore({ database: gate.through(server.databaseUrl(name)) });
  }

  const status = async (road: TestCore) => {
    const { body } = await road.operator('/api/console/system/status');
    return (body as { data: Status }).data;
  };
  const databaseHealth = async (road: TestCore) =>
    (await status(road)).parts.find((part) => part.name === 'database')?.health;
  const iKnowThat = (road: TestCore, fact: string) =>
    road.call('/iknowthat', { method: 'POST', body: JSON.stringify({ fact }) });
  const recall = async (road: TestCore, concept: string) => {
    const { body } = await road.call(`/recall?concept=${concept}`);
    return (body as { data: { recollection: string | null } }).data.recollection ?? '';
  };
  const user = (content: string) => ({ role: 'user', content });

  const ways: [name: string, away: () => Promise<void> | void, back: () => Promise<void> | void][] = [
    ['stopped and started', () => server.down('fast'), () => server.up()],
    ['crashed and recovered', () => server.down('immediate'), () => server.up()],
    ['refused by the network', () => gate.refuse(), () => gate.open()],
    ['behind a cable that was pulled out', () => gate.block(), () => gate.open()],
  ];

  it.each(ways)(
    'because it was %s, agents are served from memory and everything goes on by itself',
    async (name, away, back) => {
      await using road = await core(`away_${name.replaceAll(/\W/g, '_')}`);
      await road.tell('gnommoweb -isa repo', 'ramanujan -isa host');
      await expect.poll(() => databaseHealth(road)).toBe('ok');
      await expect.poll(async () => (await status(road)).feed).toMatchObject({ behind: 0, listening: true });

      await away();
      // Told before anybody knows: it hangs, and must not keep the program from finding out.
      const caught = iKnowThat(road, 'caught -isa outage');
      await expect.poll(() => databaseHealth(road), { timeout: 15_000 }).toBe('bad');
      expect(await caught).toMatchObject({ status: 503, body: { error: { retryable: true } } });
      // For a moment it may only be known that every connection waits for an answer.
      await expect
        .poll(async () => (await status(road)).parts.find((one) => one.name === 'database'))
        .toMatchObject({
          health: 'bad',
          reason: expect.stringContaining('cannot be used'),
          fix: expect.stringContaining('served from memory'),
        });
      const { status: ready, body } = await road.call('/readyz');
      expect([ready, JSON.stringify(body)]).toEqual([503, expect.stringContaining('database')]);
      const [head] = await road.chat([user('What is gnommoweb?')]);
      expect(head?.content).toContain('gnommoweb: [type] repo');
      await road.chat([user('Note that ramanujan is part of cluster_seven.')]);
      const started = performance.now();
      const refused = await iKnowThat(road, 'late -isa arrival');
      expect(refused).toMatchObject({
        status: 503,
        body: { error: { code: 'UNAVAILABLE', retryable: true } },
      });
      expect(performance.now() - started).toBeLessThan(6000);
      expect(await recall(road, 'late')).toBe('');

      await back();
      await expect.poll(() => databaseHealth(road), { timeout: 20_000 }).toBe('ok');
      await expect.poll(() => recall(road, 'ramanujan'), { timeout: 10_000 }).toContain('cluster_seven');
      await expect
        .poll(async () => (await iKnowThat(road, 'late -isa arrival')).status, { timeout: 10_000 })
        .toBe(200);
      expect(await recall(road, 'gnommoweb')).toContain('repo');
      await expect
        .poll(async () => (await status(road)).feed, { timeout: 10_000 })
        .toMatchObject({ behind: 0, listening: true });
    },
    90_000,
  );
});

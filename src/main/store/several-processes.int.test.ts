// Several real processes on one PostgreSQL: one graph, whoever is asked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { type FestingerProcess, startProcess, startProcesses, stopAll } from '../core/testing/processes.ts';
import { createLog } from '../telemetry/log.ts';
import { verifyChain } from './audit/chain.ts';
import { openStore } from './store.ts';
import { dropDatabase, freshDatabase } from './testing/temp-store.ts';

const missing = inject('postgres');

describe.skipIf('missing' in missing)('several processes on one PostgreSQL', () => {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-several-'));
  let database: string;
  let processes: FestingerProcess[];
  beforeAll(async () => {
    ({ database } = await freshDatabase('postgres', dir));
    processes = await startProcesses(3, { database });
  });
  afterAll(async () => {
    await stopAll(processes ?? []);
    await dropDatabase(database);
    rmSync(dir, { recursive: true, force: true });
  });

  /** The tables hold one parent for each concept, no cycle, and a whole chain; so does every process's memory. */
  async function expectWhole(dimension: string, facts: number | null): Promise<void> {
    const store = await openStore({ url: database, clock: systemClock, log: createLog('silent') });
    try {
      const rows = await store.reader
        .selectFrom('urd')
        .innerJoin('soas as d', 'd.id', 'urd.dim_id')
        .where('d.token', '=', dimension)
        .whereRef('urd.id', '!=', 'urd.dim_id')
        .select(['urd.id', 'urd.parent_id'])
        .execute();
      if (facts !== null) expect(rows).toHaveLength(facts);
      const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
      expect(parents.size).toBe(rows.length);
      for (const start of parents.keys()) {
        let steps = 0;
        for (let at = parents.get(start); at !== undefined; at = parents.get(at)) {
          expect(at).not.toBe(start);
          expect(++steps).toBeLessThanOrEqual(rows.length);
        }
      }
      expect(await verifyChain(store.reader, 'memory')).toMatchObject({ ok: true });
    } finally {
      await store.close();
    }
    for (const one of processes) {
      const { body } = await one.operator('/api/console/files/verify', { method: 'POST' });
      expect((body as { data: { problems: string[] } }).data.problems).toEqual([]);
    }
  }

  it('recalls in every process within a second what one was told', async () => {
    for (const [i, teller] of processes.entries()) {
      const started = performance.now();
      await teller.tell([`shared${i} -isa fact${i}`]);
      for (const other of processes) {
        await expect.poll(() => other.recall(`shared${i}`), { interval: 20 }).toContain(`fact${i}`);
      }
      expect(performance.now() - started).toBeLessThan(1000);
    }
  });

  it('never makes two parents or a cycle of facts told to all of them at once, and loses none', async () => {
    const names = ['ring_a', 'ring_b', 'ring_c', 'ring_d'];
    const facts = names.flatMap((a) =>
      names.filter((b) => b !== a).map((b) => `${a} -isa ${b} in context of ring`),
    );
    const same = Array.from({ length: 20 }, (_, i) => `same_${i} -isa thing`);
    const answers = await Promise.all(
      processes.flatMap((one, p) => [
        ...facts.map((fact, i) => one.tell([facts[(i + p * 5) % facts.length] ?? fact])),
        one.tell(same),
      ]),
    );
    const taken = answers.flat();
    expect(taken).toHaveLength(3 * (facts.length + same.length));
    expect(taken.every(({ status }) => ['inserted', 'confirmed', 'conflict'].includes(status))).toBe(true);
    // Each of the same facts was new once and confirmed twice.
    const ofSame = taken.filter(({ concept }) => concept.startsWith('same_'));
    expect(ofSame.filter(({ status }) => status === 'inserted')).toHaveLength(20);
    expect(ofSame.filter(({ status }) => status === 'confirmed')).toHaveLength(40);
    await expectWhole('ring', names.length - 1);
  });

  it('lets one half of a cycle through when both halves are told at once', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [`half_a${round}`, `half_b${round}`];
      const [one, other] = await Promise.all([
        processes[0]?.tell([`${a} -isa ${b} in context of halves`]),
        processes[1]?.tell([`${b} -isa ${a} in context of halves`]),
      ]);
      expect([one?.[0]?.status, other?.[0]?.status].sort()).toEqual(['conflict', 'inserted']);
    }
    await expectWhole('halves', 10);
  });

  it('keeps what was acknowledged when a process is killed in the middle, and the others go on', async () => {
    const doomed = await startProcess({ database });
    const acknowledged: string[] = [];
    const telling = (async () => {
      for (let n = 0; ; n++) {
        const concepts = Array.from({ length: 30 }, (_, i) => `killed_${n}_${i}`);
        await doomed.tell(concepts.map((concept) => `${concept} -ispart crowd`));
        acknowledged.push(...concepts);
      }
    })().catch(() => undefined);
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(60);
    await doomed.kill();
    await telling;
    await doomed[Symbol.asyncDispose]();
    const survivor = processes[2];
    await survivor?.tell(['after_kill -isa survivor']);
    for (const concept of [acknowledged[0], acknowledged.at(-1)]) {
      await expect.poll(() => survivor?.recall(concept ?? '')).toContain('crowd');
    }
    await expectWhole('membership', null);
  });

  it('takes a setting changed in one into force in all', async () => {
    const set = await processes[0]?.operator('/api/console/system/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'recollection_max_concepts', value: 7 }),
    });
    expect(set?.status).toBe(200);
    for (const one of processes) {
      await expect
        .poll(async () => {
          const { body } = await one.operator('/api/console/system/settings');
          const { data } = body as { data: { key: string; value: unknown }[] };
          return data.find(({ key }) => key === 'recollection_max_concepts')?.value;
        })
        .toBe(7);
    }
  });

  it('opens to a client key made in one, and closes in all when it is revoked in one', async () => {
    const post = (body: object): RequestInit => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const made = await processes[0]?.operator('/api/console/clients/keys', post({ name: 'roaming' }));
    const { data } = (made?.body ?? {}) as { data: { key: string; client: { keys: { id: number }[] } } };
    const statuses = () =>
      Promise.all(
        processes.map(
          async (one) =>
            (await one.call('/recall?concept=a', { headers: { authorization: `Bearer ${data.key}` } }))
              .status,
        ),
      );
    await expect.poll(statuses, { interval: 20 }).toEqual([200, 200, 200]);
    const started = performance.now();
    const id = data.client.keys[0]?.id;
    const revoked = await processes[1]?.operator(`/api/console/clients/keys/${id}/revoke`, post({}));
    expect(revoked?.status).toBe(200);
    expect((await statuses())[1], 'at once where it was done').toBe(401);
    await expect.poll(statuses, { interval: 20 }).toEqual([401, 401, 401]);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('serves through an upstream added in one from all of them, and through none that was removed', async () => {
    const [adder, ...others] = processes;
    const names = (one: FestingerProcess | undefined) =>
      one?.operator('/api/console/upstreams').then(({ body }) => {
        const { upstreams } = (body as { data: { upstreams: { name: string; revision: number | null }[] } })
          .data;
        return upstreams.map(({ name, revision }) => [name, revision]);
      });
    const post = (path: string, body: object) =>
      adder?.operator(`/api/console${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const [given] = (await names(adder)) ?? [];
    expect((await post('/upstreams', { name: 'shared', url: 'http://127.0.0.1:10' }))?.status).toBe(200);
    expect(await names(adder)).toEqual([given, ['shared', 1]]);
    for (const one of others)
      await expect.poll(() => names(one), { interval: 20 }).toEqual([given, ['shared', 1]]);
    expect((await post('/upstreams/shared/remove', { expectedVersion: 1 }))?.status).toBe(200);
    for (const one of processes) await expect.poll(() => names(one), { interval: 20 }).toEqual([given]);
  });

  it('leaves with code 0 when it is asked to', async () => {
    const one = await startProcess({ database });
    expect(await one.tell(['leaving -isa deed'])).toMatchObject([{ status: 'inserted' }]);
    expect(await one.recall('leaving')).toContain('deed');
    expect(await one.stop()).toBe(0);
    await one[Symbol.asyncDispose]();
  });
});

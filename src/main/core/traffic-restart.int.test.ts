// Promise: Traffic outlives a restart and a kill, each host's its own, though they share a database; neither backup nor export has it.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, inject, it } from 'vitest';
import { dropDatabase, freshDatabase } from '../store/testing/temp-store.ts';
import { type FestingerProcess, startProcess } from './testing/processes.ts';
import { startTestCore, type TestCore } from './testing/start-test-core.ts';

const home = mkdtempSync(join(tmpdir(), 'festinger-traffic-restart-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Listed {
  rows: { id: string; client: string; state: string }[];
  total: number;
}

const listed = async (of: TestCore | FestingerProcess): Promise<Listed> =>
  ((await of.operator('/api/console/traffic?limit=100')).body as { data: Listed }).data;

const secret = `sk-ant-api03-${'a1B2c3D4'.repeat(11)}`;

it('is there after kill -9, but for the last second, and without the secret of a prompt', async () => {
  const dataDir = join(home, 'killed');
  const first = await startProcess({ upstream: 'http://127.0.0.1:9', dataDir });
  const prompt = { model: 'm', messages: [{ role: 'user', content: `the key is ${secret}` }] };
  await first.call('/api/chat', { method: 'POST', body: JSON.stringify(prompt) });
  const { rows } = await listed(first);
  // What Traffic explains as an upstream that is not there (renderer, traffic/ending/remedy.ts).
  const reason = expect.not.stringMatching(/^the upstream answered/);
  expect(rows).toMatchObject([{ state: 'failed', status: 502, error: reason }]);
  const file = join(dataDir, 'traffic.log');
  await expect
    .poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 10_000 })
    .toContain(`\n${rows[0]?.id}\t`);
  await first.kill();
  expect(readFileSync(file, 'utf8')).not.toContain(secret.slice(0, 30));
  await using second = await startProcess({ upstream: 'http://127.0.0.1:9', dataDir });
  expect((await listed(second)).rows).toEqual(rows);
});

const DIALECTS = 'missing' in inject('postgres') ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const);

it.each(DIALECTS)(
  'is each host’s own where two share a database of %s, and in no backup or export',
  async (dialect) => {
    const place = await freshDatabase(dialect, mkdtempSync(join(home, 'shared-')));
    const dirs = ['one', 'two'].map((name) => mkdtempSync(join(home, `${name}-`)));
    const start = (n: number) => startTestCore({ dataDir: dirs[n] as string, database: place.database });
    try {
      const seen: string[] = [];
      for (const n of [0, 1]) {
        await using core = await start(n);
        await core.call('/api/chat', {
          method: 'POST',
          body: JSON.stringify({ model: `of_host_${n}`, messages: [] }),
        });
        seen.push(JSON.stringify((await listed(core)).rows));
        const backup = await core.operator('/api/console/files/backup', { method: 'POST', body: '{}' });
        expect(backup.status).toBe(200);
        const exported = await core.operator('/api/console/files/export?format=json');
        expect(JSON.stringify(exported.body)).not.toContain('of_host_');
      }
      for (const dir of dirs) {
        const names = readdirSync(join(dir, 'backups'));
        expect(names.length).toBeGreaterThan(0);
        for (const name of names)
          expect(gunzipSync(readFileSync(join(dir, 'backups', name))).toString()).not.toContain('of_host_');
      }
      for (const n of [0, 1]) {
        await using core = await start(n);
        expect(JSON.stringify((await listed(core)).rows)).toBe(seen[n]);
      }
    } finally {
      if (dialect === 'postgres') await dropDatabase(place.database);
    }
  },
);

it('begins with none, and leaves none, while it is off', async () => {
  const dataDir = mkdtempSync(join(home, 'off-'));
  const file = join(dataDir, 'traffic.log');
  {
    await using core = await startTestCore({ dataDir });
    await core.call('/api/chat', { method: 'POST', body: '{"model":"m","messages":[]}' });
    await expect.poll(() => existsSync(file) && statSync(file).size > 500, { timeout: 10_000 }).toBe(true);
    await core.operator('/api/console/system/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'traffic_survives_restart', value: false }),
    });
    await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(false);
    expect((await listed(core)).total).toBe(1);
  }
  await using core = await startTestCore({ dataDir });
  expect([(await listed(core)).total, existsSync(file)]).toEqual([0, false]);
});

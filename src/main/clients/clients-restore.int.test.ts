// Promise: a backup brings keys of agents back as hashes, and never one that was revoked here since.
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addKey, asOperator, bearer, save, state } from '../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';

const status = async (road: TestCore, key: string) =>
  (await road.call('/recall?concept=a', { headers: bearer(key) })).status;

async function file<T>(road: TestCore, path: string, body: object = {}): Promise<T> {
  const init = { method: 'POST', body: JSON.stringify(body) };
  const answer = await road.operator(`/api/console/files${path}`, init);
  expect([path, answer.status]).toEqual([path, 200]);
  return (answer.body as { data: T }).data;
}

describe.each(TEST_DIALECTS)('a restore on %s', { timeout: 60_000 }, (dialect) => {
  it('keeps revoked keys revoked, and brings the others and what their clients may do', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-clients-restore-'));
    const { database, location } = await freshDatabase(dialect, dataDir);
    onTestFinished(async () => {
      rmSync(dataDir, { recursive: true, force: true });
      if ('url' in location) await dropDatabase(location.url);
    });
    await using road = await startTestCore({ dataDir, database });
    const [stays, revoked, removed, deleted] = [
      await addKey(road, 'stays'),
      await addKey(road, 'revoked'),
      await addKey(road, 'removed'),
      await addKey(road, 'deleted-since'),
    ];
    await save(road, 'stays', { project: 'lab', ratePerMinute: 60 }, 1);
    const { name } = await file<{ name: string }>(road, '/backup');
    await asOperator(road, `/clients/keys/${revoked.client.keys[0]?.id}/revoke`, {});
    await asOperator(road, '/clients/remove', { name: 'removed', expectedVersion: 1 });
    await asOperator(road, `/clients/keys/${deleted.client.keys[0]?.id}/revoke`, {});
    await save(road, 'stays', {}, 2);
    const later = await addKey(road, 'later');
    await file(road, '/restore', { name });
    expect(await status(road, stays.key)).toBe(200);
    for (const { key } of [revoked, removed, deleted, later]) expect(await status(road, key)).toBe(401);
    const restored = (await state(road)).clients.find((one) => one.name === 'stays');
    expect(restored).toMatchObject({ project: 'lab', ratePerMinute: 60, version: 2 });
    expect((await state(road)).clients.some((one) => one.name === 'later' && one.stored)).toBe(false);
    const next = await addKey(road, 'next');
    // One was given out behind the backup; PostgreSQL never gives out an id twice.
    expect(next.client.keys[0]?.id, 'ids go on').toBe(dialect === 'postgres' ? 6 : 5);
  });
});

it('reads a backup of the version before, which names a table that is gone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-clients-restore-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await using road = await startTestCore({ dataDir });
  await road.tell('gnommoweb -isa repo');
  const { name } = await file<{ name: string }>(road, '/backup');
  const path = join(dataDir, 'backups', name);
  const text = gunzipSync(readFileSync(path)).toString();
  const gone = { table: 'client', columns: ['id', 'name', 'project', 'key_hash'], next: 1 };
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !/"table":"client(s|_keys)"/.test(line));
  const end = JSON.parse(lines.pop() ?? '') as { rows: Record<string, number> };
  const { clients: _, client_keys: __, ...rows } = end.rows;
  const body = [...lines, JSON.stringify(gone)].map((line) => `${line}\n`).join('');
  const header = body.replace(',"0005-clients","0006-vocabulary","0007-client-learning"', '');
  const sealed = {
    ...end,
    rows: { ...rows, client: 0 },
    lines: lines.length + 2,
    sha256: hash('sha256', header),
  };
  writeFileSync(path, gzipSync(`${header}${JSON.stringify(sealed)}\n`));
  await file(road, '/restore', { name });
  expect((await road.call('/recall?concept=gnommoweb')).body).toMatchObject({ data: { known: true } });
  const { key } = await addKey(road, 'after');
  expect(await status(road, key)).toBe(200);
});

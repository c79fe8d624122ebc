// Promises of the first run: it is shown where nothing is known, by a real look at the folder, the upstream, the database, the models and
// what came in; what was put aside and that it was ended outlive a restart; an installation that is in use never sees it by itself.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { FirstRun, FirstRunStep } from '../../shared/model/start/first-run.ts';
import type { SystemStatus } from '../../shared/model/status.ts';
import { startTestCore, type TestCore, type TestCoreOptions } from './testing/start-test-core.ts';

vi.setConfig({ testTimeout: 60_000 });

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
async function ask<T>(test: TestCore, path: string, init?: RequestInit): Promise<T> {
  const { status, body } = await test.operator(`/api/console${path}`, init);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: T }).data;
}
const look = (test: TestCore) => ask<FirstRun>(test, '/start');
const statusOf = (test: TestCore) => ask<SystemStatus>(test, '/system/status');
const step = ({ steps }: FirstRun, name: FirstRunStep['name']) => steps.find((one) => one.name === name);
function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-first-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}
const start = (options: TestCoreOptions) => startTestCore(options);

it('says of each step what is so, and of the last one as soon as a request came in', async () => {
  await using test = await start({});
  const before = await look(test);
  expect(before.isOpen).toBe(true);
  expect((await statusOf(test)).firstRun).toBe(true);
  expect(before.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'folder ok',
    'upstream ok',
    'database ok',
    'model open',
    'request open',
    'reader open',
  ]);
  expect(step(before, 'folder')?.said).toContain(`${test.dataDir} can be written`);
  expect(step(before, 'upstream')?.said).toContain(`answers at ${test.upstream.url} with`);
  expect(step(before, 'database')?.said).toMatch(/^SQLite at .+ answers in \d+ ms and takes writes\.$/);
  await test.chat([{ role: 'user', content: 'hello' }], {}, { 'user-agent': 'curl/8.9' });
  expect(step(await look(test), 'request')).toMatchObject({
    state: 'ok',
    said: 'The first request came from 127.0.0.1, with curl/8.9.',
  });
  const { firstCalls, counts } = await statusOf(test);
  expect(firstCalls.map(({ wire }) => wire)).toEqual(['ollama', 'curl']);
  expect(counts.concepts, 'words of the dictionary are no concepts').toBe(0);
  await test.tell('gnommoweb -isa repo', 'gnommoweb -ispart web in context of owner');
  expect((await statusOf(test)).counts).toMatchObject({ concepts: 1, edges: 2 });
});

it('says what is wrong with an upstream that is not there, and with one without models', async () => {
  await using test = await start({ config: 'upstreams:\n  - name: gone\n    url: http://127.0.0.1:9\n' });
  const gone = step(await look(test), 'upstream');
  expect(gone).toMatchObject({ state: 'bad', line: 'ollama serve' });
  expect(gone?.said).toContain('http://127.0.0.1:9 does not answer');
});

it.skipIf(process.getuid?.() === 0)('says that the folder cannot be written any more', async () => {
  const dataDir = folder();
  await using test = await start({ dataDir });
  chmodSync(dataDir, 0o500);
  onTestFinished(() => chmodSync(dataDir, 0o700));
  expect(step(await look(test), 'folder')).toMatchObject({ state: 'bad' });
  chmodSync(dataDir, 0o700);
  expect(step(await look(test), 'folder')).toMatchObject({ state: 'ok' });
});

it('goes on after a restart where it was, and is over when it was ended', async () => {
  const dataDir = folder();
  {
    await using test = await start({ dataDir });
    await ask(test, '/start', post({ skipped: ['model', 'model'] }));
  }
  {
    await using test = await start({ dataDir });
    const now = await look(test);
    expect(now.isOpen).toBe(true);
    expect(now.steps.filter(({ skipped }) => skipped).map(({ name }) => name)).toEqual(['model']);
    expect(await ask<FirstRun>(test, '/start', post({ open: false }))).toMatchObject({ isOpen: false });
  }
  await using test = await start({ dataDir });
  expect((await look(test)).isOpen).toBe(false);
  expect((await statusOf(test)).firstRun).toBe(false);
  expect(await ask<FirstRun>(test, '/start', post({ open: true }))).toMatchObject({ isOpen: true });
});

it('is not shown where a memory is in use already', async () => {
  const dataDir = folder();
  {
    await using test = await start({ dataDir });
    await test.tell('gnommoweb -isa repo');
    // As an installation of an earlier version left it.
    const { default: Sqlite } = await import('better-sqlite3');
    await test.core.settle();
    const writer = new Sqlite(join(dataDir, 'festinger.db'));
    writer.prepare("delete from config where key = 'first_run'").run();
    writer.close();
  }
  await using test = await start({ dataDir });
  expect((await look(test)).isOpen).toBe(false);
});

// Promise: removing the demo takes out what it brought and nothing else: what an operator or another agent told stays, also where the demo
// told it too or contradicted it; undoing brings facts and conflicts back as they were; nothing of it comes back with a restart.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { DemoRemoved, FirstRun } from '../../shared/model/start/first-run.ts';
import type { SystemStatus } from '../../shared/model/status.ts';
import { startDemoAgents } from '../fixtures/agents.ts';
import { createLog } from '../telemetry/log.ts';
import { systemClock } from './clock.ts';
import { startTestCore, type TestCore } from './testing/start-test-core.ts';

vi.setConfig({ testTimeout: 90_000 });

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
const statusOf = (test: TestCore) => ask<SystemStatus>(test, '/system/status');
const told = (test: TestCore, fact: string) => ask(test, '/facts', post({ fact }));
async function recalled(test: TestCore, concept: string): Promise<string | null> {
  const { body } = await test.call(`/recall?concept=${concept}`);
  return (body as { data: { recollection: string | null } }).data.recollection;
}
/** One of the demo's agents says something; nobody but the demo's own upstream hears it. */
async function says(test: TestCore, content: string): Promise<void> {
  const { status } = await test.call('/api/chat', {
    ...post({ model: 'demo-plain', stream: false, messages: [{ role: 'user', content }] }),
    headers: { 'content-type': 'application/json', 'x-festinger-client': 'helpdesk-script' },
  });
  expect(status).toBe(200);
}
const verify = (test: TestCore) => ask<{ ok: boolean }>(test, '/audit/verify');
const state = async (test: TestCore) => {
  const { edges, conflictsPending, concepts } = (await statusOf(test)).counts;
  return { edges, conflictsPending, concepts, gnommoweb: await recalled(test, 'gnommoweb') };
};

it('takes out what the demo brought, and leaves what others told', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-removal-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  {
    await using test = await startTestCore({ dataDir, demo: 'sessions' });
    await vi.waitFor(
      async () => {
        const { body } = await test.operator('/api/ai/sessions');
        const { sessions } = (body as { data: { sessions: { waits: string | null }[] } }).data;
        expect(sessions.map(({ waits }) => waits).toSorted()).toEqual(['approval', null]);
      },
      { timeout: 60_000, interval: 50 },
    );
    const agents = startDemoAgents({
      ...{ baseUrl: test.core.baseUrl, clock: systemClock, log: createLog('silent'), pauseMs: [1, 2] },
    });
    await vi.waitFor(async () => expect((await statusOf(test)).firstCalls.length).toBe(4), {
      timeout: 30_000,
    });
    await agents.stop();
    await test.core.settle();
    // Its model reads what one of its agents says.
    const models = await ask<{ id: string; label: string }[]>(test, '/models');
    const reads = models.find(({ label }) => label.includes('(demo)'))?.id;
    await ask(test, '/system/settings', post({ key: 'reader_model_id', value: reads }));
    const content = 'We ended up putting quillpress on hopper.';
    await says(test, content);
    const readings = () => ask<object[]>(test, '/reader/readings');
    await vi.waitFor(async () => expect(await readings()).toMatchObject([{ outcome: 'inserted' }]), {
      timeout: 30_000,
    });
    await test.core.settle();
    // By another agent of this host: a fact of its own, one that the demo told too, and one that contradicts the demo's.
    await test.tell('my_printer -isa printer');
    const [before] = [await state(test)];
    expect(before.edges).toBeGreaterThan(50);
    expect(before.conflictsPending).toBeGreaterThan(5);

    const removed = await ask<DemoRemoved>(test, '/start/remove-demo', post({}));
    expect(removed).toMatchObject({ sessions: 2 });
    expect(removed.requests).toBeGreaterThan(0);
    const status = await statusOf(test);
    expect(status.counts).toMatchObject({
      ...{ concepts: 1, edges: 1, conflictsPending: 0, approvalsWaiting: 0, agents: 0 },
    });
    expect(status).toMatchObject({ demo: false, firstRun: true, firstCalls: [] });
    expect(await recalled(test, 'my_printer')).toBe('my_printer: [type] printer');
    expect((await verify(test)).ok).toBe(true);
    expect((await ask<{ upstreams: { setBy: string }[] }>(test, '/upstreams')).upstreams).toMatchObject([
      { setBy: 'default' },
    ]);
    expect(await ask<{ key: string; setBy: string }[]>(test, '/system/settings')).not.toContainEqual(
      expect.objectContaining({ key: 'resolve_model_id', setBy: 'console', value: expect.anything() }),
    );
    expect(await ask<unknown[]>(test, '/models')).toEqual([]);
    expect(await readings()).toEqual([]);
    expect(await ask<object>(test, '/reader')).toMatchObject({ model: null, waiting: 0, recent: 0 });
    expect((await ask<{ held: number }>(test, '/traffic')).held).toBe(0);

    await ask(test, `/audit/actions/${removed.actionId}/undo`, post({ reason: '' }));
    expect(await state(test)).toEqual(before);
    await ask(test, `/audit/actions/${removed.actionId}/redo`, post({ reason: '' }));
    expect((await statusOf(test)).counts).toMatchObject({ concepts: 1, edges: 1, conflictsPending: 0 });
    const again = await test.operator('/api/console/start/remove-demo', post({}));
    expect(again.status).toBe(409);
  }
  await using test = await startTestCore({ dataDir, demo: 'sessions' });
  expect((await statusOf(test)).counts).toMatchObject({ concepts: 1, edges: 1, conflictsPending: 0 });
  expect(await statusOf(test)).toMatchObject({ demo: false });
  expect((await ask<FirstRun>(test, '/start')).isOpen).toBe(true);
});

it('keeps nothing of a statement that a model was reading meanwhile', async () => {
  await using test = await startTestCore({ demo: 'bare' });
  const statement = {
    sentence: 1,
    mode: 'asserts',
    concept: 'quillpress',
    concept_sentence: 1,
    parent: 'hopper',
  };
  const text = JSON.stringify({ statements: [{ ...statement, dimension: 'runs-on', is_isa: false }] });
  const answer = Promise.withResolvers<void>();
  const isReader = ({ body }: { body: Buffer }) => body.includes('You read sentences');
  test.upstream.script({ when: isReader, behave: { text, hold: { afterTokens: 0, until: answer.promise } } });
  const own = { label: 'Own', provider: 'ollama', baseUrl: test.upstream.url, modelName: 'demo-plain' };
  const { id } = await ask<{ id: string }>(test, '/models', post(own));
  await ask(test, '/system/settings', post({ key: 'reader_model_id', value: id }));
  const asked = test.upstream.nextRequest(isReader);
  await says(test, 'We ended up putting quillpress on hopper.');
  const request = await asked;
  const edges = async () => (await statusOf(test)).counts.edges;
  const all = await edges();

  const removing = ask<DemoRemoved>(test, '/start/remove-demo', post({}));
  // The model answers as soon as what the demo told is gone.
  await vi.waitFor(async () => expect(await edges()).toBeLessThan(all), { timeout: 20_000, interval: 1 });
  answer.resolve();
  await removing;
  await request.closed;
  await test.core.settle();
  expect(await recalled(test, 'quillpress')).toBeNull();
  expect((await statusOf(test)).counts).toMatchObject({ edges: 0, conflictsPending: 0 });
  expect(await ask<object[]>(test, '/reader/readings')).toEqual([]);
  expect(await ask<object>(test, '/reader')).toMatchObject({ model: 'Own', waiting: 0, recent: 0 });
  expect((await verify(test)).ok).toBe(true);
});

it('lets in what an operator told against the demo, and keeps what both told', async () => {
  await using test = await startTestCore({ demo: 'bare' });
  const before = await recalled(test, 'gnommoweb');
  expect(before).toContain('[type?] ');
  await told(test, 'gnommoweb -isa my_site');
  await told(test, 'ramanujan -isa server');
  await ask(test, '/start/remove-demo', post({}));
  expect(await recalled(test, 'gnommoweb')).toBe('gnommoweb: [type] my_site');
  expect(await recalled(test, 'ramanujan')).toBe('ramanujan: [type] server');
  expect((await statusOf(test)).counts).toMatchObject({ edges: 2, conflictsPending: 0 });
  expect((await verify(test)).ok).toBe(true);
});

it('takes out the documents it brought with their findings and briefs, from behind those of others, which stay', async () => {
  await using test = await startTestCore({ demo: 'evidence' });
  type Listed = { total: number; documents: { title: string }[] };
  const documents = () => ask<Listed>(test, '/evidence/documents');
  const own = Array.from({ length: 120 }, (_, i) => ({
    ...{ schema_version: '1.6.0', id: `OSV-2026-${i}`, modified: '2026-01-01T00:00:00Z', summary: 'Ours.' },
    affected: [{ package: { ecosystem: 'npm', name: 'ours' }, versions: ['1.0.0'] }],
  }));
  await vi.waitFor(async () => expect((await documents()).total).toBe(20), { timeout: 60_000 });
  const folder = mkdtempSync(join(tmpdir(), 'festinger-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const one of own) writeFileSync(join(folder, `${one.id}.json`), JSON.stringify(one));
  await ask(test, '/evidence/add', post({ paths: [folder] }));
  await vi.waitFor(async () => expect((await documents()).total).toBe(140), { timeout: 60_000 });

  const removed = await ask<DemoRemoved>(test, '/start/remove-demo', post({}));
  expect(removed.documents).toBe(20);
  const left = await documents();
  expect(left.total).toBe(120);
  expect(left.documents.every(({ title }) => !title.includes('demo'))).toBe(true);
  expect(await ask(test, '/findings')).toMatchObject({ findings: [], total: 0 });
  await test.core.settle();
  expect(await ask(test, '/briefs')).toMatchObject({ briefs: [] });
});

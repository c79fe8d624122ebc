// Promises of several upstreams in the whole program: config.yaml opens and closes them while requests go on, and
// Overview, readiness, metrics and the console's calls say how each is.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SystemStatus } from '../../../shared/model/status.ts';
import type { UpstreamsState } from '../../../shared/model/upstream.ts';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import { type DemoUpstream, startDemoUpstream } from '../../fixtures/upstream.ts';

let one: DemoUpstream;
let two: DemoUpstream;
let road: TestCore;

const configOf = (upstreams: readonly { name: string; url: string; slots?: number }[]) =>
  `upstreams:\n${upstreams.map((upstream) => `  - ${JSON.stringify(upstream)}`).join('\n')}\n`;

beforeEach(async () => {
  one = await startDemoUpstream();
  two = await startDemoUpstream();
  const config = configOf([
    { name: 'one', url: one.url },
    { name: 'two', url: two.url, slots: 2 },
  ]);
  road = await startTestCore({ config });
});
afterEach(async () => {
  await road[Symbol.asyncDispose]();
  await one.close();
  await two.close();
});

const api = async (path: string, init?: RequestInit) => {
  const { status, body } = await road.operator(`/api/console${path}`, init);
  return { status, body: (body as { data: unknown }).data };
};
const upstreams = async () => (await api('/upstreams')).body as UpstreamsState;
const setMode = (name: string, mode: string) =>
  api(`/upstreams/${name}/mode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
const part = async () => {
  const { parts } = (await api('/system/status')).body as SystemStatus;
  return parts.find(({ name }) => name === 'upstream');
};
const allWell = () =>
  expect.poll(async () => (await upstreams()).upstreams.map(({ ok }) => ok)).toEqual([true, true]);
const chat = () =>
  road.call('/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'qwen2.5:7b', stream: false, messages: [{ role: 'user', content: 'hi' }] }),
  });
const prompts = (upstream: DemoUpstream) =>
  upstream.requests.filter(({ path }) => path === '/api/chat').length;

it('shows each upstream, sums them up in one part, and is ready while at least one is well', async () => {
  await allWell();
  const state = await upstreams();
  expect(state.upstreams).toMatchObject([
    { name: 'one', url: one.url, mode: 'open', circuit: 'closed', weight: 1, slots: null, running: 0 },
    { name: 'two', slots: 2 },
  ]);
  expect(state.upstreams[0]?.offered).toBeGreaterThan(0);
  expect(await part()).toMatchObject({ health: 'ok', label: '2 upstreams: one, two' });
  await two.close();
  await expect.poll(part, { timeout: 15_000 }).toMatchObject({ health: 'wait' });
  expect((await part())?.reason).toBe(
    `two does not answer at ${two.url}: the connection is refused: nothing listens there.`,
  );
  expect((await road.call('/readyz')).status).toBe(200);
  expect((await chat()).status).toBe(200);
  const { body } = await road.call('/metrics');
  expect(body).toContain('festinger_upstream_up{upstream="one"} 1');
  expect(body).toContain('festinger_upstream_up{upstream="two"} 0');
  expect(body).toContain('festinger_upstream_requests_total{upstream="one",outcome="answered"} 1');
  expect(body).toContain('festinger_queue_waiting 0');
});

it('an operator drains an upstream and opens it again, and an unknown name is told which there are', async () => {
  await allWell();
  expect((await setMode('one', 'draining')).body).toMatchObject({ upstreams: [{ mode: 'draining' }, {}] });
  expect((await chat()).status).toBe(200);
  expect([prompts(one), prompts(two)]).toEqual([0, 1]);
  await setMode('two', 'draining');
  const refused = await chat();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await part()).toMatchObject({ health: 'wait', fix: 'Open one of them again in Overview.' });
  await setMode('one', 'open');
  expect((await chat()).status).toBe(200);
  expect((await setMode('three', 'open')).status).toBe(404);
});

it('an edit of config.yaml changes where requests go, and a bad one leaves everything as it is', async () => {
  await allWell();
  const edit = (text: string) => writeFileSync(join(road.dataDir, 'config.yaml'), text);
  const names = async () => (await upstreams()).upstreams.map(({ name }) => name);
  edit(configOf([{ name: 'two', url: two.url }]));
  await expect.poll(names).toEqual(['two']);
  expect((await chat()).status).toBe(200);
  expect([prompts(one), prompts(two)]).toEqual([0, 1]);
  edit('upstreams: [{name: two, url: "no where"}]');
  const problem = async () =>
    ((await api('/system/status')).body as SystemStatus).parts.find(({ name }) => name === 'config')?.reason;
  await expect.poll(problem).toContain('upstreams.0.url');
  expect(await names()).toEqual(['two']);
});

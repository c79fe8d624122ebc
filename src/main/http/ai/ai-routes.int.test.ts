// Promise: over HTTP an operator finds what there is, asks for something to be done, says yes to exactly that, and is told what came of it, proven; a
// real container and a model of a real upstream are tried. Without the operator's token nothing of it answers.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Task } from '../../../shared/model/job.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import type { TestEngine } from '../../infra/testing/container-engine.ts';
import { startPodman } from '../../infra/testing/podman.ts';
import type { approvalAnswer } from './answers.ts';

// Real servers of others, each with programs of its own: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

type Answer = ReturnType<typeof approvalAnswer>;
interface Envelope<T> {
  readonly ok: boolean;
  readonly data: T;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Record<string, unknown>;
  };
}

const ai = (road: TestCore) => ({
  async get<T>(path: string) {
    return (await road.operator(`/api/ai${path}`)).body as Envelope<T>;
  },
  async post<T>(path: string, body: unknown) {
    const { status, body: answer } = await road.operator(`/api/ai${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status, ...(answer as Envelope<T>) };
  },
});

async function asked(road: TestCore, given: Record<string, unknown>, tool = 'control'): Promise<Answer> {
  const { status, error } = await ai(road).post<never>(`/tools/${tool}`, { arguments: given });
  expect({ status, code: error.code }).toEqual({ status: 202, code: 'APPROVAL_REQUIRED' });
  return error.details as unknown as Answer;
}

async function done(
  road: TestCore,
  given: Record<string, unknown>,
  word: Record<string, unknown> = {},
): Promise<Answer> {
  const { approval_id, plan_hash } = await asked(road, given);
  const said = await ai(road).post<Answer>(`/approvals/${approval_id}/approve`, { plan_hash, ...word });
  expect(said.error).toBeUndefined();
  return said.data;
}

const stateOf = async (road: TestCore, named: string) =>
  (
    await ai(road).post<{ resource: Resource }>('/tools/query', {
      arguments: { action: 'get', resource: named },
    })
  ).data?.resource?.state;

describe('an upstream and its models', () => {
  let road: TestCore;
  beforeAll(async () => {
    road = await startTestCore();
  });
  afterAll(() => road[Symbol.asyncDispose]());

  it('answer to nobody but the operator', async () => {
    for (const path of ['/resources', '/approvals', '/tools', '/openapi.json'])
      expect((await road.call(`/api/ai${path}`)).status).toBe(401);
    expect((await road.call('/api/ai/tools/query', { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('are found, and every provider says in one line what it does not find', async () => {
    const { data } = await ai(road).get<{ resources: Resource[]; providers: { reason: string | null }[] }>(
      '/resources',
    );
    const kinds = new Set(data.resources.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['host', 'upstream', 'model']));
    for (const { reason } of data.providers) expect(reason ?? '').not.toContain('\n');
  });

  it('a model is loaded and unloaded, each proven', async () => {
    const { data } = await ai(road).get<{ resources: Resource[] }>('/resources?kind=model');
    const id = data.resources[0]?.id ?? '';
    expect(await done(road, { resource: id, action: 'load' })).toMatchObject({
      execution: { state: 'done', verified: 'yes' },
    });
    expect(await stateOf(road, id)).toBe('running');
    expect(await done(road, { resource: id, action: 'unload' })).toMatchObject({
      execution: { state: 'done', verified: 'yes' },
    });
    expect(await stateOf(road, id)).toBe('available');
  });

  it('a model is pulled as a task that says how far it is, and is there', async () => {
    const { data } = await ai(road).get<{ resources: Resource[] }>('/resources?kind=upstream');
    const upstream = data.resources[0]?.id ?? '';
    const came = await done(road, { resource: upstream, action: 'pull', arguments: { model: 'phi3:mini' } });
    expect(came).toMatchObject({ execution: { state: 'done', verified: 'yes' } });
    const name = data.resources[0]?.name ?? '';
    expect(came.description, 'what is pulled, and to where').toBe(`Pull phi3:mini to the upstream ${name}`);
    const { body } = await road.operator('/api/console/jobs/state');
    const tasks = JSON.stringify(body);
    expect(tasks).toContain(`Pull phi3:mini to ${name}`);
    const after = await ai(road).get<{ resources: Resource[] }>('/resources?kind=model');
    expect(after.data.resources.map(({ name }) => name)).toContain('phi3:mini');
    const [task] = ((body as { data: { tasks: Task[] } }).data?.tasks ?? []).filter(
      ({ kind }) => kind === 'action',
    );
    expect(task).toMatchObject({ status: 'done', kind: 'action' });
  });

  it('an unknown tool, argument, resource or action is refused in words that help', async () => {
    const { post } = ai(road);
    const cases = [
      ['/tools/rm', {}, 404, 'NOT_FOUND', /There are query/],
      [
        '/tools/control',
        { arguments: { resource: 'demo', action: 'explode' } },
        400,
        'INVALID_INPUT',
        /action/,
      ],
      [
        '/tools/control',
        { arguments: { resource: 'nothing-like-it', action: 'start' } },
        404,
        'STRICT_RESOLUTION',
        /Nobody/,
      ],
      [
        '/tools/query',
        { arguments: { action: 'list', _approval_id: 'x', more: 1 } },
        400,
        'INVALID_INPUT',
        /more/,
      ],
      ['/approvals/nope/approve', { plan_hash: 'a'.repeat(64) }, 404, 'NOT_FOUND', /no approval/],
      ['/approvals/nope/approve', {}, 400, 'INVALID_INPUT', /plan_hash/],
      ['/approvals/nope/deny', {}, 400, 'INVALID_INPUT', /reason/],
    ] as const;
    for (const [path, body, status, code, words] of cases)
      expect(await post(path, body)).toMatchObject({
        status,
        ok: false,
        error: { code, message: expect.stringMatching(words) },
      });
    const notJson = await road.operator('/api/ai/tools/query', { method: 'POST', body: '{' });
    expect(notJson).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
  });

  it('is denied with a reason, which whoever asked can read', async () => {
    const { data } = await ai(road).get<{ resources: Resource[] }>('/resources?kind=upstream');
    const { approval_id } = await asked(road, { resource: data.resources[0]?.id, action: 'drain' });
    await ai(road).post(`/approvals/${approval_id}/deny`, { reason: 'not at noon' });
    const { data: after } = await ai(road).get<Answer>(`/approvals/${approval_id}`);
    expect(after).toMatchObject({
      status: 'denied',
      reason: 'not at noon',
      decided_by: 'operator (http)',
      execution: null,
    });
  });

  it('are described for programs, every route of them', async () => {
    const { body } = await road.operator('/api/ai/openapi.json');
    expect(Object.keys((body as { paths: object }).paths)).toEqual([
      '/api/ai/approvals',
      '/api/ai/approvals/{id}',
      '/api/ai/approvals/{id}/approve',
      '/api/ai/approvals/{id}/deny',
      '/api/ai/resources',
      '/api/ai/resources/{id}',
      '/api/ai/tools',
      '/api/ai/tools/{name}',
    ]);
  });
});

describe('a container', () => {
  let engine: TestEngine | undefined;
  let road: TestCore | undefined;
  let missing = '';
  beforeAll(async () => {
    const started = await startPodman();
    if ('missing' in started) {
      missing = started.missing;
      return;
    }
    engine = started;
    road = await startTestCore({
      config: `providers:\n  containers:\n    - { name: podman, socket: ${started.socket} }\n`,
    });
  });
  afterAll(async () => {
    await road?.[Symbol.asyncDispose]();
    await engine?.[Symbol.asyncDispose]();
  });

  it('is found, inspected, read, restarted after approval and proven, stopped, removed', async (context) => {
    if (!engine || !road) {
      context.task.meta.skipReason = missing;
      return context.skip(missing);
    }
    const here = road;
    await ai(here).get('/resources');
    await engine.started('web', ['sh', '-c', 'echo up; exec sleep 1000'], {
      Env: ['DB_PASSWORD=hunter2-Zq8vK3mXw9Lp'],
    });
    // Made after the last look, and found by its name all the same.
    const found = await ai(here).post<{ resource: Resource }>('/tools/query', {
      arguments: { action: 'get', resource: 'web' },
    });
    expect(found.data.resource.state).toBe('running');
    const { id } = found.data.resource;
    const inspected = await here.operator(`/api/ai/resources/${encodeURIComponent(id)}`);
    expect(inspected).toMatchObject({
      status: 200,
      body: { data: { inspection: { environment: expect.arrayContaining(['DB_PASSWORD']) } } },
    });
    expect(JSON.stringify(inspected.body)).not.toContain('hunter2');
    const restarted = await done(here, { resource: 'web', action: 'restart', arguments: { timeout_s: 0 } });
    expect(restarted).toMatchObject({
      command: expect.stringMatching(/^POST \/containers\/[0-9a-f]{64}\/restart/),
      execution: { state: 'done', verified: 'yes' },
    });
    await done(here, { resource: 'web', action: 'stop', arguments: { timeout_s: 0 } });
    expect(await stateOf(here, id)).toBe('stopped');
    const removal = await asked(here, { resource: id, action: 'remove' });
    expect(removal.risk).toBe('high');
    const word = { plan_hash: removal.plan_hash };
    expect(await ai(here).post(`/approvals/${removal.approval_id}/approve`, word)).toMatchObject({
      ...{
        status: 400,
        error: { code: 'INVALID_INPUT', message: expect.stringContaining('type the resource') },
      },
    });
    const removed = await ai(here).post<Answer>(`/approvals/${removal.approval_id}/approve`, {
      ...word,
      typed_name: 'web',
    });
    expect(removed.data).toMatchObject({ execution: { state: 'done', verified: 'yes' } });
    expect(await ai(here).post('/tools/query', { arguments: { action: 'get', resource: id } })).toMatchObject(
      { ok: false },
    );
    const { body: events } = await here.operator('/api/console/audit/events?chain=agent&limit=50');
    expect(JSON.stringify(events)).not.toContain('hunter2');
    expect(JSON.stringify(events)).toContain('execution.finished');
  });
});

// Promises of the tools over a whole core, with a container engine and the double of a cluster behind it: what is found, measured and wrong is told as it
// is, what is asked for is done once the operator said yes, and the memory is changed and put right by its own way of writing.
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import { KubernetesDouble, TOKEN } from '../../infra/providers/kubernetes/testing/kubernetes-double.ts';
import { Desk, kubeconfig } from '../../infra/providers/kubernetes/testing/open-provider.ts';
import type { TestEngine } from '../../infra/testing/container-engine.ts';
import { startPodman } from '../../infra/testing/podman.ts';

// The first look and the first measurement come seconds after the start, the next half a minute later.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HERE = `host:${hostname()}`;

// biome-ignore lint/suspicious/noExplicitAny: answers of every tool
type Any = any;

let core: TestCore;
let engine: TestEngine | { readonly missing: string };
let cluster: KubernetesDouble;
const desk = new Desk();

async function post(path: string, body: object): Promise<Any> {
  const answer = await core.operator(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.body;
}

const get = async (path: string): Promise<Any> => (await core.operator(path)).body;

const call = (tool: string, args: object) => post(`/api/ai/tools/${tool}`, { arguments: args });

/** Asked for, approved, and over. @returns what came of it */
async function done(tool: string, args: object): Promise<Any> {
  const { error } = await call(tool, args);
  expect(error).toMatchObject({ code: 'APPROVAL_REQUIRED' });
  const { approval_id: id, plan_hash, risk, resource_name: name } = error.details;
  const typed = risk === 'high' ? { typed_name: name } : {};
  const { data, error: refused } = await post(`/api/ai/approvals/${id}/approve`, { plan_hash, ...typed });
  expect(refused).toBeUndefined();
  return data.execution;
}

beforeAll(async () => {
  engine = await startPodman();
  cluster = await new KubernetesDouble().start();
  const kube = desk.write('config', kubeconfig({ server: cluster.url, user: { token: TOKEN } }));
  core = await startTestCore({
    config: [
      'providers:',
      `  containers: [${'socket' in engine ? `{ name: podman, socket: ${engine.socket} }` : ''}]`,
      `  kubernetes: [{ name: lab, kubeconfig: ${kube} }]`,
      // Nobody listens there: who is not told of what waits is an alert.
      'settings: { approval_webhook_url: "http://127.0.0.1:9/hook" }',
    ].join('\n'),
  });
  await post('/api/console/resources-look', {});
});
afterAll(async () => {
  await core?.[Symbol.asyncDispose]();
  await cluster?.close();
  desk.close();
  if (engine && 'socket' in engine) await engine[Symbol.asyncDispose]();
});

describe('what is there', () => {
  it('of a container: its ports, its paths, what of this machine it mounts', async ({ skip }) => {
    if ('missing' in engine) return skip(engine.missing);
    const id = await engine.started('web', ['sleep', '600'], {
      HostConfig: { Binds: [`${engine.dir}:/config`] },
    });
    const resource = `docker_container:${hostname()}:${id.slice(0, 12)}`;
    const { data } = await call('discovery', { resource });
    expect(data.resource).toMatchObject({ id: resource, name: 'web' });
    expect(data.ports).toEqual([expect.stringContaining('ports of its host')]);
    expect(data.bind_mounts).toContainEqual(
      expect.objectContaining({ on_host: engine.dir, inside: '/config' }),
    );
    const topology = await call('query', { action: 'topology', resource: HERE });
    expect(topology.data.contains).toContainEqual(expect.objectContaining({ id: resource }));
  });

  it('of a cluster: listed by kind, one looked at, the log of a pod', async () => {
    const { data } = await call('kubernetes', { action: 'list', kind: 'k8s_pod' });
    expect(data.total).toBe(2);
    const [pod] = data.resources;
    const one = await call('kubernetes', { action: 'inspect', resource: pod.id });
    expect(one.data).toMatchObject({
      resource: { id: pod.id },
      environment_names: ['DB_PASSWORD', 'API_KEY'],
    });
    const log = await call('kubernetes', { action: 'logs', resource: pod.id, lines: 5, container: 'web' });
    expect(log.ok, JSON.stringify(log)).toBe(true);
    const other = await call('kubernetes', { action: 'inspect', resource: HERE });
    expect(other.error).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'resource' } });
  });
});

describe('what is measured', () => {
  it('of this machine has an average and a series, and a disk says how full it is', async () => {
    await expect
      .poll(async () => (await call('metrics', { action: 'summary', resource: HERE })).data.metrics.length, {
        timeout: 60_000,
        interval: 500,
      })
      .toBeGreaterThan(0);
    const { data } = await call('metrics', { action: 'series', resource: HERE, metric: 'memory' });
    const [memory] = data.metrics;
    expect(memory).toMatchObject({ metric: 'memory', step_seconds: expect.any(Number) });
    expect(memory.values.some((value: number | null) => value !== null && value > 0)).toBe(true);
    const { data: stored } = await call('storage', { action: 'disks', resource: HERE });
    expect(stored.total).toBeGreaterThan(0);
    for (const disk of stored.storage) expect(disk).toMatchObject({ kind: 'disk', parent: HERE });
    expect(stored.storage.some((disk: Any) => disk.used_percent > 0 && disk.used_percent <= 100)).toBe(true);
    expect((await call('storage', { action: 'backups' })).data).toEqual({ total: 0, storage: [] });
  });
});

describe('what is wrong', () => {
  it('is told with what to do about it: here, that nobody hears of what waits', async () => {
    expect((await call('control', { resource: 'model:first:llava:7b', action: 'load' })).ok).toBe(false);
    const pod = 'k8s_deployment:lab:shop/web';
    expect((await call('kubernetes', { action: 'scale', resource: pod, replicas: 4 })).error.code).toBe(
      'APPROVAL_REQUIRED',
    );
    await expect
      .poll(async () => (await call('alerts', {})).data.alerts.map(({ rule }: Any) => rule), {
        timeout: 90_000,
        interval: 1000,
      })
      .toContain('callout_failed');
    const { data } = await call('alerts', { severity: 'critical' });
    expect(data.alerts.every(({ severity }: Any) => severity === 'critical')).toBe(true);
  });
});

describe('what the operator says yes to', () => {
  it('is done by docker to a container, step by step, each seen in the world', async ({ skip }) => {
    if ('missing' in engine) return skip(engine.missing);
    const id = await engine.started('worker', ['sleep', '600']);
    const resource = `docker_container:${hostname()}:${id.slice(0, 12)}`;
    const isRunning = async () => {
      const container = await (engine as TestEngine).docker.getContainer(id).inspect();
      return container.State.Running;
    };
    const exec = await done('docker', {
      action: 'exec',
      resource,
      command: 'cp /bin/cat /tmp/cat && echo tide',
    });
    expect(exec).toMatchObject({ state: 'done', exit_code: 0, output: 'tide\n', verified: 'unproven' });
    expect(await done('docker', { action: 'stop', resource, timeout_s: 1 })).toMatchObject({
      verified: 'yes',
    });
    expect(await isRunning()).toBe(false);
    const again = await call('docker', { action: 'stop', resource });
    expect(again.error).toMatchObject({ code: 'ACTION_NOT_ALLOWED', blocked: true });
    expect(await done('docker', { action: 'start', resource })).toMatchObject({ verified: 'yes' });
    expect(await isRunning()).toBe(true);
    expect(await done('docker', { action: 'kill', resource })).toMatchObject({ verified: 'yes' });
    expect(await isRunning()).toBe(false);
    expect(await done('docker', { action: 'delete', resource })).toMatchObject({ verified: 'yes' });
    await expect(isRunning()).rejects.toThrow(/no such container/i);
    const gone = await call('docker', { action: 'inspect', resource });
    expect(gone.error.code).toMatch(/NOT_FOUND|STRICT_RESOLUTION/);
  });

  it('is done by kubernetes to a deployment, by the very call that was shown', async () => {
    const resource = 'k8s_deployment:lab:shop/web';
    const scaled = await done('kubernetes', { action: 'scale', resource, replicas: 3 });
    expect(scaled).toMatchObject({ state: 'done' });
    expect(cluster.asked.filter((asked) => !asked.startsWith('GET'))).toHaveLength(1);
    const bad = await call('kubernetes', { action: 'scale', resource });
    expect(bad.error).toMatchObject({ code: 'INVALID_INPUT' });
    const service = 'k8s_service:lab:shop/web';
    const none = await call('kubernetes', { action: 'restart', resource: service });
    expect(none.error).toMatchObject({ code: 'ACTION_NOT_ALLOWED' });
  });
});

describe('what was done', () => {
  it('is taken back by a card of its own; what was not done has nothing to take back', async () => {
    const { data } = await call('query', { action: 'list', kind: 'upstream' });
    const { id: resource, state: before } = data.resources[0];
    const { error } = await call('control', { resource, action: 'drain' });
    const { approval_id: id, plan_hash } = error.details;
    const takeBack = () => post(`/api/console/approvals/${id}/take-back`, {});
    expect((await takeBack()).error).toMatchObject({ code: 'NOT_ALLOWED' });
    const drained = await post(`/api/ai/approvals/${id}/approve`, { plan_hash });
    expect(drained.data.execution).toMatchObject({ state: 'done', verified: 'yes' });

    const [{ data: back }, { data: twice }] = await Promise.all([takeBack(), takeBack()]);
    expect(twice.id, 'pressed twice, it is one card').toBe(back.id);
    expect(back).toMatchObject({
      status: 'pending',
      tool: 'control',
      arguments: { resource, action: 'resume' },
    });
    const again = await post(`/api/ai/approvals/${back.id}/approve`, { plan_hash: back.planHash });
    expect(again.data.execution).toMatchObject({ state: 'done', verified: 'yes' });
    const now = await call('query', { action: 'get', resource });
    expect(now.data.resource.state).toBe(before);
  });

  it('by a number that nobody gave cannot be taken back', async () => {
    const { error } = await post('/api/console/approvals/id-forged/take-back', {});
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('without a way back says so', async () => {
    const command = `touch ${engine && 'dir' in engine ? engine.dir : '/tmp'}/festinger-no-way-back`;
    const { error } = await call('run_command', { resource: HERE, command });
    const { approval_id: id, plan_hash } = error.details;
    const ran = await post(`/api/ai/approvals/${id}/approve`, { plan_hash });
    expect(ran.data.execution).toMatchObject({ state: 'done' });
    const refused = await post(`/api/console/approvals/${id}/take-back`, {});
    expect(refused.error).toMatchObject({
      code: 'NOT_ALLOWED',
      message: 'What it did cannot be taken back.',
    });
  });
});

describe('the memory', () => {
  const write = (args: object) => done('graph_write', { reason: 'a test', ...args });
  const edgesOf = async (concept: string) =>
    (await call('graph_query', { action: 'edges', concept })).data.edges as Any[];

  it('has an edge moved to another parent, proven by what it holds then', async () => {
    await write({ action: 'add', concept: 'weir', parent: 'gate', dimension: 'type' });
    const [edge] = await edgesOf('weir');
    const moved = await write({ action: 'move', concept: 'weir', edge: edge.edgeId, parent: 'barrier' });
    expect(moved).toMatchObject({ state: 'done', verified: 'yes' });
    expect(await edgesOf('weir')).toEqual([
      expect.objectContaining({ parent: 'barrier', dimension: 'type' }),
    ]);
  });

  it('has a conflict decided as it was shown, once', async () => {
    await core.tell('"sluice" -ispart "north dock" in context of "location"');
    await core.tell('"sluice" -ispart "south dock" in context of "location"');
    const { data } = await call('graph_query', { action: 'conflicts' });
    const [conflict] = data.conflicts;
    expect(conflict).toMatchObject({ concept: 'sluice' });
    const decided = await write({ action: 'resolve', conflict: conflict.id, decision: 'replace' });
    expect(decided).toMatchObject({ state: 'done', verified: 'yes' });
    expect(await edgesOf('sluice')).toEqual([expect.objectContaining({ parent: 'south_dock' })]);
    const again = await call('graph_write', {
      ...{ action: 'resolve', conflict: conflict.id, decision: 'keep', reason: 'a test' },
    });
    expect(again.ok).toBe(false);
    expect(again.error.code).not.toBe('APPROVAL_REQUIRED');
  });

  describe('is reshaped as one card', () => {
    const edits = [
      { edit: 'rename', name: 'winch', to: 'capstan' },
      {
        edit: 'split',
        dimension: 'gear',
        parts: [{ dimension: 'rig', which: { by: 'rule', parents: ['rope'] } }],
      },
    ];
    const reshape = (given: object) => call('graph_reshape', { reason: 'a test', ...given });

    it('which says what agents would be told, does just that, and is taken back as one action', async () => {
      await core.tell('"winch" -isa "machine"');
      await core.tell('"halyard" -ispart "rope" in context of "gear"');
      const { error } = await reshape({ edits });
      expect(error).toMatchObject({ code: 'APPROVAL_REQUIRED' });
      const { approval_id: id, plan_hash } = error.details;
      const { data: card } = await get(`/api/console/approvals/${id}`);
      expect(card.plan.preview.text).toContain('What agents are told of');
      expect(card.plan.preview.text).toContain('capstan');
      const { data } = await post(`/api/ai/approvals/${id}/approve`, { plan_hash });
      expect(data.execution).toMatchObject({ state: 'done', verified: 'yes' });
      expect(await edgesOf('capstan')).toEqual([expect.objectContaining({ parent: 'machine' })]);
      expect(await edgesOf('halyard')).toEqual([expect.objectContaining({ dimension: 'rig' })]);
      const [action] = (await get('/api/console/audit/actions?limit=1')).data;
      expect(action).toMatchObject({ kind: 'edit', state: 'done' });
      expect((await post(`/api/console/audit/actions/${action.id}/undo`, { reason: 'a test' })).ok).toBe(
        true,
      );
      expect(await edgesOf('winch')).toEqual([expect.objectContaining({ parent: 'machine' })]);
      expect(await edgesOf('halyard')).toEqual([expect.objectContaining({ dimension: 'gear' })]);
    });

    it('which is asked for anew when the memory has changed since, and writes nothing', async () => {
      await core.tell('"keel" -isa "part"');
      const { error } = await reshape({ edits: [{ edit: 'rename', name: 'keel', to: 'spine' }] });
      await core.tell('"rudder" -ispart "keel" in context of "membership"');
      const { approval_id: id, plan_hash } = error.details;
      const late = await post(`/api/ai/approvals/${id}/approve`, { plan_hash });
      expect(JSON.stringify(late)).not.toContain('"state":"done"');
      expect(await edgesOf('keel')).toHaveLength(1);
    });

    it('at high risk where dimensions become one, and at medium where concepts do', async () => {
      for (const fact of [
        '"jib" -ispart "rig" in context of "tackle"',
        '"stay" -ispart "rig" in context of "lines"',
      ])
        await core.tell(fact);
      const riskOf = async (names: string[], into: string) => {
        const { error } = await reshape({ edits: [{ edit: 'merge', names, into }] });
        return (await get(`/api/console/approvals/${error.details.approval_id}`)).data.plan.risk;
      };
      expect(await riskOf(['tackle'], 'lines')).toBe('high');
      expect(await riskOf(['jib'], 'stay')).toBe('medium');
    });

    it.each([
      ['a name that is taken', { edits: [{ edit: 'rename', name: 'sluice', to: 'weir' }] }],
      ['what is not there', { edits: [{ edit: 'retire', edges: [999_999_999] }], about: 'sluice' }],
      ['only numbers', { edits: [{ edit: 'retire', edges: [1] }] }],
      ['nothing', { edits: [] }],
      ['more than a card shows', { edits: Array.from({ length: 21 }, () => edits[0]) }],
      [
        'a secret for a name',
        { edits: [{ edit: 'rename', name: 'sluice', to: `sk-ant-api03-${'Zq8vK3mXw9'.repeat(4)}` }] },
      ],
      [
        'a word of approval of its own',
        { edits: [{ edit: 'rename', name: 'sluice', to: 'lock-gate' }], approved: true },
      ],
      [
        'another project than there can be',
        { project: '../other', edits: [{ edit: 'rename', name: 'a', to: 'b' }] },
      ],
      ['a basis it made up', { edits: [{ edit: 'rename', name: 'sluice', to: 'lock-gate' }], basis: 'x' }],
    ])('which is not made for %s', async (_what, given) => {
      const before = await edgesOf('sluice');
      const { ok, error } = await reshape(given);
      expect(ok).toBe(false);
      expect(error.code).not.toBe('APPROVAL_REQUIRED');
      expect(await edgesOf('sluice')).toEqual(before);
    });
  });
});

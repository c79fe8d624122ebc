// Promises: what a cluster holds is found, with who owns whom; what is done is the call that was planned, to the very thing that was
// approved, and judged by what the cluster says afterwards; no value of a variable and nothing of a Secret is read out.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Inspection, Resource } from '../../../../shared/model/resource.ts';
import type { ActionRequest } from '../../provider.ts';
import { HastyClock } from '../remote/testing/hasty-clock.ts';
import type { KubernetesProvider } from './provider.ts';
import { pod } from './testing/cluster-state.ts';
import { KubernetesDouble, TOKEN } from './testing/kubernetes-double.ts';
import { Desk, kubeconfig, refusal } from './testing/open-provider.ts';

const signal = new AbortController().signal;
const run = { signal, progress: () => {} };
const DEPLOYMENT = 'k8s_deployment:lab:shop/web';
const POD = 'k8s_pod:lab:shop/web-5d9c-a';

let double: KubernetesDouble;
let desk: Desk;
let clock: HastyClock;

beforeEach(async () => {
  double = await new KubernetesDouble().start();
  desk = new Desk();
  clock = new HastyClock();
});
afterEach(async () => {
  desk.close();
  await double.close();
});

const open = (more: object = {}): KubernetesProvider =>
  desk.open(kubeconfig({ server: double.url, user: { token: TOKEN } }), clock, more);

async function ask(
  provider: KubernetesProvider,
  id: string,
  action: ActionRequest['action'],
  given = {},
): Promise<ActionRequest> {
  const resource = await provider.find(id, signal);
  if (resource === null) throw new Error(`${id} is not there`);
  return { resource, action, arguments: given };
}

const writes = () => double.asked.filter((call) => !call.startsWith('GET'));

describe('what is there', () => {
  it('is found as cluster, deployments, pods and services, each owned by what owns it', async () => {
    const { resources, off, problems } = await open().discover(signal);
    expect([off, problems]).toEqual([null, []]);
    for (const resource of resources) expect(Resource.parse(resource)).toEqual(resource);
    expect(resources.map(({ id, state, parent }) => [id, state, parent])).toEqual([
      ['k8s_cluster:lab', 'running', null],
      [DEPLOYMENT, 'running', 'k8s_cluster:lab'],
      [POD, 'running', DEPLOYMENT],
      ['k8s_pod:lab:shop/web-5d9c-b', 'failed', DEPLOYMENT],
      ['k8s_service:lab:shop/web', 'available', 'k8s_cluster:lab'],
    ]);
    expect(resources[3]?.detail).toContain('CrashLoopBackOff, 1 of 2 ready, 7 restarts');
  });

  it('is the same asked for alone: every resource keeps its version and its parent', async () => {
    const provider = open();
    for (const { id, version, parent } of (await provider.discover(signal)).resources) {
      const alone = await provider.find(id, signal);
      expect([alone?.version, alone?.parent], id).toEqual([version, parent]);
    }
  });

  it('is another by its version when a pod of the same name was made anew', async () => {
    const provider = open();
    const before = await provider.find(POD, signal);
    double.state.pods = [pod('web-5d9c-a', { uid: 'uid-other' })];
    expect((await provider.find(POD, signal))?.version).not.toBe(before?.version);
  });

  it('is null when it is gone', async () => {
    expect(await open().find('k8s_pod:lab:shop/none', signal)).toBeNull();
    expect(await open().find('k8s_pod:elsewhere:shop/none', signal)).toBeNull();
    expect(await open().find('k8s_pod:lab:shop/../../secrets', signal)).toBeNull();
  });

  it.each([
    [{ paused: true }, {}, 'paused', ['scale']],
    [
      { replicas: 0 },
      { replicas: 0, updatedReplicas: 0, availableReplicas: 0 },
      'stopped',
      ['restart', 'scale'],
    ],
    [{}, { availableReplicas: 1 }, 'degraded', ['restart', 'scale']],
    [{}, { updatedReplicas: 1 }, 'changing', ['restart', 'scale']],
    [
      {},
      { conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }] },
      'failed',
      ['restart', 'scale'],
    ],
  ])('says how a deployment is: %o %o is %s', async (spec, status, state, actions) => {
    Object.assign(double.state.deployment.spec, spec);
    Object.assign(double.state.deployment.status, status);
    const { resources } = await open().discover(signal);
    expect(resources.find(({ id }) => id === DEPLOYMENT)).toMatchObject({ state, actions });
  });

  it('is taken in pages up to two thousand pods, and says so when there are more', async () => {
    double.state.pods = Array.from({ length: 2100 }, (_, index) => pod(`p${index}`));
    const { resources, problems } = await open().discover(signal);
    expect(resources.filter(({ kind }) => kind === 'k8s_pod')).toHaveLength(2000);
    expect(problems).toEqual([expect.stringContaining('more than 2000 pods')]);
    expect(double.asked.filter((call) => call === 'GET /api/v1/pods')).toHaveLength(8);
  });

  it('is asked for in the named namespaces alone, where some are named', async () => {
    await open({ namespaces: ['shop'] }).discover(signal);
    expect(double.asked).toContain('GET /api/v1/namespaces/shop/pods');
    expect(double.asked).not.toContain('GET /api/v1/pods');
  });
});

describe('what is shown', () => {
  it('holds names of variables and no value, and no Secret is asked for', async () => {
    const provider = open();
    const { resources } = await provider.discover(signal);
    const seen = [];
    for (const resource of resources) seen.push(await provider.inspect(resource, signal));
    for (const one of seen) expect(Inspection.parse(one)).toEqual(one);
    expect(JSON.stringify([resources, seen])).not.toContain('hunter2');
    expect(seen[2]?.environment).toEqual(['DB_PASSWORD', 'API_KEY']);
    expect(seen[2]?.mounts).toEqual([
      { from: '/srv/data', to: '/data', readOnly: true },
      { from: 'secret keys', to: '/keys', readOnly: false },
    ]);
    expect(seen[4]?.ports).toEqual(['80/tcp http on every node at 30080']);
    expect(double.asked.filter((call) => call.includes('secrets'))).toEqual([]);
  });

  it('is measured where the cluster serves metrics, and its restarts everywhere', async () => {
    const provider = open();
    const { resource } = await ask(provider, 'k8s_pod:lab:shop/web-5d9c-b', 'remove');
    expect(await provider.metrics(resource, signal)).toEqual([
      { metric: 'restarts', unit: 'count', value: 7, limit: null },
      { metric: 'cpu', unit: 'percent', value: expect.closeTo(11.25, 5), limit: null },
      { metric: 'memory', unit: 'bytes', value: 65 * 1024 * 1024, limit: null },
    ]);
    double.servesMetrics = false;
    expect(await provider.metrics(resource, signal)).toEqual([
      { metric: 'restarts', unit: 'count', value: 7, limit: null },
    ]);
  });
});

describe('an action', () => {
  it.each([
    [DEPLOYMENT, 'restart', {}, 'PATCH /apis/apps/v1/namespaces/shop/deployments/web'],
    [DEPLOYMENT, 'scale', { replicas: 5 }, 'PATCH /apis/apps/v1/namespaces/shop/deployments/web/scale'],
    [DEPLOYMENT, 'scale', { replicas: 0 }, 'PATCH /apis/apps/v1/namespaces/shop/deployments/web/scale'],
    [POD, 'remove', {}, 'DELETE /api/v1/namespaces/shop/pods/web-5d9c-a'],
  ] as const)(
    '%s %s %o sends the call it planned, once, and is looked at until it is so',
    async (id, action, given, call) => {
      const provider = open();
      const request = await ask(provider, id, action, given);
      expect((await provider.plan(request)).runs).toContain(call);
      expect(writes()).toEqual([]);
      await provider.act(request, run);
      expect(writes()).toEqual([call]);
      expect(await provider.verify(request, signal)).toMatchObject({ ok: true });
    },
  );

  it('restarts as kubectl does, by when it was asked', async () => {
    const provider = open();
    await provider.act(await ask(provider, DEPLOYMENT, 'restart'), run);
    expect(double.state.deployment.spec.template.metadata.annotations).toEqual({
      'kubectl.kubernetes.io/restartedAt': new Date(clock.now()).toISOString(),
    });
  });

  it.each([
    [POD, 'remove', {}],
    [DEPLOYMENT, 'restart', {}],
    [DEPLOYMENT, 'scale', { replicas: 1 }],
  ] as const)(
    '%s %s does nothing to another of the same name, made since it was approved',
    async (id, action, given) => {
      const provider = open();
      const request = await ask(provider, id, action, given);
      double.state.deployment.metadata.uid = 'uid-anew';
      double.state.pods = [pod('web-5d9c-a', { uid: 'uid-anew' })];
      expect((await refusal(provider.act(request, run))).code).toBe('STALE_VERSION');
      expect(double.state.deployment.metadata.generation).toBe(3);
      expect(double.state.pods[0]?.metadata.deletionTimestamp).toBeUndefined();
    },
  );

  it('that came to nothing is not verified', async () => {
    const provider = open();
    expect(await provider.verify(await ask(provider, DEPLOYMENT, 'restart'), signal)).toMatchObject({
      ok: false,
      evidence: 'its template is the one it had before',
    });
    expect(
      await provider.verify(await ask(provider, DEPLOYMENT, 'scale', { replicas: 9 }), signal),
    ).toMatchObject({ ok: false });
    expect(await provider.verify(await ask(provider, POD, 'remove'), signal)).toMatchObject({
      ok: false,
      evidence: 'it is still there',
    });
  });

  it('that its state does not allow, or with arguments it does not take, is refused before anything is sent', async () => {
    const provider = open();
    double.state.deployment.spec.paused = true;
    expect((await refusal(provider.plan(await ask(provider, DEPLOYMENT, 'restart')))).code).toBe(
      'NOT_ALLOWED',
    );
    expect(
      (await refusal(provider.act(await ask(provider, DEPLOYMENT, 'scale', { replicas: -1 }), run))).code,
    ).toBe('INVALID_INPUT');
    expect((await refusal(provider.plan(await ask(provider, 'k8s_cluster:lab', 'restart')))).code).toBe(
      'NOT_ALLOWED',
    );
    expect(writes()).toEqual([]);
  });
});

describe('a log', () => {
  const read = async (
    provider: KubernetesProvider,
    request: { tail: number; follow: boolean; container?: string },
    id = POD,
  ) => {
    const { resource } = await ask(provider, id, 'remove');
    const lines = [];
    for await (const line of provider.logs(resource, request, signal)) lines.push(line);
    return lines;
  };

  it('is the last lines of the first container, each with its time', async () => {
    const lines = await read(open(), { tail: 2, follow: false });
    expect(lines).toEqual([
      { at: Date.UTC(2026, 0, 1, 0, 0, 1), stream: 'out', text: 'second line of web' },
      { at: Date.UTC(2026, 0, 1, 0, 0, 2), stream: 'out', text: 'third of web' },
    ]);
  });

  it('is of the container that is asked for, or that the pod names as its own; of no other', async () => {
    expect((await read(open(), { tail: 1, follow: false, container: 'mesh' }))[0]?.text).toBe(
      'third of mesh',
    );
    Object.assign(double.state.pods[0]?.metadata.annotations ?? {}, {
      'kubectl.kubernetes.io/default-container': 'mesh',
    });
    expect((await read(open(), { tail: 1, follow: false }))[0]?.text).toBe('third of mesh');
    expect((await refusal(read(open(), { tail: 1, follow: false, container: 'x&follow=true' }))).code).toBe(
      'NOT_FOUND',
    );
  });

  it('that is followed gives what comes, without the token, until the reader leaves', async () => {
    const provider = open();
    const { resource } = await ask(provider, POD, 'remove');
    const leaves = new AbortController();
    const lines: string[] = [];
    for await (const { text } of provider.logs(resource, { tail: 1, follow: true }, leaves.signal)) {
      lines.push(text);
      if (lines.length === 1) double.followed[0]?.write(`2026-01-01T00:00:03Z my token is ${TOKEN}\n`);
      else leaves.abort();
    }
    expect(lines).toEqual(['third of web', 'my token is [hidden]']);
  });

  it('is refused of a deployment', async () => {
    expect((await refusal(read(open(), { tail: 1, follow: false }, DEPLOYMENT))).code).toBe('NOT_ALLOWED');
  });
});

describe('a cluster that is not as it should be', () => {
  it('hides no pod behind an odd one, and says what did not fit', async () => {
    double.extraPods = [{ metadata: { name: 'odd', namespace: 'shop', uid: 7 } }, null, 'pod'];
    const { resources, problems } = await open().discover(signal);
    expect(resources.filter(({ kind }) => kind === 'k8s_pod')).toHaveLength(2);
    expect(problems).toEqual([
      expect.stringMatching(/^3 of 5 pods of Kubernetes lab did not fit and are left out: metadata\.uid/),
    ]);
  });

  it('hides no list behind one that may not be read', async () => {
    double.faults.set('/apis/apps/v1/deployments', {
      status: 403,
      body: '{"kind":"Status","message":"deployments.apps is forbidden"}',
    });
    const { resources, problems } = await open().discover(signal);
    expect(resources.map(({ kind }) => kind)).toEqual(['k8s_cluster', 'k8s_pod', 'k8s_pod', 'k8s_service']);
    expect(problems).toEqual([expect.stringContaining('forbidden')]);
  });

  it.each([
    ['no JSON', 'hello', /no JSON/],
    ['another thing', '{"gitVersion":7}', /gitVersion/],
  ])('and answers with %s is unavailable, and the message names it', async (_, body, words) => {
    double.faults.set('/version', { body });
    const error = await refusal(open().discover(signal));
    expect([error.code, error.message]).toEqual(['UNAVAILABLE', expect.stringMatching(words)]);
  });

  it('and goes on with one page after another is left after a hundred', async () => {
    double.faults.set('/api/v1/pods', { body: '{"items":[],"metadata":{"continue":"again"}}' });
    const { problems } = await open().discover(signal);
    expect(double.asked.filter((call) => call === 'GET /api/v1/pods')).toHaveLength(100);
    expect(problems).toEqual([expect.stringContaining('pods')]);
  });

  it('and never answers is given up after its time', async () => {
    double.faults.set('/version', 'hold');
    double.onHold = () => clock.expire();
    expect((await refusal(open().discover(signal))).message).toContain('no answer within 20 s');
  });

  it('is there as unreachable beside one that answers', async () => {
    const path = desk.write('gone', kubeconfig({ server: 'http://127.0.0.1:1', user: { token: TOKEN } }));
    const own = desk.write('own', kubeconfig({ server: double.url, user: { token: TOKEN } }));
    const { KubernetesProvider } = await import('./provider.ts');
    const provider = new KubernetesProvider(
      [
        { name: 'gone', kubeconfig: path },
        { name: 'lab', kubeconfig: own },
      ],
      { clock, home: desk.folder },
    );
    const { resources, problems } = await provider.discover(signal);
    expect(resources[0]).toMatchObject({
      id: 'k8s_cluster:gone',
      state: 'unreachable',
      detail: expect.stringContaining('nothing listens there'),
    });
    expect(resources).toHaveLength(6);
    expect(problems).toHaveLength(1);
  });
});

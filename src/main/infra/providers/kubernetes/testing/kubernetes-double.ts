// A Kubernetes API server on this machine, for a handful of paths: lists in pages, single things, patches, removals, logs, metrics.
// Every answer is held to the shapes Kubernetes defines before it leaves. Used by the tests of the Kubernetes provider.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../../../../outgoing/testing/loopback.ts';
import { ClusterState } from './cluster-state.ts';
import { SHAPES } from './kubernetes-shapes.ts';

export const TOKEN = 'eyJhbGciOiJub25lIn0.c2VydmljZS1hY2NvdW50.c2lnbmF0dXJlLW9mLW91cnM';

/** What a path answers instead, whatever the shapes say. `hold`: never. */
export type Fault = { readonly status?: number; readonly body: string } | 'hold';

type Json = Record<string, unknown>;
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
  readonly type: string;
  readonly accept: string;
}

const VERSION = {
  major: '1',
  minor: '34',
  gitVersion: 'v1.34.1',
  gitCommit: '0'.repeat(40),
  gitTreeState: 'clean',
  buildDate: '2026-01-01T00:00:00Z',
  goVersion: 'go1.24.6',
  compiler: 'gc',
  platform: 'linux/amd64',
};
const LISTS: Readonly<Record<string, readonly [kind: string, apiVersion: string]>> = {
  pods: ['PodList', 'v1'],
  deployments: ['DeploymentList', 'apps/v1'],
  services: ['ServiceList', 'v1'],
};
const LOG = [
  '2026-01-01T00:00:00.123456789Z first',
  '2026-01-01T00:00:01Z second line',
  '2026-01-01T00:00:02Z third',
];

export class KubernetesDouble {
  readonly state = new ClusterState();
  /** `PATCH /apis/apps/v1/…` */
  readonly asked: string[] = [];
  readonly bodies: Json[] = [];
  /** By path, without its query. */
  readonly faults = new Map<string, Fault>();
  /** Items of the list of pods that no shape would let through. */
  extraPods: unknown[] = [];
  servesMetrics = true;
  onHold = (): void => {};
  /** Logs that are followed. */
  readonly followed: ServerResponse[] = [];
  url = '';
  close = async (): Promise<void> => {};

  async start(tls?: { readonly key: string; readonly cert: string }): Promise<this> {
    const server = await listen((request, response) => void this.#answer(request, response), tls);
    this.url = server.url;
    this.close = () => server.close();
    return this;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? '', 'http://double');
    const asked: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      body: text === '' ? {} : (JSON.parse(text) as Json),
      type: request.headers['content-type'] ?? '',
      accept: request.headers.accept ?? '',
    };
    this.asked.push(`${asked.method} ${asked.path}`);
    if (asked.method !== 'GET') this.bodies.push(asked.body);
    const fault = this.faults.get(asked.path);
    if (fault === 'hold') return this.onHold();
    if (fault !== undefined) return send(response, fault.status ?? 200, fault.body);
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return json(response, failed(401, 'Unauthorized', 'Unauthorized'));
    if (asked.path.endsWith('/log')) return this.#log(asked, response);
    return json(response, this.#route(asked), asked.path.endsWith('/pods') ? this.extraPods : []);
  }

  #route(asked: Asked): Json {
    if (asked.path === '/version') return VERSION;
    const parts = asked.path.split('/').filter((part) => part !== '');
    const at = parts.findIndex((part) => part in LISTS || part === 'replicasets');
    const [plural = '', name, sub] = parts.slice(at);
    if (asked.path.startsWith('/apis/metrics.k8s.io/')) return this.#metrics(name ?? '');
    if (at === -1) return failed(404, 'NotFound', 'the server could not find the requested resource');
    if (name === undefined) return this.#list(plural, asked);
    if (plural === 'pods') return this.#pod(name, asked);
    if (plural === 'services') return { kind: 'Service', apiVersion: 'v1', ...this.state.service };
    if (plural === 'replicasets')
      return {
        kind: 'ReplicaSet',
        apiVersion: 'apps/v1',
        ...this.state.replicaSet,
        spec: { replicas: 2, selector: {} },
      };
    if (name !== this.state.deployment.metadata.name)
      return failed(404, 'NotFound', `deployments.apps "${name}" not found`);
    return sub === 'scale' ? this.#scale(asked) : this.#deployment(asked);
  }

  #list(plural: string, { query, accept }: Asked): Json {
    if (plural === 'replicasets') {
      if (!accept.includes('as=PartialObjectMetadataList'))
        throw new Error('a list of whole replica sets was not asked for');
      const items = [
        { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', ...this.state.replicaSet },
      ];
      return { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata: {}, items };
    }
    const [kind, apiVersion] = LISTS[plural] ?? ['', ''];
    const all =
      { pods: this.state.pods, deployments: [this.state.deployment], services: [this.state.service] }[
        plural
      ] ?? [];
    const from = Number(query.get('continue') ?? 0);
    const to = from + Number(query.get('limit'));
    const metadata =
      to < all.length
        ? { resourceVersion: '7', continue: String(to), remainingItemCount: all.length - to }
        : { resourceVersion: '7' };
    return { kind, apiVersion, metadata, items: all.slice(from, to) };
  }

  #pod(name: string, { method, body }: Asked): Json {
    const found = this.state.look(name);
    if (found === undefined) return failed(404, 'NotFound', `pods "${name}" not found`);
    if (method === 'DELETE') {
      const { uid } = (body.preconditions ?? {}) as { uid?: string };
      if (uid !== undefined && uid !== found.metadata.uid)
        return failed(409, 'Conflict', 'Precondition failed: UID in precondition');
      found.metadata.deletionTimestamp = '2026-01-01T01:00:00Z';
    }
    return { kind: 'Pod', apiVersion: 'v1', ...structuredClone(found) };
  }

  #deployment({ method, body, type }: Asked): Json {
    const { deployment } = this.state;
    if (method === 'PATCH') {
      const patch = body as {
        metadata?: { uid?: string };
        spec: { template: { metadata: { annotations: Record<string, string> } } };
      };
      if (type !== 'application/strategic-merge-patch+json')
        return failed(415, 'UnsupportedMediaType', 'the body of the request was in an unknown format');
      if (patch.metadata?.uid !== undefined && patch.metadata.uid !== deployment.metadata.uid) {
        return failed(409, 'Conflict', 'Precondition failed: UID in precondition');
      }
      this.state.change(patch.spec.template.metadata.annotations, deployment.spec.replicas);
    } else this.state.step();
    return { kind: 'Deployment', apiVersion: 'apps/v1', ...structuredClone(deployment) };
  }

  #scale({ method, body, type }: Asked): Json {
    if (method !== 'PATCH' || type !== 'application/merge-patch+json')
      return failed(405, 'MethodNotAllowed', 'not here');
    const { replicas } = (body as { spec: { replicas: number } }).spec;
    this.state.change(null, replicas);
    const { name, namespace, uid } = this.state.deployment.metadata;
    return {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name, namespace, uid },
      spec: { replicas },
      status: { replicas: this.state.deployment.status.replicas },
    };
  }

  #metrics(name: string): Json {
    if (!this.servesMetrics)
      return failed(404, 'NotFound', 'the server could not find the requested resource');
    const containers = [
      { name: 'web', usage: { cpu: '100m', memory: '65536Ki' } },
      { name: 'mesh', usage: { cpu: '12500000n', memory: '1Mi' } },
    ];
    return {
      kind: 'PodMetrics',
      apiVersion: 'metrics.k8s.io/v1beta1',
      metadata: { name, namespace: 'shop' },
      timestamp: '2026-01-01T00:00:00Z',
      window: '15s',
      containers,
    };
  }

  #log({ query }: Asked, response: ServerResponse): void {
    const lines = LOG.map((line) => `${line} of ${query.get('container')}`).slice(
      -Number(query.get('tailLines')),
    );
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write(`${lines.join('\n')}\n`);
    if (query.get('follow') === 'true') this.followed.push(response);
    else response.end();
  }
}

const failed = (code: number, reason: string, message: string): Json => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code,
});

/** @throws when the double would answer what Kubernetes never does: the test fails with it */
function json(response: ServerResponse, value: Json, extra: readonly unknown[] = []): void {
  const shape = SHAPES[typeof value.kind === 'string' ? value.kind : 'VersionInfo'];
  if (shape === undefined) throw new Error(`no recorded shape for ${String(value.kind)}`);
  const data = shape.parse(value) as Json;
  const items =
    Array.isArray(data.items) && extra.length > 0 ? { items: [...(data.items as unknown[]), ...extra] } : {};
  send(response, typeof data.code === 'number' ? data.code : 200, JSON.stringify({ ...data, ...items }));
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}

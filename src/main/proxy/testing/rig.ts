// A proxy between real sockets for tests: an upstream that does what the test says and keeps every request's bytes, a
// graph filled by hand, a memory that remembers what it was told. Used by tests only.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../shared/model/clock.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/model/settings.ts';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import { ClientRegistry } from '../../clients/client-registry.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { cueSteps } from '../../graph/cues/cues.ts';
import { HeldBytes } from '../body/held-bytes.ts';
import { UpstreamPool } from '../pool/upstream-pool.ts';
import { type LoggedInjection, type MemoryPort, NO_METRICS, type ProxyMetrics } from '../ports.ts';
import { createProxy, type ProxyService } from '../proxy.ts';
import { TrafficLog } from '../traffic/traffic-log.ts';

export const NOW = Date.UTC(2026, 10, 21);

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

type Handler = (req: IncomingMessage, res: ServerResponse, seen: SeenRequest) => void;

export interface Rig extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly upstreamUrl: string;
  readonly graph: ConceptGraph;
  readonly proxy: ProxyService;
  readonly traffic: TrafficLog;
  /** Nothing is stored in it. */
  readonly clients: ClientRegistry;
  /** Requests the upstream saw whole, the proxy's own `/api/show` left out. */
  readonly seen: SeenRequest[];
  readonly lessons: Parameters<MemoryPort['learn']>[0][];
  readonly encounters: Map<string, number>;
  readonly injections: LoggedInjection[];
  readonly log: { level: string; fields: object; message: string }[];
  /** Body of the last request the upstream saw. */
  lastBody(): Record<string, unknown>;
  /** Resolves with a request's row when it is no longer running. */
  finished(match?: (row: TrafficRow) => boolean): Promise<TrafficRow>;
  setSettings(change: Partial<Settings>): void;
}

export interface RigOptions {
  readonly upstream?: Handler;
  /** What `/api/show` answers; a function to see or delay it. */
  readonly show?: Handler | Record<string, unknown>;
  readonly settings?: Partial<Settings>;
  /** Instead of a real upstream. */
  readonly upstreamUrl?: string;
  /** Instead of a pool of that one. */
  readonly pool?: UpstreamPool;
  readonly memory?: Partial<MemoryPort>;
  readonly metrics?: Partial<ProxyMetrics>;
  /** The proxy's time of day, instead of one that stands still. Epoch milliseconds. */
  readonly now?: () => number;
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A whole chat answer as Ollama gives it. */
export const chatAnswer = (text: string) =>
  JSON.stringify({
    model: 'm',
    created_at: '2026-11-21T00:00:00Z',
    message: { role: 'assistant', content: text },
    done: true,
  });

const answerOk: Handler = (_req, res) => {
  const body = chatAnswer('hello');
  res.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  res.end(body);
};

/** A fixed date, and a real stop-watch. */
export const testClock: Clock = {
  now: () => NOW,
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};

export const SIX_ROOTS = ['type', 'membership', 'runs-on', 'tech', 'owned-by', 'geography'];

/** A graph with the roots' names and one fact: gnommoweb -isa repo in type. */
export function smallGraph(): ConceptGraph {
  const graph = new ConceptGraph();
  const put = (id: number, token: string, common = false, encounterCount = 0) =>
    graph.putConcept({ id, token, encounterCount, lastSeen: 0, novelty: 0, common });
  for (const [i, token] of SIX_ROOTS.entries()) put(i + 1, token, true);
  for (const [i, token] of ['hello', 'what', 'is', 'about', 'more', 'please', 'runs'].entries())
    put(50 + i, token, true);
  put(101, 'gnommoweb', false, 5);
  put(102, 'repo', false, 1);
  graph.putEdge(fact(1, 101, 102, 1));
  return graph;
}

/** An edge told by gutask in the default project. */
export const fact = (edgeId: number, concept: number, parent: number, dim: number) => ({
  edgeId,
  project: 'default',
  concept,
  parent,
  dim,
  isIsa: true,
  confidence: 1,
  lastConfirmed: NOW,
  source: 'gutask' as const,
  doNotUse: false,
});

export const GNOMMOWEB_BLOCK = '<recollection>\ngnommoweb: [type] repo\n</recollection>';

const withoutHunter = (text: string): string => text.replaceAll('hunter2', '***');

/** Starts an upstream and a proxy in front of it. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const seen: SeenRequest[] = [];
  const handler = options.upstream ?? answerOk;
  const upstream = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req.on('error', () => {})) chunks.push(chunk as Buffer);
    const request = {
      method: req.method ?? '',
      url: req.url ?? '',
      rawHeaders: req.rawHeaders,
      headers: req.headers,
      body: Buffer.concat(chunks),
    };
    const { show = { system: '' } } = options;
    if (req.url === '/api/show' && typeof show !== 'function') {
      res.end(JSON.stringify(show));
    } else if (req.url === '/api/show') {
      (show as Handler)(req, res, request);
    } else {
      seen.push(request);
      handler(req, res, request);
    }
  });
  const upstreamUrl = options.upstreamUrl ?? (await listen(upstream));
  const graph = smallGraph();
  let settings: Settings = { ...DEFAULT_SETTINGS, enrichment_guard_ms: 5000, ...options.settings };
  const traffic = new TrafficLog(
    () => ({ requests: settings.traffic_max_requests, bytes: settings.traffic_max_bytes }),
    { epoch: 'rig', clock: testClock },
  );
  const lessons: Rig['lessons'] = [];
  const encounters = new Map<string, number>();
  const injections: LoggedInjection[] = [];
  const log: Rig['log'] = [];
  const writes = (level: string) => (fields: object, message: string) =>
    void log.push({ level, fields, message });
  const clients = new ClientRegistry({
    clock: testClock,
    keysRequired: () => (settings.client_keys_required ? 'the setting is on' : null),
  });
  let ids = 0;
  const count = (token: string, times: number) =>
    void encounters.set(token, (encounters.get(token) ?? 0) + times);
  const proxy = createProxy({
    graph,
    memory: {
      learn: (lesson) => void lessons.push(lesson),
      openNames: () => new Set(),
      hear() {},
      readLater() {},
      logInjection: (injection) => void injections.push(injection),
      meet: (ids) => {
        for (const id of ids) count(graph.tokenOf(id), 1);
      },
      encounter: (tokens) => {
        for (const [token, times] of tokens) count(token, times);
      },
      ...options.memory,
    },
    scanCues: cueSteps,
    metrics: { ...NO_METRICS, ...options.metrics },
    redact: withoutHunter,
    *redactSlices(text) {
      yield;
      return withoutHunter(text);
    },
    settings: () => settings,
    clients,
    upstreams:
      options.pool ??
      new UpstreamPool({ upstreams: [{ name: 'test', url: upstreamUrl }], clock: testClock, probes: false }),
    traffic,
    held: new HeldBytes(() => settings.proxy_max_held_bytes),
    clock: { ...testClock, now: options.now ?? testClock.now },
    ids: () => `r${++ids}`,
    log: { debug: writes('debug'), warn: writes('warn'), error: writes('error') },
  });
  const front = createServer((req, res) => proxy.handle(req, res));
  const url = await listen(front);
  return {
    url,
    port: Number(new URL(url).port),
    upstreamUrl,
    graph,
    proxy,
    traffic,
    clients,
    seen,
    lessons,
    encounters,
    injections,
    log,
    lastBody: () => JSON.parse((seen.at(-1) as SeenRequest).body.toString()),
    finished: (match = () => true) => finishedRow(traffic, match),
    setSettings: (change) => {
      settings = { ...settings, ...change };
    },
    async [Symbol.asyncDispose]() {
      await proxy.close(0);
      for (const server of [front, upstream]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function finishedRow(traffic: TrafficLog, match: (row: TrafficRow) => boolean): Promise<TrafficRow> {
  const isOver = (row: TrafficRow) => row.state !== 'running' && match(row);
  for await (const { gap, rows } of traffic.follow()) {
    const row = (gap ? traffic.list({ limit: 1000 }).rows : rows).find(isOver);
    if (row) return row;
  }
  throw new Error('the log was followed to an end');
}

/** Posts JSON text and returns the whole answer. */
export async function post(url: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

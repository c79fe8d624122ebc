// The half of the program that serves agents: the pool of upstreams, the log of requests and its file, the proxy between them. Knows neither the
// console nor doors; who wants to know of requests listens. Opened by wire.ts alone.
import { join } from 'node:path';
import type { RouteKind, TrafficRow } from '../../shared/model/traffic.ts';
import { redact, redactSlices } from '../../shared/redact.ts';
import { FirstCalls } from '../console/first-calls.ts';
import { type FollowedPool, openUpstreams } from '../console/upstreams/followed-pool.ts';
import { cueSteps } from '../graph/cues/cues.ts';
import { HeldBytes } from '../proxy/body/held-bytes.ts';
import { createProxy, type ProxyService } from '../proxy/proxy.ts';
import { KeptTraffic } from '../proxy/traffic/kept-traffic.ts';
import { TrafficLog } from '../proxy/traffic/traffic-log.ts';
import { readMemoryRevision } from '../store/pulse.ts';
import { WordLists } from '../store/words/word-lists.ts';
import { Listeners } from '../streams/watched.ts';
import { faultProof } from '../telemetry/faults.ts';
import { batched } from './batched.ts';
import type { Ground } from './ground.ts';
import type { MemorySide } from './memory-side.ts';

export interface ProxySideParts extends Ground {
  readonly memorySide: MemorySide;
  readonly operatorToken: string;
}

export interface ProxySide {
  readonly upstreams: FollowedPool;
  readonly traffic: TrafficLog;
  readonly held: HeldBytes;
  readonly proxy: ProxyService;
  /** The first request over each wire. */
  readonly firstCalls: FirstCalls;
  /** Requests as they come, and soon after they are over, many at a time. */
  readonly started: Listeners<RouteKind>;
  readonly finished: Listeners<TrafficRow>;
  /** Tells of all that are over by now. */
  settle(): void;
  /** Resolves when nothing of requests is on its way any more. */
  idle(): Promise<void>;
}

/** In the data directory, which one process uses at a time: neither in the database nor in its backups. */
const TRAFFIC_FILE = 'traffic.log';

/** @param resources gets everything that must be closed again. */
export async function openProxySide(
  parts: ProxySideParts,
  resources: AsyncDisposableStack,
): Promise<ProxySide> {
  const { memorySide, site, graph, metrics, faults, clock, ids, log, changed } = parts;
  const { memory, settings, clients } = memorySide;
  const traffic = new TrafficLog(
    () => {
      const { traffic_max_requests: requests, traffic_max_bytes: bytes } = settings.current();
      return { requests, bytes };
    },
    { epoch: ids(), clock },
  );
  const kept = await KeptTraffic.open({
    ...{ file: join(site.dataDir, TRAFFIC_FILE), traffic, settings: settings.current, clock, log },
    memory: async () => `${site.databaseLabel}, ${await readMemoryRevision(memorySide.store.reader)}`,
  });
  resources.defer(() => kept.close());
  settings.onChange(() => kept.follow());
  resources.defer(memory.on('replaced', () => traffic.forgetEdges()));
  const upstreams = openUpstreams({
    ...{ registry: memorySide.upstreams, config: site.config, settings: settings.current, clock, log },
    limitOf: (client) => clients.registry.limitOf(client),
    onWaited: metrics.waited,
    onChange: () => changed.tell(),
  });
  resources.defer(() => upstreams.pool.close());
  clients.serveThrough({
    waiting: () => new Map(upstreams.pool.state().queue.clients.map((one) => [one.client, one.waiting])),
    limitsChanged: () => upstreams.pool.limitsChanged(),
  });
  memorySide.llm.ask.serveThrough({
    nameAt: (url) => upstreams.pool.nameAt(url),
    ask: (name, signal) => upstreams.pool.guests.ask(name, signal),
  });
  const started = new Listeners<RouteKind>();
  const finished = new Listeners<TrafficRow>();
  const over = batched<TrafficRow>({ clock, faults }, (row) => finished.tell(row));
  resources.defer(() => over.close());
  const counters = faultProof(metrics.proxy, 'metrics', faults);
  started.add(counters.requestStarted);
  finished.add(counters.requestFinished);
  const held = new HeldBytes(() => settings.current().proxy_max_held_bytes);
  const firstCalls = await FirstCalls.open({
    ...{ store: memorySide.store, clock, log, onChange: () => changed.tell() },
  });
  resources.defer(() => firstCalls.settled());
  const wordLists = new WordLists(log);
  // What is recalled depends on them: they are there before the first prompt where something may be recalled.
  if (graph.edgeCount > 0) void wordLists.words;
  const proxy = createProxy({
    ...{ held, graph, memory, traffic, redact, redactSlices, clock, ids, log },
    ordinaryWords: () => wordLists.words,
    onAsked: (client, scope, words) => clients.noteAsked(client, scope, words),
    scanCues: cueSteps,
    settings: settings.current,
    upstreams: upstreams.pool,
    clients: clients.registry,
    origins: () => site.config.current.allowed_origins,
    operatorToken: parts.operatorToken,
    onLoops: () => changed.tell(),
    onCutPrompts: () => changed.tell(),
    onLetIn: (request) => firstCalls.note(request),
    metrics: {
      ...counters,
      requestStarted: (route) => started.tell(route),
      requestFinished: (row) => over.add(row),
    },
  });
  resources.defer(memory.on('learned', (fact) => proxy.onLearned(fact)));
  resources.defer(memory.on('replaced', () => proxy.forget()));
  metrics.follow({
    upstreams: () => upstreams.pool.figures(),
    queueWaiting: () => upstreams.pool.waiting,
    heldBytes: () => held.held,
  });
  return {
    ...{ upstreams, traffic, held, proxy, firstCalls, started, finished },
    settle: () => over.flush(),
    async idle() {
      await proxy.idle();
      await wordLists.settled();
    },
  };
}

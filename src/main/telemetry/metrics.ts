// Prometheus metrics, prefix `festinger_`, labels from closed lists only. Source: proxy, Seeing it.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { InjectionReason, RouteKind, TrafficRow } from '../../shared/model/traffic.ts';
import { type AssistantCounters, assistantMetrics } from './assistant-metrics.ts';
import { type BriefMetrics, briefMetrics } from './brief-metrics.ts';
import { FAULT_SITES, type FaultSite } from './faults.ts';
import { type HandsCounters, type HandsSources, handsMetrics } from './hands-metrics.ts';
import { requestMetrics } from './request-metrics.ts';

export interface GaugeSources extends HandsSources {
  readonly concepts: () => number;
  readonly edges: () => number;
  readonly conflictsPending: () => number;
  /** Durable jobs by kind and status; both from closed lists. */
  readonly jobs: () => Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** One of each upstream that is configured, at most 64. */
  readonly upstreams: () => readonly UpstreamFigures[];
  readonly queueWaiting: () => number;
  /** Bytes of request bodies that are held. */
  readonly heldBytes: () => number;
  /** Whether the database answers and takes writes. */
  readonly databaseUp: () => boolean;
}

/** What is counted of an upstream. */
export interface UpstreamFigures {
  readonly name: string;
  readonly up: boolean;
  readonly circuit: 'closed' | 'half_open' | 'open';
  readonly running: number;
  /** Requests that ended there, by outcomes of a closed list. */
  readonly ended: Readonly<Record<string, number>>;
}

/** What the proxy reports as it works; labels are bounded by the types. */
export interface ProxyCounters {
  requestStarted(route: RouteKind): void;
  requestFinished(row: TrafficRow): void;
  /** Turned away before anything was done, by the status that said so. */
  refused(status: 400 | 401 | 403 | 429): void;
  /** Every decision about a prompt, with the milliseconds it took. */
  enriched(route: RouteKind, reason: InjectionReason, ms: number): void;
  failedOpen(where: 'enrich' | 'observe' | 'model_info' | 'loops' | 'record'): void;
  observationDropped(bytes: number): void;
}

/** What asking models reports; a purpose is one of those that were registered. */
export interface ModelCounters {
  modelCalled(call: {
    readonly purpose: string;
    readonly outcome: 'ok' | 'failed' | 'refused_by_budget';
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** US dollars. */
    readonly cost: number;
  }): void;
}

export interface Metrics {
  /** What is read whenever somebody asks; nothing before it is there to be read. */
  follow(sources: Partial<GaugeSources>): void;
  readonly proxy: ProxyCounters;
  readonly models: ModelCounters;
  readonly hands: HandsCounters;
  readonly assistant: AssistantCounters;
  readonly briefs: BriefMetrics;
  /** A question about a new name ended, for good or for now; outcomes are from a closed list. */
  asked(outcome: string): void;
  /** Something was thrown where nobody could answer for it, and was caught. */
  fault(where: FaultSite): void;
  /** Words that were forgotten, or not taken in, for want of room. */
  words(counts: { readonly forgotten: number; readonly dropped: number }): void;
  /** Spans on their way to a collector. */
  spans(outcome: 'sent' | 'dropped', count: number): void;
  /** A request that had to wait for a place at an upstream waits no longer. */
  waited(ms: number): void;
  render(): Promise<{ contentType: string; body: string }>;
  close(): void;
}

export function createMetrics(): Metrics {
  const sources: Partial<GaugeSources> = {};
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'festinger_' });
  const ended = requestMetrics(registry);
  const enrichments = new Counter({
    name: 'festinger_enrichments_total',
    help: 'Prompts by what became of their enrichment',
    labelNames: ['reason'],
    registers,
  });
  const added = new Histogram({
    name: 'festinger_added_seconds',
    help: 'Our own work on a prompt before it was forwarded',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | undefined) => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read() ?? 0);
      },
    });
  };
  gauge('festinger_concepts', 'Concepts of the vocabulary', () => sources.concepts?.());
  gauge('festinger_database_up', 'Whether the database answers and takes writes', () =>
    Number(sources.databaseUp?.() ?? 0),
  );
  gauge('festinger_edges', 'Facts of all projects', () => sources.edges?.());
  new Gauge({
    name: 'festinger_jobs',
    help: 'Durable jobs by kind and status',
    labelNames: ['kind', 'status'],
    registers,
    collect() {
      for (const [kind, counts] of Object.entries(sources.jobs?.() ?? {})) {
        for (const [status, n] of Object.entries(counts)) this.set({ kind, status }, n);
      }
    },
  });
  const asked = new Counter({
    name: 'festinger_questions_total',
    help: 'Questions to a model about new names, by what became of them',
    labelNames: ['outcome'],
    registers,
  });
  gauge('festinger_held_request_bytes', 'Bytes of request bodies that are held now', () =>
    sources.heldBytes?.(),
  );
  const wordsForgotten = new Counter({
    name: 'festinger_words_forgotten_total',
    help: 'Words that were merely counted and were forgotten beyond vocabulary_max_words',
    registers,
  });
  const wordsDropped = new Counter({
    name: 'festinger_words_dropped_total',
    help: 'New words that were not counted because there was no room for them',
    registers,
  });
  gauge('festinger_conflicts_pending', 'Conflicts that wait', () => sources.conflictsPending?.());
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  gauge('festinger_event_loop_delay_p99_seconds', 'Event-loop delay since the last scrape', () => {
    const p99 = delay.percentile(99) / 1e9;
    delay.reset();
    return Number.isFinite(p99) ? p99 : 0;
  });

  const running = new Gauge({
    name: 'festinger_requests_running',
    help: 'Proxied requests under way',
    labelNames: ['route'],
    registers,
  });
  const refused = new Counter({
    name: 'festinger_requests_refused_total',
    help: 'Requests turned away: a bad header (400), no valid key (401), a foreign project (403), too many (429)',
    labelNames: ['status'],
    registers,
  });
  const failedOpen = new Counter({
    name: 'festinger_failed_open_total',
    help: 'Errors of ours that a request went on without',
    labelNames: ['where'],
    registers,
  });
  const dropped = new Counter({
    name: 'festinger_observation_dropped_bytes_total',
    help: 'Prompt text not counted or scanned because too much waited',
    registers,
  });

  const modelCalls = new Counter({
    name: 'festinger_model_calls_total',
    help: 'Calls of the models we ask ourselves, by what became of them',
    labelNames: ['purpose', 'outcome'],
    registers,
  });
  const modelTokens = new Counter({
    name: 'festinger_model_tokens_total',
    help: 'Tokens the models we ask ourselves read and wrote',
    labelNames: ['purpose', 'direction'],
    registers,
  });
  const modelCost = new Counter({
    name: 'festinger_model_cost_dollars_total',
    help: 'What the models we ask ourselves cost, where their prices are known',
    labelNames: ['purpose'],
    registers,
  });

  const spans = new Counter({
    name: 'festinger_spans_total',
    help: 'Spans that a collector took, and those dropped: it was gone, or too many waited',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['sent', 'dropped']) spans.inc({ outcome }, 0);

  const faults = new Counter({
    name: 'festinger_faults_total',
    help: 'Errors of ours that were caught where nobody waits for an answer, by where',
    labelNames: ['where'],
    registers,
  });
  for (const where of FAULT_SITES) faults.inc({ where }, 0);

  const models: ModelCounters = {
    modelCalled({ purpose, outcome, inputTokens, outputTokens, cost }) {
      modelCalls.inc({ purpose, outcome });
      modelTokens.inc({ purpose, direction: 'in' }, inputTokens);
      modelTokens.inc({ purpose, direction: 'out' }, outputTokens);
      modelCost.inc({ purpose }, cost);
    },
  };

  const proxy: ProxyCounters = {
    requestStarted: (route) => running.inc({ route }),
    requestFinished(row) {
      running.dec({ route: row.route });
      ended(row);
    },
    refused: (status) => refused.inc({ status }),
    enriched(_route, reason, ms) {
      enrichments.inc({ reason });
      added.observe(ms / 1000);
    },
    failedOpen: (where) => failedOpen.inc({ where }),
    observationDropped: (bytes) => dropped.inc(bytes),
  };
  return {
    follow: (more) => void Object.assign(sources, more),
    proxy,
    asked: (outcome) => asked.inc({ outcome }),
    fault: (where) => faults.inc({ where }),
    words({ forgotten, dropped }) {
      wordsForgotten.inc(forgotten);
      wordsDropped.inc(dropped);
    },
    waited: upstreamMetrics(registry, sources),
    spans: (outcome, count) => spans.inc({ outcome }, count),
    models,
    hands: handsMetrics(registry, sources),
    assistant: assistantMetrics(registry),
    briefs: briefMetrics(registry),
    async render() {
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
    close() {
      delay.disable();
      registry.clear();
    },
  };
}

const CIRCUITS = { closed: 0, half_open: 1, open: 2 } as const;

/**
 * What concerns upstreams is read when it is asked for, so that one which left the configuration leaves no label behind.
 * @returns counts a request that waited so many milliseconds
 */
function upstreamMetrics(registry: Registry, sources: Partial<GaugeSources>): (ms: number) => void {
  const registers = [registry];
  const perUpstream = (name: string, help: string, read: (figures: UpstreamFigures) => number) => {
    new Gauge({
      ...{ name, help, registers, labelNames: ['upstream'] },
      collect() {
        this.reset();
        for (const figures of sources.upstreams?.() ?? [])
          this.set({ upstream: figures.name }, read(figures));
      },
    });
  };
  perUpstream('festinger_upstream_up', 'Whether the upstream answered its last probe', ({ up }) =>
    Number(up),
  );
  perUpstream(
    'festinger_upstream_running',
    'Requests on their way to the upstream',
    ({ running }) => running,
  );
  perUpstream(
    'festinger_upstream_circuit',
    'The circuit of the upstream: 0 closed, 1 half open, 2 open',
    ({ circuit }) => CIRCUITS[circuit],
  );
  new Counter({
    name: 'festinger_upstream_requests_total',
    help: 'Requests that ended at the upstream, by how',
    labelNames: ['upstream', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { name: upstream, ended } of sources.upstreams?.() ?? []) {
        for (const [outcome, n] of Object.entries(ended)) this.inc({ upstream, outcome }, n);
      }
    },
  });
  new Gauge({
    name: 'festinger_queue_waiting',
    help: 'Requests that wait for a place at an upstream',
    registers,
    collect() {
      this.set(sources.queueWaiting?.() ?? 0);
    },
  });
  const waited = new Histogram({
    name: 'festinger_queue_seconds',
    help: 'How long requests waited for a place at an upstream, of those that had to',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800],
    registers,
  });
  return (ms) => waited.observe(ms / 1000);
}

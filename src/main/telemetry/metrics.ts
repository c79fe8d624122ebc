// Prometheus metrics, prefix `festinger_`, labels from closed lists only. Source: proxy.md, Seeing it.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { TrafficRow } from '../../shared/model/traffic.ts';

export interface GaugeSources {
  readonly concepts: () => number;
  readonly edges: () => number;
  readonly conflictsPending: () => number;
  readonly requestsRunning: () => number;
}

export interface Metrics {
  /** Counts a proxied request that has ended. */
  requestEnded(row: TrafficRow): void;
  render(): Promise<{ contentType: string; body: string }>;
  /** 99th percentile of the event-loop delay since the last scrape, milliseconds. */
  close(): void;
}

export function createMetrics(sources: GaugeSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'festinger_' });
  const requests = new Counter({
    name: 'festinger_requests_total',
    help: 'Proxied requests that ended',
    labelNames: ['route', 'state'],
    registers,
  });
  const enrichments = new Counter({
    name: 'festinger_enrichments_total',
    help: 'Prompts by what became of their enrichment',
    labelNames: ['reason'],
    registers,
  });
  const recalled = new Counter({
    name: 'festinger_recalled_concepts_total',
    help: 'Concepts put into prompts',
    registers,
  });
  const injected = new Counter({
    name: 'festinger_injected_bytes_total',
    help: 'Bytes put into prompts',
    registers,
  });
  const added = new Histogram({
    name: 'festinger_added_seconds',
    help: 'Our own work on a prompt before it was forwarded',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
    registers,
  });
  const firstByte = new Histogram({
    name: 'festinger_first_byte_seconds',
    help: 'Time until the upstream began to answer',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  gauge('festinger_concepts', 'Concepts of the vocabulary', sources.concepts);
  gauge('festinger_edges', 'Facts of all projects', sources.edges);
  gauge('festinger_conflicts_pending', 'Conflicts that wait', sources.conflictsPending);
  gauge('festinger_requests_running', 'Proxied requests under way', sources.requestsRunning);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  gauge('festinger_event_loop_delay_p99_seconds', 'Event-loop delay since the last scrape', () => {
    const p99 = delay.percentile(99) / 1e9;
    delay.reset();
    return Number.isFinite(p99) ? p99 : 0;
  });

  return {
    requestEnded(row) {
      requests.inc({ route: row.route, state: row.state });
      if (row.timings.firstByteMs !== null) firstByte.observe(row.timings.firstByteMs / 1000);
      if (row.route === 'other') return;
      enrichments.inc({ reason: row.reason });
      recalled.inc(row.recalledConcepts);
      injected.inc(row.injectedBytes);
      added.observe(row.timings.addedMs / 1000);
    },
    async render() {
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
    close() {
      delay.disable();
      registry.clear();
    },
  };
}

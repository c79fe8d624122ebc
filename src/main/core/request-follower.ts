// What the console counts as requests come and go: series, recalled concepts, agents seen, requests under way.
// Told by the proxy after the fact; never on a request's path.
import type { Clock } from '../../shared/model/clock.ts';
import type { TrafficRow } from '../../shared/model/traffic.ts';
import type { ConceptGraph } from '../graph/concept-graph.ts';
import type { Memory } from '../memory/memory.ts';
import type { TrafficLog } from '../proxy/traffic-log.ts';
import type { MinuteSeries } from './minute-series.ts';
import type { RecallCounter } from './recall-counter.ts';
import { measureRequest } from './status-service.ts';
import { TEST_CLIENT } from './test-prompt.ts';

const HOUR_MS = 3_600_000;

export interface FollowerParts {
  readonly traffic: TrafficLog;
  readonly memory: Memory;
  readonly graph: ConceptGraph;
  readonly recalls: RecallCounter;
  readonly series: MinuteSeries;
  readonly clock: Clock;
  readonly onChange: () => void;
}

export interface RequestFollower {
  /** A request has come in. */
  started(): void;
  /** It has ended; told once. */
  finished(row: TrafficRow): void;
  counts(): { agents: number; requestsRunning: number };
  close(): void;
}

export function followRequests({
  traffic,
  memory,
  graph,
  recalls,
  series,
  clock,
  onChange,
}: FollowerParts): RequestFollower {
  const seen = new Map<string, number>();
  let running = 0;

  const stopLearned = memory.on('learned', ({ outcome }) => {
    const concept = graph.conceptId(outcome.concept);
    if (concept !== undefined) recalls.told(concept);
  });
  const stopChanged = memory.on('changed', ({ conflicts }) => {
    if (conflicts > 0) series.add('conflicts', conflicts, clock.now());
    onChange();
  });
  return {
    started() {
      running++;
      onChange();
    },
    finished(row) {
      running--;
      if (row.client !== TEST_CLIENT) seen.set(row.client, row.at);
      measureRequest(series, row, clock.now());
      for (const line of row.recalledConcepts > 0 ? (traffic.get(row.id)?.lines ?? []) : []) {
        const concept = graph.conceptId(line.concept);
        if (concept !== undefined && line.kind === 'edges') recalls.recalled(concept);
      }
      onChange();
    },
    counts() {
      const since = clock.now() - HOUR_MS;
      for (const [client, at] of seen) if (at < since) seen.delete(client);
      return { agents: seen.size, requestsRunning: running };
    },
    close() {
      stopLearned();
      stopChanged();
    },
  };
}

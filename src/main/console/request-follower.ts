// What the console counts as requests come and go: series, recalled concepts, agents seen, requests under way.
// Told by the proxy after the fact; never on a request's path.
import type { Clock } from '../../shared/model/clock.ts';
import type { TrafficRow } from '../../shared/model/traffic.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import type { Memory } from '../memory/memory.ts';
import type { TrafficLog } from '../proxy/traffic/traffic-log.ts';
import type { MinuteSeries } from './minute-series.ts';
import type { RecallCounter } from './recall-counter.ts';
import { measureRequest } from './status-service.ts';
import { TEST_CLIENT } from './test-prompt.ts';

const HOUR_MS = 3_600_000;
/** Agents that are told apart: one may call itself by another name with every request. */
const MOST_AGENTS = 10_000;

export interface FollowerParts {
  readonly traffic: TrafficLog;
  readonly memory: Pick<Memory, 'on'>;
  readonly graph: ConceptGraph;
  readonly recalls: RecallCounter;
  readonly series: MinuteSeries;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly onChange: () => void;
}

export interface RequestFollower {
  /** A request has come in. */
  started(): void;
  /** It has ended; told once. */
  finished(row: TrafficRow): void;
  counts(): { agents: number; requestsRunning: number };
  /** Some clients are counted as agents no more. */
  forget(isGone: (client: string) => boolean): void;
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
  /** When each was seen last, by the monotonic clock; longest ago first. */
  const seen = new Map<string, number>();
  let running = 0;

  function forgetAgents(): void {
    const since = clock.monotonic() - HOUR_MS;
    for (const [client, at] of seen) {
      if (at >= since) return;
      seen.delete(client);
    }
  }

  function noteAgent(client: string): void {
    seen.delete(client);
    forgetAgents();
    if (seen.size < MOST_AGENTS) seen.set(client, clock.monotonic());
  }

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
      if (row.client !== TEST_CLIENT) noteAgent(row.client);
      const lines = row.recalledConcepts > 0 ? (traffic.get(row.id)?.lines ?? []) : [];
      const facts = lines.filter(({ kind }) => kind === 'edges'); // the others ask what something is
      measureRequest(series, { ...row, recalledFacts: facts.length }, clock.now());
      for (const line of facts) {
        const concept = graph.conceptId(line.concept);
        if (concept !== undefined) recalls.recalled(concept);
      }
      onChange();
    },
    counts() {
      forgetAgents();
      return { agents: seen.size, requestsRunning: running };
    },
    forget(isGone) {
      for (const client of seen.keys()) if (isGone(client)) seen.delete(client);
    },
    close() {
      stopLearned();
      stopChanged();
    },
  };
}

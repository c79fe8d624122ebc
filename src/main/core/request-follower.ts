// What the console counts as requests come and go: series, recalled concepts, agents seen, requests under way.
// Told by the proxy after the fact; never on a request's path.
import type { Clock } from '../../shared/model/clock.ts';
import type { TrafficRow } from '../../shared/model/traffic.ts';
import type { ConceptGraph } from '../graph/concept-graph.ts';
import type { Memory } from '../memory/memory.ts';
import type { TrafficLog } from '../proxy/traffic-log.ts';
import type { JobCountsByKind } from '../store/job-table.ts';
import type { MinuteSeries } from './minute-series.ts';
import type { RecallCounter } from './recall-counter.ts';
import { measureRequest } from './status-service.ts';
import { TEST_CLIENT } from './test-prompt.ts';

const HOUR_MS = 3_600_000;
const JOBS_EVERY_MS = 5000;

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
  counts(): { agents: number; requestsRunning: number; jobsPending: number; jobsDead: number };
  /** Why the database cannot be read; null when it can. */
  databaseProblem(): string | null;
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
  let jobs = { waiting: 0, dead: 0 };
  let databaseProblem: string | null = null;
  let cancelJobs = () => {};
  let closed = false;

  const stopLearned = memory.on('learned', ({ outcome }) => {
    const concept = graph.conceptId(outcome.concept);
    if (concept !== undefined) recalls.told(concept);
  });
  const stopChanged = memory.on('changed', ({ conflicts }) => {
    if (conflicts > 0) series.add('conflicts', conflicts, clock.now());
    onChange();
  });
  // The one look at the database that comes round by itself: when it fails, the operator hears why.
  const countJobs = async () => {
    try {
      const counts = totals(await memory.jobs.counts());
      if (counts.waiting !== jobs.waiting || counts.dead !== jobs.dead || databaseProblem !== null)
        onChange();
      jobs = counts;
      databaseProblem = null;
    } catch (error) {
      databaseProblem = `The database does not answer: ${error instanceof Error ? error.message : String(error)}`;
      onChange();
    }
    if (!closed) cancelJobs = clock.after(JOBS_EVERY_MS, () => void countJobs());
  };
  void countJobs();

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
      return { agents: seen.size, requestsRunning: running, jobsPending: jobs.waiting, jobsDead: jobs.dead };
    },
    databaseProblem: () => databaseProblem,
    close() {
      closed = true;
      cancelJobs();
      stopLearned();
      stopChanged();
    },
  };
}

/** Jobs of all kinds. */
function totals(counts: JobCountsByKind): { waiting: number; dead: number } {
  const kinds = Object.values(counts);
  return {
    waiting: kinds.reduce((sum, { waiting, active }) => sum + waiting + active, 0),
    dead: kinds.reduce((sum, { dead }) => sum + dead, 0),
  };
}

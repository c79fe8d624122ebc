// What every side stands on: clock, ids, faults, metrics, the site, the graph, and the news that something an operator sees has
// changed. Laid by wire.ts before anything is opened.
import type { Clock, Ids } from '../../shared/model/clock.ts';
import { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { Listeners } from '../streams/watched.ts';
import { Faults, faultProofClock } from '../telemetry/faults.ts';
import type { Log } from '../telemetry/log.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { Traces } from '../telemetry/traces.ts';
import { openTraces } from './advisory/traces.ts';
import { systemClock, timeSortedIds } from './clock.ts';
import type { CoreOptions } from './core.ts';
import { openSite, type Site } from './site.ts';

export interface Ground {
  readonly site: Site;
  /** Empty; the memory fills it. */
  readonly graph: ConceptGraph;
  readonly metrics: Metrics;
  readonly faults: Faults;
  /** What it calls back cannot throw past it. */
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly traces: Traces;
  /** The state of the program may read otherwise now. */
  readonly changed: Listeners;
}

/** @param resources gets everything that must be closed again. @throws AppError INVALID_INPUT, NOT_ALLOWED */
export function layGround(options: CoreOptions, resources: AsyncDisposableStack): Ground {
  const { log } = options;
  const metrics = createMetrics();
  resources.defer(() => metrics.close());
  const realClock = options.clock ?? systemClock;
  const faults = new Faults({ log, now: realClock.now, count: metrics.fault });
  const clock = faultProofClock(realClock, faults);
  const ids = options.ids ?? timeSortedIds(clock);
  const site = openSite(options, clock, resources);
  const changed = new Listeners();
  site.config.onChange(() => changed.tell());
  const traces = openTraces({ site, clock, metrics }, resources);
  return { site, traces, graph: new ConceptGraph(), metrics, faults, clock, ids, log, changed };
}

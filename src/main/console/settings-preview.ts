// What other settings would do, tried on the newest prompts and on the vocabulary. Reads only.
// Called through the console's Settings. Source: console, Settings.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { saliency } from '../graph/recollect/saliency.ts';
import type { ProxyService } from '../proxy/proxy.ts';
import type { LiveSettings } from '../settings/settings-service.ts';

const CONCEPTS_PER_SLICE = 20_000;

export interface PreviewParts {
  readonly settings: Pick<LiveSettings, 'current' | 'tried'>;
  readonly graph: ConceptGraph;
  readonly proxy: Pick<ProxyService, 'trySettings'>;
}

/** @throws AppError INVALID_INPUT for a key or value that does not fit */
export async function previewSettings(
  { settings, graph, proxy }: PreviewParts,
  changes: Readonly<Record<string, unknown>>,
  limit: number,
) {
  const now = settings.current();
  const tried = settings.tried(changes);
  const rows = proxy.trySettings(tried, limit);
  const changed = rows.filter((row) => row.before !== row.after);
  const [askedBefore, askedAfter] = await countSalient(graph, [
    now.saliency_write_threshold,
    tried.saliency_write_threshold,
  ]);
  return { prompts: rows.length, changed: changed.length, rows, askedBefore, askedAfter };
}

/** How many concepts are at or above each of two thresholds; yields to the event loop in between. */
async function countSalient(
  graph: ConceptGraph,
  [first, second]: readonly [number, number],
): Promise<[number, number]> {
  const counts: [number, number] = [0, 0];
  let visited = 0;
  for (const concept of graph.concepts()) {
    const value = saliency(concept.encounterCount, concept.common);
    if (value > 0 && value >= first) counts[0]++;
    if (value > 0 && value >= second) counts[1]++;
    if (++visited % CONCEPTS_PER_SLICE === 0) await yieldLoop();
  }
  return counts;
}

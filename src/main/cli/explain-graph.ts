// The graph that `festinger explain` reads: the data directory's when there is one, else an empty one with the
// dictionary and the six seed dimensions. Reads only; never makes a database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PROJECT, SEED_DIMENSIONS } from '../../shared/model/graph.ts';
import { systemClock } from '../core/clock.ts';
import { DATABASE_FILE, defaultDataDir } from '../core/data-dir.ts';
import { ConceptGraph } from '../graph/concept-graph.ts';
import { readPendingPlaces } from '../store/conflicts.ts';
import { readDictionary } from '../store/dictionary.ts';
import { forEachConcept, forEachEdge } from '../store/graph-loader.ts';
import { openStore } from '../store/store.ts';
import { createLog } from '../telemetry/log.ts';

/** @throws AppError when the database is there but cannot be read. */
export async function graphToExplain(dataDir: string | undefined): Promise<ConceptGraph> {
  const file = join(dataDir ?? defaultDataDir(process.env, process.platform), DATABASE_FILE);
  return existsSync(file) ? storedGraph(file) : bareGraph();
}

async function storedGraph(databasePath: string): Promise<ConceptGraph> {
  await using store = await openStore({ databasePath, clock: systemClock, log: createLog('warn') });
  const graph = new ConceptGraph();
  await forEachConcept(store, (concept) => graph.putConcept(concept));
  await forEachEdge(store, (edge) => graph.putEdge(edge));
  for (const place of await readPendingPlaces(store.reader))
    graph.setPending(place.project, place.concept, place.dim, place.count);
  return graph;
}

function bareGraph(): ConceptGraph {
  const graph = new ConceptGraph();
  const put = (token: string, common: boolean) => {
    const id = graph.conceptCount + 1;
    graph.putConcept({ id, token, encounterCount: 0, lastSeen: 0, novelty: 0, common });
    return id;
  };
  for (const word of readDictionary()) put(word, true);
  SEED_DIMENSIONS.forEach(({ token, isIsa }, index) => {
    const id = graph.conceptId(token) ?? put(token, false);
    graph.putEdge({
      edgeId: index + 1,
      project: DEFAULT_PROJECT,
      concept: id,
      parent: id,
      dim: id,
      isIsa,
      confidence: 1,
      lastConfirmed: 0,
      source: 'festinger',
      doNotUse: false,
    });
  });
  return graph;
}

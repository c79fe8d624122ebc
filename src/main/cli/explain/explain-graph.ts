// The graph that `festinger explain` and `verify` read: that of the data directory's database, SQLite or PostgreSQL, at this moment, where there
// is one; else an empty one with the dictionary and the six seed dimensions. Reads only: beside a running Festinger, too.
import { DEFAULT_PROJECT, SEED_DIMENSIONS } from '../../../shared/model/graph.ts';
import { defaultDataDir } from '../../core/data-dir.ts';
import { databaseToRead } from '../../core/site.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { visitTables } from '../../store/bulk/graph-loader.ts';
import { type StoreSnapshot, withSnapshot } from '../../store/bulk/snapshot.ts';
import { readPendingPlaces } from '../../store/tables/contested-places.ts';
import { readDictionary } from '../../store/words/dictionary.ts';

/**
 * @param database as `--database` takes it; default what config.yaml names
 * @throws AppError when the database is named, or there, but cannot be read
 */
export async function graphToExplain(
  dataDir = defaultDataDir(process.env, process.platform),
  database?: string,
): Promise<ConceptGraph> {
  const place = databaseToRead(dataDir, database);
  return place === null ? bareGraph() : withSnapshot(place, graphOf);
}

/** The graph that the tables say. */
export async function graphOf(snapshot: StoreSnapshot): Promise<ConceptGraph> {
  const graph = new ConceptGraph();
  await visitTables(snapshot, {
    concepts: (page) => graph.putConceptPage(page),
    edges: (page) => graph.fillEdges(page),
  });
  for (const { project, concept, dim, count } of await readPendingPlaces(snapshot.reader))
    graph.setPending(project, concept, dim, count);
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

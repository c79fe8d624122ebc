// A made-up graph of any size with the shape real ones have: few concepts that everything hangs on, many with an edge
// or two, some dimensions far more used than others. Deterministic: the same size gives the same rows.
// Plain rows; big-database.ts puts them into a database.
import { SOURCES, type Source } from '../../src/shared/model/graph.ts';
import { seededRandom } from '../../src/shared/seeded-random.ts';
import { word } from './words.ts';

/** Saturday, 21 November 2026. */
export const NOW = Date.UTC(2026, 10, 21);
const YEAR_MS = 365 * 86_400_000;

/** Forty dimensions; the first six are the seeds. */
export const DIMENSIONS = [
  ...['type', 'membership', 'runs-on', 'tech', 'owned-by', 'geography'],
  ...Array.from({ length: 34 }, (_, n) => `question-${n + 1}`),
];
export const PROJECTS = ['default', 'course', 'helpdesk', 'lab', 'archive'];

export interface BigConcept {
  readonly token: string;
  readonly encounterCount: number;
  readonly lastSeen: number;
  readonly novelty: number;
}

/** An edge between places in the list of named concepts; `dim` is a place in DIMENSIONS. */
export interface BigEdge {
  readonly project: string;
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
  readonly isIsa: boolean;
  readonly confidence: number;
  readonly lastConfirmed: number;
  readonly source: Source;
  readonly doNotUse: boolean;
}

/** Names as people and programs give them; one in a hundred is not ASCII. */
function tokenOf(n: number): string {
  // Past the short words, which the dictionary may have.
  const stem = word(n + 100_000);
  const style = n % 100;
  if (style === 0) return `${stem}-größe`;
  if (style < 30) return `${stem}-${n % 97}`;
  if (style < 45) return `${stem}_${word(n % 5000)}`;
  if (style < 52) return `${stem}.example.org`;
  return `${stem}x`;
}

export function* bigConcepts(count: number): Generator<BigConcept> {
  const random = seededRandom(1);
  for (let n = 0; n < count; n++) {
    const encounterCount = Math.floor(random() ** -0.7) - 1;
    yield {
      token: tokenOf(n),
      encounterCount,
      lastSeen: encounterCount === 0 ? 0 : NOW - Math.floor(random() * YEAR_MS),
      novelty: random() < 0.02 ? Math.round(random() * 100) / 100 : 0,
    };
  }
}

/**
 * Edges, each at a place of its own; parents come before their concepts, so that there is no cycle.
 * Two thirds come concept by concept, as when somebody describes a thing; the rest anywhere, as in conversation.
 */
export function* bigEdges(count: number, concepts: number): Generator<BigEdge> {
  const random = seededRandom(2);
  const taken = new Uint8Array(concepts * DIMENSIONS.length);
  const edgeAt = (concept: number): BigEdge | undefined => {
    const dim = Math.floor(DIMENSIONS.length ** random() - 1);
    const place = concept * DIMENSIONS.length + dim;
    // The first concepts are the dimensions: what stands in its own dimension is a root, and roots have their own rows.
    if (taken[place] === 1 || concept === dim) return undefined;
    taken[place] = 1;
    const source = SOURCES[Math.floor(random() ** 2 * 4)] as Source;
    return {
      project: PROJECTS[concept % 5 === 0 ? 1 + (Math.floor(concept / 5) % 4) : 0] as string,
      concept,
      // A few concepts near the start are named by thousands.
      parent: Math.floor(concept * random() ** 3),
      dim,
      isIsa: dim === 0 || random() < 0.1,
      confidence: source === 'gutask' || source === 'operator' ? 1 : 0.5 + Math.floor(random() * 50) / 100,
      lastConfirmed: NOW - Math.floor(random() * YEAR_MS),
      source,
      doNotUse: random() < 0.001,
    };
  };
  let made = 0;
  const perConcept = (count * 2) / 3 / concepts;
  for (let concept = 1; concept < concepts && made < count; concept++) {
    const degree = Math.floor(-Math.log(1 - random()) * perConcept + 0.5);
    for (let n = 0; n < degree && made < count; n++) {
      const edge = edgeAt(concept);
      if (edge === undefined) continue;
      made++;
      yield edge;
    }
  }
  while (made < count) {
    const edge = edgeAt(1 + Math.floor(random() * (concepts - 1)));
    if (edge === undefined) continue;
    made++;
    yield edge;
  }
}

// Concepts and edges as they come from the tables: a page's rows, and which of the graph's edges a reload has met.
// Used by ConceptGraph and the store's loader.
import { SOURCES, type Source } from '../../../shared/model/graph.ts';
import type { ConceptPage, ConceptRow, EdgePage, EdgeRow } from '../types.ts';

/** Rows looked at before others get their turn. */
const ROWS_A_STEP = 20_000;

/** Which edges a reload has met, by row of the graph. */
export class EdgeSweep {
  readonly #seen: Uint8Array;
  #next = 1;

  constructor(lastRow: number) {
    this.#seen = new Uint8Array(lastRow + 1);
  }

  /** Notes an edge; rows that came after the start are new and need no note. */
  see(row: number): void {
    if (row < this.#seen.length) this.#seen[row] = 1;
  }

  /** Names the next rows that were not seen. @returns whether there are more rows to look at */
  unseen(visit: (row: number) => void): boolean {
    const end = Math.min(this.#next + ROWS_A_STEP, this.#seen.length);
    for (let row = this.#next; row < end; row++) if (this.#seen[row] === 0) visit(row);
    this.#next = end;
    return end < this.#seen.length;
  }
}

type FlaggedFacts = Pick<EdgeRow, 'isIsa' | 'doNotUse' | 'source' | 'isGuess'>;

/** The flag of a guess. Sources take the three bits below it. */
export const GUESS = 32;

/** What an edge's flags say; see EdgePage. */
export function factsOf(flags: number): FlaggedFacts {
  return {
    isIsa: (flags & 1) !== 0,
    doNotUse: (flags & 2) !== 0,
    source: SOURCES[(flags >> 2) & 7] as Source,
    isGuess: (flags & GUESS) === 0 ? undefined : true,
  };
}

/** The other way round. */
export function flagsOf({ isIsa, doNotUse, source, isGuess }: FlaggedFacts): number {
  return (isIsa ? 1 : 0) + (doNotUse ? 2 : 0) + 4 * SOURCES.indexOf(source) + (isGuess ? GUESS : 0);
}

/** One row of a page. */
export function edgeOfPage(page: EdgePage, i: number): EdgeRow {
  return {
    edgeId: page.edgeIds[i] as number,
    project: page.projects.words[page.projects.codes[i] as number] as string,
    concept: page.concepts[i] as number,
    parent: page.parents[i] as number,
    dim: page.dims[i] as number,
    confidence: page.confidence[i] as number,
    lastConfirmed: page.lastConfirmed[i] as number,
    ...factsOf(page.flags[i] as number),
    until: page.until[i] || undefined,
  };
}

/** One row of a page. */
export function conceptOfPage(page: ConceptPage, i: number): ConceptRow {
  const { bytes, ends } = page.tokens;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    id: page.ids[i] as number,
    token: text.toString('utf8', i === 0 ? 0 : ends[i - 1], ends[i]),
    encounterCount: page.encounterCounts[i] as number,
    lastSeen: page.lastSeen[i] as number,
    novelty: page.novelty[i] as number,
    common: page.common[i] === 1,
  };
}

// Keeps the graph in memory equal to the tables: fills it at start, follows what others wrote, rebuilds it on demand.
// The only writer of the graph's facts and markers. Whoever calls it holds the write path's lock (memory.ts).
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { ConceptRow, EdgeRow } from '../../graph/types.ts';
import { type ChainHead, GENESIS_HEAD, readChainHead, readTouched } from '../../store/audit/events.ts';
import { visitTables } from '../../store/bulk/graph-loader.ts';
import { isSameMemory, readPulse } from '../../store/pulse.ts';
import type { Store, StoreReader } from '../../store/store.ts';
import { readConcepts, readConceptsAfter, readQuestions } from '../../store/tables/concepts.ts';
import { type PendingPlace, readPendingPlaces, readPlacesOf } from '../../store/tables/contested-places.ts';
import { readTouches } from '../../store/tables/edge-touches.ts';
import { readChainUp, readEdges } from '../../store/tables/edges.ts';

const ROWS_PER_SLICE = 500;
const CONCEPTS_PER_SLICE = 5000;

/** What a transaction changed, as the graph has to know it. */
export interface GraphChange {
  readonly concepts: Iterable<ConceptRow>;
  readonly edges: Iterable<EdgeRow>;
  /** Edges that are no more; gone before the others are put. */
  readonly removed?: readonly number[];
  readonly places: readonly PendingPlace[];
  readonly head: ChainHead;
  /** Where the list of edges that changed without an event ends now; as it was when left out. */
  readonly touch?: number | undefined;
  readonly novelty?: readonly NoveltyChange[] | undefined;
  /** What dimensions ask from now on; null where an operator's question went. */
  readonly questions?: readonly QuestionChange[] | undefined;
  /** Concepts whose counters rose, as the table has them; the graph's own may be ahead. */
  readonly raised?: readonly ConceptRow[] | undefined;
}

export interface QuestionChange {
  readonly project: string;
  readonly dim: number;
  readonly question: string | null;
}

export interface NoveltyChange {
  readonly concept: number;
  readonly novelty: number;
}

/** What was taken in of other processes' writes. */
export interface Taken {
  /** Edges that changed. */
  readonly facts: number;
  /** Conflicts that were opened. */
  readonly conflicts: number;
  readonly more: boolean;
}

export class GraphCache {
  readonly #store: Store;
  readonly #graph: ConceptGraph;
  readonly #pending = new Map<string, PendingPlace>();
  #position: ChainHead = GENESIS_HEAD;
  #newestConcept = 0;
  #touch = 0;
  #onReplaced: () => void = () => undefined;

  constructor(store: Store, graph: ConceptGraph) {
    this.#store = store;
    this.#graph = graph;
  }

  /** @param listener called when the graph was filled anew: concept ids may mean other tokens */
  onReplaced(listener: () => void): void {
    this.#onReplaced = listener;
  }

  /** Open conflicts of a project, of one concept or of one dimension in it. */
  pendingCount(project: string, of: { readonly concept: number } | { readonly dim: number }): number {
    return this.#graph.pendingOf(project, of);
  }

  /**
   * Makes the graph equal to the tables, without ever emptying it: readers see every fact throughout.
   * Counts of encounters of known concepts stay; the process's own are newer than the table's.
   */
  async load(): Promise<void> {
    const head = await readChainHead(this.#store.reader);
    // Words were forgotten, or everything is another memory.
    if (this.#graph.conceptCount > 0 && head.memory !== this.#position.memory) return this.rebuild();
    // One writer writes at a time: every concept up to this one is there, and every later one is found by following.
    const { concept, touch } = await readPulse(this.#store.reader);
    const graph = this.#graph;
    const sweep = graph.conceptCount > 0 ? graph.startSweep() : undefined;
    await visitTables(this.#store, {
      expect: ({ concepts, edges }) => graph.reserve(concepts, edges),
      concepts: (page) => graph.putConceptPage(page),
      edges: (page) => void (sweep ? graph.refreshEdges(page, sweep) : graph.fillEdges(page)),
    });
    if (sweep) while (graph.continueSweep(sweep)) await yieldLoop();
    const places = await readPendingPlaces(this.#store.reader);
    const open = new Set(places.map(placeKey));
    for (const [key, place] of this.#pending) if (!open.has(key)) this.#setPending({ ...place, count: 0 });
    await this.#putForeign(this.#store.reader, [], places);
    graph.questions.become(await readQuestions(this.#store.reader));
    this.#position = head;
    this.#touch = touch;
    this.#newestConcept = concept;
    // What others wrote meanwhile was seen in part at most: an edge whose concept was not there yet was left out.
    await this.catchUp(this.#store.reader, await readChainHead(this.#store.reader));
  }

  /** Up to which edges that changed without an event are taken in. */
  get touch(): number {
    return this.#touch;
  }

  /** The newest event the graph has taken in. */
  get position(): number {
    return this.#position.id;
  }

  /** Which memory the graph was filled from; see ChainHead. */
  get memory(): number {
    return this.#position.memory;
  }

  /**
   * Makes the graph equal to tables that were replaced as a whole, or out of which words went: another graph is filled
   * beside it and takes its place at once, so that readers see every fact of the one or of the other. What was counted
   * and not written yet stays counted, unless it is another memory.
   */
  async rebuild(): Promise<void> {
    const next = new GraphCache(this.#store, this.#graph.successor());
    await next.load();
    const isSame = isSameMemory(this.#position.memory, next.#position.memory);
    const graph = this.#graph;
    const met = isSame ? graph.takeEncounterDeltas() : [];
    const tokens = met.map(({ id }) => graph.tokenOf(id));
    graph.become(next.#graph);
    for (const [i, { times, lastSeen }] of met.entries()) {
      const id = graph.conceptId(tokens[i] as string);
      if (id !== undefined) graph.encounter(id, times, lastSeen);
    }
    this.#pending.clear();
    for (const [key, place] of next.#pending) this.#pending.set(key, place);
    this.#position = next.#position;
    this.#newestConcept = next.#newestConcept;
    this.#touch = next.#touch;
    if (!isSame) this.#onReplaced();
  }

  /**
   * Takes in what other processes committed, up to the given head of the chain.
   * @param reader sees everything up to the head: the transaction under way
   */
  async catchUp(reader: StoreReader, head: ChainHead): Promise<void> {
    const { id, hash, memory } = this.#position;
    if (head.id === id && head.hash === hash && head.memory === memory) {
      if (head.touch === this.#touch) return;
      while (await this.#takeTouches(reader)) {}
      return;
    }
    for (let more = true; more; ) {
      const taken = await this.catchUpOnce(reader);
      // Somebody may write meanwhile, unless the reader is a transaction that does.
      more = taken.more || this.#position.id < head.id;
    }
  }

  /** Takes in some of the edges that changed without an event. @returns whether there may be more */
  async #takeTouches(reader: StoreReader): Promise<boolean> {
    const touches = await readTouches(reader, this.#touch);
    if (!touches) {
      await this.load();
      return false;
    }
    if (touches.edgeIds.length > 0)
      await this.#putForeign(reader, await readEdges(reader, touches.edgeIds), []);
    this.#touch = touches.end;
    return touches.more;
  }

  /** Takes in everything others committed so far, however long it takes. */
  async catchUpAll(): Promise<void> {
    const { reader } = this.#store;
    while ((await this.catchUpOnce(reader)).more) {}
    while (await this.followConcepts(reader)) {}
  }

  /** Takes in some of what other processes committed: as much as holds nobody up. */
  async catchUpOnce(reader: StoreReader): Promise<Taken> {
    const touched = await readTouched(reader, this.#position);
    if (!touched) {
      // Another chain: somebody replaced the tables as a whole.
      await this.rebuild();
      return { facts: this.#graph.edgeCount, conflicts: 0, more: false };
    }
    const edges = await readEdges(reader, touched.edgeIds);
    const places = await readPlacesOf(reader, touched.conflictIds);
    await this.#putForeign(reader, edges, places);
    const there = new Set(edges.map((edge) => edge.edgeId));
    for (const edgeId of touched.edgeIds) if (!there.has(edgeId)) this.#graph.removeEdge(edgeId);
    for (const [token, novelty] of touched.novelty) {
      const concept = this.#graph.conceptId(token);
      if (concept !== undefined) this.#graph.setNovelty(concept, novelty);
    }
    if (touched.questions) this.#graph.questions.become(await readQuestions(reader));
    this.#position = touched.head;
    const moreTouches = await this.#takeTouches(reader);
    return {
      ...{ facts: touched.edgeIds.length, conflicts: touched.opened },
      more: touched.more || moreTouches,
    };
  }

  /**
   * Takes in some of the concepts that others made and nobody told a fact about yet. @returns whether there may be more
   */
  async followConcepts(reader: StoreReader): Promise<boolean> {
    const rows = await readConceptsAfter(reader, this.#newestConcept, CONCEPTS_PER_SLICE);
    for (const row of rows) this.#putNewConcept(row);
    this.#newestConcept = rows.at(-1)?.id ?? this.#newestConcept;
    return rows.length === CONCEPTS_PER_SLICE;
  }

  /** The newest concept up to which the graph has every one. */
  get newestConcept(): number {
    return this.#newestConcept;
  }

  /** Reads anew what stands at and above these places: the database knew of an edge that the graph did not. */
  async reloadChains(places: readonly { project: string; concept: number; dim: number }[]): Promise<void> {
    for (const place of places) {
      const edges = await readChainUp(this.#store.reader, place);
      await this.#putForeign(this.#store.reader, edges, []);
    }
  }

  /** Takes in a transaction of this process once it is committed, any number of rows; never holds the event loop for long. */
  async apply(change: GraphChange): Promise<void> {
    const graph = this.#graph;
    let rows = 0;
    const taken = () => (++rows % ROWS_PER_SLICE === 0 ? yieldLoop() : undefined);
    for (const concept of change.concepts) {
      this.#putNewConcept(concept);
      await taken();
    }
    for (const edgeId of change.removed ?? []) {
      graph.removeEdge(edgeId);
      await taken();
    }
    for (const edge of change.edges) {
      graph.putEdge(edge);
      await taken();
    }
    for (const place of change.places) this.#setPending(place);
    for (const { concept, novelty } of change.novelty ?? []) graph.setNovelty(concept, novelty);
    for (const { project, dim, question } of change.questions ?? [])
      graph.questions.set(project, dim, question);
    this.#position = change.head;
    this.#touch = change.touch ?? this.#touch;
    for (const row of change.raised ?? []) {
      raiseCounters(graph, row);
      await taken();
    }
  }

  #putNewConcept(concept: ConceptRow): void {
    if (this.#graph.conceptId(concept.token) === undefined) this.#graph.putConcept(concept);
  }

  async #putForeign(
    reader: StoreReader,
    edges: readonly EdgeRow[],
    places: readonly PendingPlace[],
  ): Promise<void> {
    const ids = [
      ...edges.flatMap((edge) => [edge.concept, edge.parent, edge.dim]),
      ...places.flatMap((place) => [place.concept, place.dim]),
    ];
    for (const concept of await readConcepts(reader, [...new Set(ids)])) {
      const held = this.#graph.concept(concept.id);
      if (!held) this.#putNewConcept(concept);
      else if (held.novelty !== concept.novelty) this.#graph.setNovelty(concept.id, concept.novelty);
    }
    for (const edge of edges) this.#graph.putEdge(edge);
    for (const place of places) this.#setPending(place);
  }

  #setPending(place: PendingPlace): void {
    this.#graph.setPending(place.project, place.concept, place.dim, place.count);
    if (place.count === 0) this.#pending.delete(placeKey(place));
    else this.#pending.set(placeKey(place), place);
  }
}

/** Counters in memory may be ahead of the table's; none goes down. */
function raiseCounters(graph: ConceptGraph, row: ConceptRow): void {
  const held = graph.concept(row.id);
  if (!held) return;
  graph.putConcept({
    ...held,
    encounterCount: Math.max(held.encounterCount, row.encounterCount),
    lastSeen: Math.max(held.lastSeen, row.lastSeen),
    novelty: Math.max(held.novelty, row.novelty),
    common: row.common,
  });
}

function placeKey(place: { project: string; concept: number; dim: number }): string {
  return `${place.concept} ${place.dim} ${place.project}`;
}

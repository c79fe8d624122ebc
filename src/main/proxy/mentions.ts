// What a conversation has named so far, as concept ids: kept from turn to turn, so that a turn costs what is new in it.
// Dictionary words without facts sleep here until the graph changes, words nobody knew yet until they get an id.
// Holds no text. Source: memory.md D2-D4, D8. Used by enrich.ts, one ledger per conversation.
import type { ConceptGraph } from '../graph/concept-graph.ts';
import { proseOf } from '../graph/prose.ts';
import { type Dictionary, forEachToken, isNoiseToken } from '../graph/tokenise.ts';
import type { Segment } from '../graph/types.ts';

/** Words without an id that are remembered per conversation; beyond it the oldest are forgotten. */
const MAX_UNKNOWN = 512;

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Whether an agent may be asked about words of the segment at all (D8). */
const isAskable = (segment: Segment): boolean => segment.scanned;

export class MentionLedger {
  readonly #graph: ConceptGraph;
  readonly #project: string;
  readonly #dictionary: Dictionary;
  /** Concepts that may surface: not of the dictionary, or something is known about them. */
  readonly #awake = new Set<number>();
  readonly #asleep = new Set<number>();
  /** Words without an id; true when they stood in prose. */
  readonly #unknown = new Map<string, boolean>();
  /** Concepts that stood in prose someone wrote: an agent may be asked about them. */
  readonly #askable = new Set<number>();
  #version = -1;
  #vocabulary = -1;

  constructor(graph: ConceptGraph, project: string, dictionary: Dictionary) {
    this.#graph = graph;
    this.#project = project;
    this.#dictionary = dictionary;
  }

  get older(): Iterable<number> {
    return this.#awake;
  }

  isAskable(id: number): boolean {
    return this.#askable.has(id);
  }

  /** Wakes what the graph has learned about since the last call. */
  refresh(): void {
    const { version, conceptCount } = this.#graph;
    if (this.#vocabulary !== conceptCount) this.#resolve();
    this.#vocabulary = conceptCount;
    if (this.#version === version) return;
    this.#version = version;
    for (const id of this.#asleep) if (this.#mayShow(id)) this.#wake(id);
  }

  /** Files the words that have become concepts. */
  #resolve(): void {
    for (const [token, inProse] of this.#unknown) {
      const id = this.#graph.conceptId(token);
      if (id === undefined) continue;
      this.#unknown.delete(token);
      this.#file(id);
      if (inProse) this.#askable.add(id);
    }
  }

  /**
   * Reads a segment and returns the concepts it names, each once. `seen` spares words that were read in this request
   * already; share it only between segments whose results may be merged.
   */
  read(segment: Segment, seen: Set<string>): number[] {
    const named: number[] = [];
    const askable = isAskable(segment);
    let prose: string | null = null;
    forEachToken(
      segment.text,
      (token, start) => {
        if (seen.has(token)) return;
        const id = this.#graph.conceptId(token);
        const asleep = id !== undefined && !this.#file(id);
        if (id !== undefined) named.push(id);
        if (asleep || !askable || isNoiseToken(token)) {
          seen.add(token);
          if (id === undefined && !isNoiseToken(token)) this.#remember(token, false);
          return;
        }
        // A word may stand in code here and in prose further on: it is done with only once it stood in prose.
        prose ??= proseOf(segment.text);
        const inProse = !isBlank(prose.charCodeAt(start));
        if (inProse) seen.add(token);
        if (id === undefined) this.#remember(token, inProse);
        else if (inProse) this.#askable.add(id);
      },
      this.#dictionary,
    );
    return named;
  }

  /** Files a concept and says whether it may surface now. */
  #file(id: number): boolean {
    if (this.#awake.has(id)) return true;
    if (this.#asleep.has(id)) return false;
    const isAwake = this.#mayShow(id);
    (isAwake ? this.#awake : this.#asleep).add(id);
    return isAwake;
  }

  #mayShow(id: number): boolean {
    const concept = this.#graph.concept(id);
    if (concept === undefined) return false;
    if (!concept.common || concept.novelty > 0) return true;
    return this.#graph.hasFacts(this.#project, id) || this.#graph.pendingDims(this.#project, id).length > 0;
  }

  #wake(id: number): void {
    this.#asleep.delete(id);
    this.#awake.add(id);
  }

  #remember(token: string, inProse: boolean): void {
    this.#unknown.set(token, inProse || this.#unknown.get(token) === true);
    if (this.#unknown.size <= MAX_UNKNOWN) return;
    const oldest = this.#unknown.keys().next().value;
    if (oldest !== undefined) this.#unknown.delete(oldest);
  }
}

// What a conversation has named so far, as concept ids: kept from turn to turn, so that a turn costs what is new in it.
// Words nobody knew yet wait here until they get an id; dictionary words about which nothing is known leave no trace (they
// count when they are named again). Holds no text. Source: memory.md D2-D4, D22. Used by enrich.ts, one ledger per conversation.

import type { AskedBelow } from '../../shared/model/traffic.ts';
import { aliasOf, forEachName, isKnownIn, type NameSpan } from '../graph/lookup.ts';
import { askedBelow } from '../graph/questions.ts';
import type { RecalledGraph } from '../graph/scoped-graph.ts';
import { type Dictionary, forEachToken, isNoiseToken, type TokenSpan } from '../graph/tokenise.ts';
import type { Segment } from '../graph/types.ts';
import { ASLEEP, type KnownWords, UNKNOWN } from './known-words.ts';
import { ProseSoFar } from './prose-so-far.ts';

/** A segment as the hot path read it: what was found on the way need not be found again behind the request. */
export interface ReadSegment {
  readonly segment: Segment;
  /** Every token in order; null for a segment longer than `KEPT_CHARS`, or one not read to its end. */
  tokens: string[] | null;
  /** `proseOf` its text; null while nobody needed all of it. */
  prose: string | null;
}

/** What stands below a concept that a question asks about (D24). */
export interface FoundBelow extends AskedBelow {
  /** Concepts that are reminded of, at most `MOST_BELOW`. */
  readonly children: readonly number[];
}

const MOST_BELOW = 8;
const MOST_COUNTED = 200;

/** Longer segments are cut into tokens again when they are counted, in slices: their tokens would fill the memory. */
const KEPT_CHARS = 16_384;

/** Concepts that are remembered per conversation; beyond twice as many the half that was named first is forgotten. */
const MAX_FILED = 5000;

/** Words without an id that are remembered per conversation; beyond it the oldest are forgotten. */
const MAX_UNKNOWN = 512;

/** Segments of somebody's own prose that make a word one that is used. */
export const ENOUGH_SAID = 2;

/** What is known of a concept in this conversation. Mutable: one look-up a word is what the hot path can afford. */
interface Filed {
  /** In how many segments it stood in prose that somebody wrote, counted up to `ENOUGH_SAID` (D22). */
  said: number;
  /** The last of those. */
  saidIn: number;
  /** The last reading in which it was dealt with. */
  reading: number;
}

export class MentionLedger {
  readonly #graph: RecalledGraph;
  readonly #words: KnownWords;
  readonly #project: string;
  readonly #dictionary: Dictionary;
  #filed = new Map<number, Filed>();
  /** Words without an id; true when they stood in prose. */
  readonly #unknown = new Map<string, boolean>();
  #vocabulary = -1;
  #readings = 0;
  #segments = 0;
  /** Concepts that stood in another segment of somebody's own prose since they were taken. */
  #saidAnew: number[] = [];

  /** @param words shared by all ledgers over the same graph */
  constructor(graph: RecalledGraph, words: KnownWords, project: string, dictionary: Dictionary) {
    this.#graph = graph;
    this.#words = words;
    this.#project = project;
    this.#dictionary = dictionary;
  }

  /** Concepts and words it remembers. */
  get size(): number {
    return this.#filed.size + this.#unknown.size;
  }

  /** Every concept named so far that may surface; as often as it is walked, those named by then. */
  get named(): Iterable<number> {
    return { [Symbol.iterator]: () => this.#filed.keys() };
  }

  /** In how many segments of somebody's own prose the concept stood, up to `ENOUGH_SAID`. */
  saidOf(id: number): number {
    return this.#filed.get(id)?.said ?? 0;
  }

  /** Concepts that stood in another segment of somebody's own prose since the last call, of which nothing need be known. */
  takeSaid(): readonly number[] {
    const said = this.#saidAnew;
    if (said.length > 0) this.#saidAnew = [];
    return said;
  }

  /** Files the words that have become concepts since the last call. */
  refresh(): void {
    const { conceptCount } = this.#graph;
    if (this.#vocabulary === conceptCount) return;
    this.#vocabulary = conceptCount;
    for (const [token, inProse] of this.#unknown) {
      const id = this.#graph.conceptId(token);
      if (id === undefined) continue;
      this.#unknown.delete(token);
      const filed = this.#filed.get(id) ?? this.#file(id);
      if (inProse && filed.said === 0) this.#say(id, filed);
    }
  }

  /**
   * Reads segments and returns the concepts they name that may surface; null when `isLate` said so on the way (it is
   * asked every few thousand characters, and while prose is told from the rest). What was read by then stays known.
   * @param asked takes what stands below the concepts that a person's or an agent's words ask about
   */
  read(segments: Iterable<ReadSegment>, isLate: () => boolean, asked?: FoundBelow[]): number[] | null {
    const named: number[] = [];
    this.#readings++;
    for (const read of segments) {
      this.#segments++;
      const { text } = read.segment;
      const tokens: string[] | null = text.length <= KEPT_CHARS ? [] : null;
      const prose = new ProseSoFar(text, isLate);
      const visit = this.#visitor(read, prose, tokens, named);
      const isLateNow = () => prose.isLate || isLate();
      const names = this.#names(text, named, isLate, read.segment.scanned ? asked : undefined);
      if (names === null) return null;
      if (!forEachToken(text, visit, this.#dictionary, isLateNow, names) || isLateNow()) return null;
      read.tokens = tokens;
      read.prose ??= prose.whole;
    }
    return named;
  }

  /** Files the known names of a text, in paths and code too. @returns where they stand; null when it got late */
  #names(
    text: string,
    named: number[],
    isLate: () => boolean,
    asked: FoundBelow[] | undefined,
  ): TokenSpan[] | null {
    const graph = this.#graph;
    const scope = this.#project;
    const spans: TokenSpan[] = [];
    // A concept of which nothing is known may have things below it: a name for questions alone.
    const isKnown = (id: number): boolean =>
      isKnownIn(graph, scope, id) || (asked !== undefined && isParent(graph, scope, id));
    const visit = (span: NameSpan): void => {
      const { id, start, end } = span;
      const meant = aliasOf(graph, scope, id) ?? id;
      if (asked) this.#ask(text, span, meant, asked);
      if (!isKnownIn(graph, scope, id)) return;
      spans.push({ token: graph.tokenOf(id), start, end });
      this.#name(id, named);
      if (meant !== id) this.#name(meant, named);
    };
    return forEachName(graph, scope, text, visit, { isKnown, isLate }) ? spans : null;
  }

  #ask(text: string, span: NameSpan, concept: number, asked: FoundBelow[]): void {
    for (const token of askedBelow(text, span) ?? []) {
      const dimension = this.#graph.conceptId(token);
      if (dimension === undefined) continue;
      const below = this.#graph.childrenOf(this.#project, concept, dimension, MOST_COUNTED);
      if (below.length === 0) continue;
      const children = below.slice(0, MOST_BELOW).map((edge) => edge.concept);
      const names = { concept: this.#graph.tokenOf(concept), dimension: token };
      asked.push({ ...names, shown: children.length, total: below.length, children });
      return;
    }
  }

  #name(id: number, named: number[]): void {
    const filed = this.#filed.get(id) ?? this.#file(id);
    if (filed.reading !== this.#readings) named.push(id);
    filed.reading = this.#readings;
  }

  #visitor(
    { segment: { scanned } }: ReadSegment,
    prose: ProseSoFar,
    tokens: string[] | null,
    named: number[],
  ): (token: string, start: number) => void {
    const isProse = (offset: number): boolean => scanned && prose.has(offset);
    return (token, start) => {
      tokens?.push(token);
      if (prose.isLate) return;
      const id = this.#words.find(this.#project, token);
      if (id === ASLEEP) return;
      if (id === UNKNOWN) {
        if (this.#unknown.get(token) !== true && !isNoiseToken(token)) this.#remember(token, isProse(start));
        return;
      }
      this.#name(id, named);
      const filed = this.#filed.get(id) as Filed;
      // A word may stand in code here and in prose further on: every occurrence counts until one is prose.
      if (filed.said < ENOUGH_SAID && filed.saidIn !== this.#segments && isProse(start)) this.#say(id, filed);
    };
  }

  #say(id: number, filed: Filed): void {
    filed.said++;
    filed.saidIn = this.#segments;
    this.#saidAnew.push(id);
  }

  #file(id: number): Filed {
    const filed: Filed = { said: 0, saidIn: 0, reading: 0 };
    this.#filed.set(id, filed);
    // Anew, since a Map from which the oldest is taken one by one has to walk past all it has lost.
    if (this.#filed.size > 2 * MAX_FILED) this.#filed = new Map([...this.#filed].slice(-MAX_FILED));
    return filed;
  }

  #remember(token: string, inProse: boolean): void {
    // A copy: a piece cut out of a prompt would keep the whole prompt alive.
    if (inProse || !this.#unknown.has(token)) this.#unknown.set(Buffer.from(token).toString(), inProse);
    if (this.#unknown.size <= MAX_UNKNOWN) return;
    const oldest = this.#unknown.keys().next().value;
    if (oldest !== undefined) this.#unknown.delete(oldest);
  }
}

const isParent = (graph: RecalledGraph, scope: string, id: number): boolean =>
  graph.childrenOf(scope, id, undefined, 1).length > 0;

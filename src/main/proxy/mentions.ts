// What a conversation has named so far, as concept ids: kept from turn to turn, so that a turn costs what is new in it.
// Words nobody knew yet wait here until they get an id; dictionary words about which nothing is known leave no trace (they
// count when they are named again). Holds no text. Source: memory.md D2-D4, D8. Used by enrich.ts, one ledger per conversation.
import type { ConceptGraph } from '../graph/concept-graph.ts';
import { proseOf } from '../graph/prose.ts';
import { type Dictionary, forEachToken, isNoiseToken } from '../graph/tokenise.ts';
import type { Segment } from '../graph/types.ts';
import { ASLEEP, type KnownWords, UNKNOWN } from './known-words.ts';

/** A segment as the hot path read it: what was found on the way need not be found again behind the request. */
export interface ReadSegment {
  readonly segment: Segment;
  /** Every token in order; null for a segment longer than `KEPT_CHARS`, or one not read to its end. */
  tokens: string[] | null;
  /** `proseOf` its text; null while nobody needed it. */
  prose: string | null;
}

/** Longer segments are cut into tokens again when they are counted, in slices: their tokens would fill the memory. */
const KEPT_CHARS = 16_384;

/** Words without an id that are remembered per conversation; beyond it the oldest are forgotten. */
const MAX_UNKNOWN = 512;

/** What is known of a concept in this conversation. Mutable: one look-up a word is what the hot path can afford. */
interface Filed {
  /** It stood in prose someone wrote: an agent may be asked about it (D8). */
  isAskable: boolean;
  /** The last reading in which it was dealt with. */
  reading: number;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Characters read between two looks at the clock. */
const PIECE_CHARS = 65_536;

/** A text in pieces that end between words. */
function* pieces(text: string): Generator<{ readonly text: string; readonly offset: number }> {
  for (let offset = 0; offset < text.length; ) {
    let end = Math.min(text.length, offset + PIECE_CHARS);
    while (end < text.length && end > offset + PIECE_CHARS / 2 && !isBlank(text.charCodeAt(end))) end--;
    yield { text: offset === 0 && end === text.length ? text : text.slice(offset, end), offset };
    offset = end;
  }
}

export class MentionLedger {
  readonly #graph: ConceptGraph;
  readonly #words: KnownWords;
  readonly #project: string;
  readonly #dictionary: Dictionary;
  readonly #filed = new Map<number, Filed>();
  /** Words without an id; true when they stood in prose. */
  readonly #unknown = new Map<string, boolean>();
  #vocabulary = -1;
  #readings = 0;

  /** @param words shared by all ledgers over the same graph */
  constructor(graph: ConceptGraph, words: KnownWords, project: string, dictionary: Dictionary) {
    this.#graph = graph;
    this.#words = words;
    this.#project = project;
    this.#dictionary = dictionary;
  }

  /** Every concept named so far that may surface; as often as it is walked, those named by then. */
  get named(): Iterable<number> {
    return { [Symbol.iterator]: () => this.#filed.keys() };
  }

  isAskable(id: number): boolean {
    return this.#filed.get(id)?.isAskable ?? false;
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
      filed.isAskable ||= inProse;
    }
  }

  /**
   * Reads segments and returns the concepts they name that may surface; null when `isLate` said so on the way (it is
   * asked every 64 Ki characters). What was read by then stays known.
   */
  read(segments: Iterable<ReadSegment>, isLate: () => boolean): number[] | null {
    const named: number[] = [];
    this.#readings++;
    for (const read of segments) {
      const { text } = read.segment;
      const tokens: string[] | null = text.length <= KEPT_CHARS ? [] : null;
      const visit = this.#visitor(read, tokens, named);
      if (tokens) {
        forEachToken(text, visit, this.#dictionary);
        read.tokens = tokens;
        if (isLate()) return null;
        continue;
      }
      for (const piece of pieces(text)) {
        forEachToken(piece.text, (token, start) => visit(token, piece.offset + start), this.#dictionary);
        if (isLate()) return null;
      }
    }
    return named;
  }

  #visitor(
    read: ReadSegment,
    tokens: string[] | null,
    named: number[],
  ): (token: string, start: number) => void {
    const reading = this.#readings;
    const { text, scanned } = read.segment;
    const isProse = (offset: number): boolean => {
      if (!scanned) return false;
      read.prose ??= proseOf(text);
      return !isBlank(read.prose.charCodeAt(offset));
    };
    return (token, start) => {
      tokens?.push(token);
      const id = this.#words.find(this.#project, token);
      if (id === ASLEEP) return;
      if (id === UNKNOWN) {
        if (this.#unknown.get(token) !== true && !isNoiseToken(token)) this.#remember(token, isProse(start));
        return;
      }
      const filed = this.#filed.get(id) ?? this.#file(id);
      if (filed.reading !== reading) named.push(id);
      filed.reading = reading;
      // A word may stand in code here and in prose further on: every occurrence counts until one is prose.
      if (!filed.isAskable) filed.isAskable = isProse(start);
    };
  }

  #file(id: number): Filed {
    const filed: Filed = { isAskable: false, reading: 0 };
    this.#filed.set(id, filed);
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

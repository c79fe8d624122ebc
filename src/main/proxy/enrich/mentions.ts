// What a conversation has named so far, as concept ids: kept from turn to turn, so that a turn costs what is new in it.
// Words nobody knew yet wait here until they get an id; dictionary words about which nothing is known leave no trace (they
// count when they are named again). Holds no text. Source: memory D2, D3, D4, D22. Used by enrich.ts, one ledger per conversation.

import type { AskedBelow } from '../../../shared/model/traffic.ts';
import type { RecalledGraph } from '../../graph/columns/scoped-graph.ts';
import { isAddressed } from '../../graph/recollect/addressed.ts';
import { aliasOf, isKnownIn, type NameSpan } from '../../graph/recollect/lookup.ts';
import { askedBelow } from '../../graph/recollect/questions.ts';
import { readWords, type WordListener, type WordReading } from '../../graph/recollect/text-words.ts';
import { meansItself, type OrdinaryWords } from '../../graph/text/particular.ts';
import { type Dictionary, isNoiseToken } from '../../graph/text/tokenise.ts';
import type { Segment } from '../../graph/types.ts';
import { ProseSoFar } from './prose-so-far.ts';
import { isFramework } from './said-plainly.ts';

/** A segment as the hot path read it: what was found on the way need not be found again behind the request. */
export interface ReadSegment {
  readonly segment: Segment;
  /** Its words; null for a segment longer than `KEPT_CHARS`, or one not read to its end. */
  words: MetWords | null;
  /** `proseOf` its text; null while nobody needed all of it. */
  prose: string | null;
}

/** The words of a text as the graph knew them when it was read. */
export interface MetWords {
  /** Concepts, each as often as it stands there. */
  readonly ids: number[];
  /** Words that were no concepts, likewise. */
  readonly unmet: string[];
  /** Of the graph: ids of another mean nothing. */
  readonly generation: number;
}

/** What stands below a concept that a question asks about (memory D24). */
export interface FoundBelow extends AskedBelow {
  /** Concepts that are reminded of, at most `MOST_BELOW`. */
  readonly children: readonly number[];
}

const MOST_BELOW = 8;
const MOST_COUNTED = 200;
/** Facts of all projects that are looked at for them. */
const MOST_LOOKED_AT = 20_000;

/** Longer segments are read again when they are counted, in slices: their words would fill the memory. */
const KEPT_CHARS = 16_384;

/** Concepts that are remembered per conversation; beyond twice as many the half that was named first is forgotten. */
const MAX_FILED = 5000;

/** Words without an id that are remembered per conversation; beyond it the oldest are forgotten. */
const MAX_UNKNOWN = 512;

/** Segments of somebody's own prose in which a word is noticed; see zero-hits.ts. */
export const MOST_SAID = 3;

/** What is known of a word in this conversation. Mutable: one look-up a word is what the hot path can afford. */
interface Filed {
  /** In how many segments it stood in prose that somebody wrote, counted up to `MOST_SAID` (memory D22). */
  said: number;
  /** The last of those. */
  saidIn: number;
  /** The last reading in which it was dealt with. */
  reading: number;
}

export class MentionLedger {
  readonly #graph: RecalledGraph;
  readonly #project: string;
  readonly #dictionary: Dictionary;
  readonly #ordinaryWords: () => OrdinaryWords | null;
  #filed = new Map<number, Filed>();
  /** Words without an id. */
  readonly #unknown = new Map<string, Filed>();
  #vocabulary = -1;
  #readings = 0;
  #segments = 0;
  /** Words that stood in another segment of somebody's own prose since they were taken. */
  #saidAnew: string[] = [];

  /** @param ordinaryWords the large lists; without them every known name is meant wherever it stands */
  constructor(
    graph: RecalledGraph,
    project: string,
    dictionary: Dictionary,
    ordinaryWords: () => OrdinaryWords | null = () => null,
  ) {
    this.#graph = graph;
    this.#ordinaryWords = ordinaryWords;
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

  /** Words that stood in another segment of somebody's own prose since the last call, each as often; not those of the dictionary. */
  takeSaid(): readonly string[] {
    const said = this.#saidAnew;
    if (said.length > 0) this.#saidAnew = [];
    return said;
  }

  /** Files the words that have become concepts since the last call. */
  refresh(): void {
    const { conceptCount } = this.#graph;
    if (this.#vocabulary === conceptCount) return;
    this.#vocabulary = conceptCount;
    for (const [token, filed] of this.#unknown) {
      const id = this.#graph.conceptId(token);
      if (id === undefined) continue;
      this.#unknown.delete(token);
      if (!this.#filed.has(id)) this.#file(id, filed);
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
      const { text, scanned } = read.segment;
      const prose = new ProseSoFar(text, isLate);
      const questions = scanned ? asked : undefined;
      const words = text.length <= KEPT_CHARS ? this.#noWords() : null;
      const reading = { read, prose, words, named, questions, held: [], isOurs: false };
      const listener = new SegmentListener(this, reading);
      const isLateNow = () => prose.isLate || isLate();
      if (!readWords(this.#reading, text, listener, isLateNow) || isLateNow()) return null;
      if (reading.isOurs) for (const id of reading.held) this.#name(id, named);
      read.words = words;
      read.prose ??= prose.whole;
    }
    return named;
  }

  #noWords(): MetWords {
    return { ids: [], unmet: [], generation: this.#graph.generation };
  }

  get #reading(): WordReading {
    const [graph, scope, dictionary] = [this.#graph, this.#project, this.#dictionary];
    return { graph, scope, dictionary, words: this.#ordinaryWords };
  }

  /** A known name was met, or what a question may be about. */
  meetName(span: NameSpan, reading: SegmentReading): void {
    const { read, words, questions } = reading;
    const { id } = span;
    const meant = aliasOf(this.#graph, this.#project, id) ?? id;
    if (questions) this.#ask(read.segment.text, span, meant, questions);
    const isWord = this.#isWord(span, read.segment.text);
    reading.isOurs ||= !isWord;
    // Of what only is a parent nothing is recalled: it is a word like others.
    if (!isKnownIn(this.#graph, this.#project, id)) {
      this.meet(id, span.start, reading);
      return;
    }
    words?.ids.push(id);
    const isMeantSo = !isWord || isMeant(span, read.segment);
    if (!isMeantSo && isFramework(read.segment)) return;
    for (const one of meant === id ? [id] : [id, meant]) {
      if (isMeantSo) this.#name(one, reading.named);
      else reading.held.push(one);
    }
  }

  /** Whether a known name is a word that means itself. */
  #isWord({ start, end }: NameSpan, text: string): boolean {
    const words = this.#ordinaryWords();
    return words !== null && meansItself(text.slice(start, end), words);
  }

  /** Any other concept was met. */
  meet(id: number, start: number, reading: SegmentReading): void {
    reading.words?.ids.push(id);
    if (reading.prose.isLate || this.#graph.isAsleep(id)) return;
    const filed = this.#name(id, reading.named);
    if (this.#isSaid(filed, start, reading)) this.#saidAnew.push(this.#graph.tokenOf(id));
  }

  /** A word that is no concept was met. */
  meetWord(token: string, start: number, reading: SegmentReading): void {
    if (isNoiseToken(token)) return;
    reading.words?.unmet.push(token);
    if (reading.prose.isLate) return;
    const filed = this.#unknown.get(token) ?? this.#remember(token);
    // A copy: a piece cut out of a prompt would keep the whole prompt alive.
    if (this.#isSaid(filed, start, reading)) this.#saidAnew.push(Buffer.from(token).toString());
  }

  /** Counts the segment if the word stands in its prose here: it may stand in code there and in prose further on. */
  #isSaid(filed: Filed, start: number, { read, prose }: SegmentReading): boolean {
    if (filed.said === MOST_SAID || filed.saidIn === this.#segments) return false;
    if (!read.segment.scanned || !prose.has(start)) return false;
    filed.said++;
    filed.saidIn = this.#segments;
    return true;
  }

  #ask(text: string, span: NameSpan, concept: number, asked: FoundBelow[]): void {
    for (const token of askedBelow(text, span) ?? []) {
      const dimension = this.#graph.conceptId(token);
      if (dimension === undefined) continue;
      const below = this.#graph.childrenOf(this.#project, concept, dimension, MOST_COUNTED, MOST_LOOKED_AT);
      if (below.length === 0) continue;
      const children = below.slice(0, MOST_BELOW).map((edge) => edge.concept);
      const names = { concept: this.#graph.tokenOf(concept), dimension: token };
      asked.push({ ...names, shown: children.length, total: below.length, children });
      return;
    }
  }

  #name(id: number, named: number[]): Filed {
    const filed = this.#filed.get(id) ?? this.#file(id);
    if (filed.reading !== this.#readings) named.push(id);
    filed.reading = this.#readings;
    return filed;
  }

  #file(id: number, filed: Filed = { said: 0, saidIn: 0, reading: 0 }): Filed {
    this.#filed.set(id, filed);
    // Anew, since a Map from which the oldest is taken one by one has to walk past all it has lost.
    if (this.#filed.size > 2 * MAX_FILED) this.#filed = new Map([...this.#filed].slice(-MAX_FILED));
    return filed;
  }

  #remember(token: string): Filed {
    const filed: Filed = { said: 0, saidIn: 0, reading: 0 };
    this.#unknown.set(Buffer.from(token).toString(), filed);
    if (this.#unknown.size > MAX_UNKNOWN) this.#unknown.delete(this.#unknown.keys().next().value as string);
    return filed;
  }
}

/** One segment while it is read. */
interface SegmentReading {
  readonly read: ReadSegment;
  readonly prose: ProseSoFar;
  readonly words: MetWords | null;
  readonly named: number[];
  /** Takes what is asked the other way round; undefined where nobody asks. */
  readonly questions: FoundBelow[] | undefined;
  /** Names that are words and stand there as such; recalled where another name shows that the text is about what is ours. */
  readonly held: number[];
  isOurs: boolean;
}

/** Whether a name that is a word is meant as a name: a tool speaks of what is there, a framework of what it is. */
function isMeant(span: NameSpan, segment: Segment): boolean {
  if (segment.role === 'tool' || segment.trust === 'tool') return true;
  return !isFramework(segment) && isAddressed(segment.text, span);
}

class SegmentListener implements WordListener {
  readonly #ledger: MentionLedger;
  readonly #reading: SegmentReading;

  constructor(ledger: MentionLedger, reading: SegmentReading) {
    this.#ledger = ledger;
    this.#reading = reading;
  }

  met(id: number, start: number): void {
    this.#ledger.meet(id, start, this.#reading);
  }

  unmet(token: string, start: number): void {
    this.#ledger.meetWord(token, start, this.#reading);
  }

  named(span: NameSpan): void {
    this.#ledger.meetName(span, this.#reading);
  }
}

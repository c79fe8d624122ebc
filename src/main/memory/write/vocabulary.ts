// Keeps the vocabulary within its bound: words that are nothing but counted are forgotten beyond `vocabulary_max_words`, and
// no more of them are taken in than a little beyond it until that is done, so that neither the tables nor the process grow
// with what somebody makes up. Facts make their words at once and are never held up. Source: memory D25;
// decision 025. Fed by encounters.ts, made by memory.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { readChainHead } from '../../store/audit/events.ts';
import type { Store } from '../../store/store.ts';
import { countForgettable, type ForgettableWords, forgetWords } from '../../store/tables/forget-words.ts';
import type { MemoryLog } from '../memory-log.ts';
import type { GraphCache } from '../read/graph-cache.ts';
import type { Mutex } from './mutex.ts';
import { writeIfSameMemory } from './same-memory.ts';

/** Between two looks at the least: filling the graph anew costs a second with a million facts. */
const PAUSE_MS = 10_000;
/** So far beyond the bound words are taken in, as a share of it and at least so many. */
const SLACK = 0.1;
const LEAST_SLACK = 500;
/** Words met on a second day may stay beyond the bound, up to so many times as many. */
const RETURNED_FACTOR = 2;

export interface VocabularyParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly cache: GraphCache;
  readonly clock: Clock;
  readonly log: MemoryLog;
  readonly settings: () => Settings;
  readonly lock: Mutex;
  readonly onForgotten: (words: number) => void;
  readonly onDropped: (words: number) => void;
}

export class Vocabulary {
  readonly #parts: VocabularyParts;
  /** Concepts that may not be forgotten, as of the last look; before the first all that were known when words first came. */
  #lasting: number | undefined;
  #looked = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(parts: VocabularyParts) {
    this.#parts = parts;
  }

  /** How many more words may be taken in now, those on their way to the table included. */
  get room(): number {
    const { conceptCount } = this.#parts.graph;
    this.#lasting ??= conceptCount;
    return this.#max + this.#slack - (conceptCount - this.#lasting);
  }

  /** A word was not taken in for want of room. */
  dropped(words: number): void {
    this.#parts.onDropped(words);
    this.grown();
  }

  /** New words were stored, or could not be for want of room: looks whether there are too many, soon. Returns at once. */
  grown(): void {
    if (this.#isClosed || this.#looking || this.#cancel) return;
    const isLooked = this.#looked > Number.NEGATIVE_INFINITY;
    if (isLooked && this.room > this.#slack / 2) return;
    const { clock } = this.#parts;
    const wait = this.#looked + PAUSE_MS - clock.monotonic();
    if (wait <= 0) this.#look();
    else {
      this.#cancel = clock.after(wait, () => {
        this.#cancel = undefined;
        if (!this.#isClosed) this.#look();
      });
    }
  }

  /** Resolves when no look is under way. */
  async settled(): Promise<void> {
    while (this.#looking) await this.#looking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.settled();
  }

  get #max(): number {
    return this.#parts.settings().vocabulary_max_words;
  }

  get #slack(): number {
    return Math.max(LEAST_SLACK, Math.ceil(this.#max * SLACK));
  }

  #look(): void {
    this.#looked = this.#parts.clock.monotonic();
    this.#looking = this.#forget()
      .catch((error: unknown) =>
        this.#parts.log.warn({ err: error }, 'words beyond vocabulary_max_words could not be forgotten'),
      )
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #forget(): Promise<void> {
    const { store, graph, log, onForgotten } = this.#parts;
    // Known before it is counted: words that come in meanwhile would count as lasting, and make room for as many again.
    const known = graph.conceptCount;
    const found = await countForgettable(store.reader);
    this.#lasting = known - found.total;
    const excess = this.#excess(found);
    if (excess === 0) return;
    const forgotten = await this.#parts.lock.run(() => this.#forgetSome(excess));
    if (forgotten === 0) return;
    log.info({ forgotten, left: found.total - forgotten }, 'forgot the least used of too many words');
    onForgotten(forgotten);
  }

  #excess({ total, once }: ForgettableWords): number {
    const seenOnce = Math.min(once, Math.max(0, total - this.#max));
    return seenOnce + Math.max(0, total - seenOnce - RETURNED_FACTOR * this.#max);
  }

  async #forgetSome(count: number): Promise<number> {
    const { store, cache } = this.#parts;
    const forgotten = await writeIfSameMemory(this.#parts, (writer) => forgetWords(writer, count));
    if (forgotten === null) return 0;
    await cache.catchUp(store.reader, await readChainHead(store.reader));
    return forgotten;
  }
}

// Counts what prompts mention: in memory at once, in the table every 30 s and on close (at most that much is lost to a
// kill). Words nobody has seen yet get their id from the database, as many at a time as have gathered.
// Never waits and never throws at the caller, which is the proxy's hot path. Source: memory, Store, D2.
import type { Clock } from '../../../shared/model/clock.ts';
import { isSecretWord } from '../../../shared/redact.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { MAX_TOKEN_CHARS } from '../../graph/text/tokenise.ts';
import type { Store } from '../../store/store.ts';
import { UnknownOutcome } from '../../store/store-errors.ts';
import { addEncounters, recordFirstEncounters } from '../../store/tables/concepts.ts';
import type { MemoryLog } from '../memory-log.ts';
import type { GraphCache } from '../read/graph-cache.ts';
import type { Mutex } from './mutex.ts';
import { writeIfSameMemory } from './same-memory.ts';
import type { Vocabulary } from './vocabulary.ts';

const FLUSH_EVERY_MS = 30_000;
/** New words held while the database does not answer; more are not counted. */
const MAX_WAITING = 100_000;
/** New words stored in one transaction; facts get their turn in between. */
const WORDS_PER_WRITE = 2000;

interface FirstSeen {
  times: number;
  at: number;
}

/** How often a word was met since its count was written last; by token, since ids are one memory's alone. */
interface Met {
  readonly token: string;
  readonly times: number;
  readonly lastSeen: number;
}

export interface EncounterParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly cache: Pick<GraphCache, 'memory' | 'catchUp'>;
  readonly clock: Clock;
  readonly log: MemoryLog;
  /** The write path's lock: two inserts of one word would disagree on its count. */
  readonly lock: Mutex;
  readonly vocabulary: Pick<Vocabulary, 'room' | 'dropped'>;
  /** New words got their ids. */
  readonly onStored: () => void;
}

export class Encounters {
  readonly #parts: EncounterParts;
  readonly #unknown = new Map<string, FirstSeen>();
  /** So many are on their way to the table, and not in the graph yet. */
  #onTheirWay = 0;
  /** Taken from the graph and not yet in the table, because the table could not be written. */
  #unwritten: Met[] = [];
  #inserting: Promise<void> | undefined;
  #cancel: () => void;
  #closed = false;

  constructor(parts: EncounterParts) {
    this.#parts = parts;
    this.#cancel = this.#flushLater();
  }

  /** Concepts that were met, each as often as it is named; those that were forgotten meanwhile are left out. */
  meet(ids: readonly number[], at: number): void {
    const { graph } = this.#parts;
    for (const id of ids) graph.meet(id, at);
  }

  /** @param tokens how often each was met @param at epoch milliseconds */
  add(tokens: ReadonlyMap<string, number>, at: number): void {
    let dropped = 0;
    for (const [token, times] of tokens) {
      const id = this.#parts.graph.conceptId(token);
      if (id !== undefined) this.#parts.graph.encounter(id, times, at);
      else if (!this.#addUnknown(token, times, at)) dropped++;
    }
    if (dropped > 0) this.#parts.vocabulary.dropped(dropped);
    this.#startInserting();
  }

  /** Tries again to store new words that could not be. */
  retry(): void {
    this.#startInserting();
  }

  /** Resolves when every new word has its id. */
  async settled(): Promise<void> {
    while (this.#inserting) await this.#inserting;
  }

  /** Writes the counts gathered since the last time. @throws AppError when the database cannot be written */
  async flush(): Promise<void> {
    this.#startInserting();
    await this.settled();
    await this.#parts.lock.run(() => this.#writeDeltas());
  }

  async #writeDeltas(): Promise<void> {
    const { graph } = this.#parts;
    const taken = graph.takeEncounterDeltas().map(({ id, ...met }) => ({ ...met, token: graph.tokenOf(id) }));
    const met = merged([...this.#unwritten, ...taken]).filter(({ token, times, lastSeen }) => {
      if (graph.conceptId(token) !== undefined) return true;
      this.#addUnknown(token, times, lastSeen);
      return false;
    });
    this.#unwritten = met;
    const deltas = met.map(({ token, ...rest }) => ({ id: graph.conceptId(token) ?? 0, ...rest }));
    if (deltas.length === 0) return;
    const counted = deltas.map(({ id }) => graph.concept(id)?.encounterCount ?? 0);
    try {
      const totals = await writeIfSameMemory(this.#parts, (writer) => addEncounters(writer, deltas));
      if (totals === null) return;
      this.#unwritten = [];
      // What the table has above our own count was met by other processes.
      for (const [i, { id, count, lastSeen }] of totals.entries()) {
        const foreign = count - (counted[i] ?? 0);
        if (foreign > 0) graph.adoptEncounters(id, foreign, lastSeen);
      }
    } catch (error) {
      if (error instanceof UnknownOutcome) {
        // Written twice they would count twice: kept aside until the database says.
        this.#unwritten = [];
        void error.settled.then((outcome) => {
          if (outcome === 'aborted') this.#unwritten.push(...met);
        });
      }
      throw error;
    }
  }

  /** Writes what there is and stops the timer. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    await this.flush();
  }

  #startInserting(): void {
    if (this.#unknown.size > 0) this.#inserting ??= this.#insertUnknown();
  }

  #flushLater(): () => void {
    return this.#parts.clock.after(FLUSH_EVERY_MS, () => {
      this.flush()
        .catch((error) =>
          this.#parts.log.warn({ err: error }, 'encounter counts could not be written; trying again'),
        )
        .finally(() => {
          if (!this.#closed) this.#cancel = this.#flushLater();
        });
    });
  }

  /** @returns false when there is no room for another word */
  #addUnknown(token: string, times: number, at: number): boolean {
    if (token.length === 0 || token.length > MAX_TOKEN_CHARS || !token.isWellFormed()) return true;
    const seen = this.#unknown.get(token);
    if (seen) {
      seen.times += times;
      seen.at = Math.max(seen.at, at);
      return true;
    }
    const waiting = this.#unknown.size + this.#onTheirWay;
    if (waiting >= Math.min(MAX_WAITING, this.#parts.vocabulary.room)) return false;
    if (!isSecretWord(token)) this.#unknown.set(token, { times, at });
    return true;
  }

  /** Inserts until nothing new is waiting; words that come in meanwhile make the next batch. */
  async #insertUnknown(): Promise<void> {
    try {
      while (this.#unknown.size > 0) await this.#parts.lock.run(() => this.#insertBatch());
      this.#parts.onStored();
    } catch (error) {
      // They wait on; the next prompt or the next flush tries again.
      this.#parts.log.warn({ err: error, waiting: this.#unknown.size }, 'new words could not be stored');
    } finally {
      this.#inserting = undefined;
    }
  }

  async #insertBatch(): Promise<void> {
    const { graph } = this.#parts;
    const batch = [...this.#unknown].slice(0, WORDS_PER_WRITE);
    for (const [token] of batch) this.#unknown.delete(token);
    // A fact may have brought a word in since it was met.
    const isKnown = ([token]: [string, FirstSeen]) => graph.conceptId(token) !== undefined;
    const fresh = batch.filter((entry) => !isKnown(entry));
    const waitOn = () => {
      for (const [token, { times, at }] of batch) this.#addUnknown(token, times, at);
    };
    this.#onTheirWay = fresh.length;
    try {
      const encounters = fresh.map(([token, { times, at }]) => ({ token, times, at }));
      const rows =
        fresh.length > 0
          ? await writeIfSameMemory(this.#parts, (writer) => recordFirstEncounters(writer, encounters))
          : [];
      this.#onTheirWay = 0;
      if (rows === null) return waitOn();
      for (const row of rows) graph.putConcept(row);
    } catch (error) {
      this.#onTheirWay = 0;
      if (error instanceof UnknownOutcome) {
        // If they were stored, the change feed brings them, counts and all.
        void error.settled.then((outcome) => {
          if (outcome === 'aborted') waitOn();
        });
      } else waitOn();
      throw error;
    }
    const inserted = new Set(fresh.map(([token]) => token));
    for (const [token, { times, at }] of batch) {
      const id = graph.conceptId(token);
      if (id !== undefined && !inserted.has(token)) graph.encounter(id, times, at);
    }
  }
}

/** Each word once. */
function merged(given: readonly Met[]): Met[] {
  const byToken = new Map<string, Met>();
  for (const { token, times, lastSeen } of given) {
    const before = byToken.get(token);
    byToken.set(token, {
      token,
      times: times + (before?.times ?? 0),
      lastSeen: Math.max(lastSeen, before?.lastSeen ?? 0),
    });
  }
  return [...byToken.values()];
}

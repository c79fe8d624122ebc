// The memory as the rest of the program has it: facts in, facts out, and the promise that graph and tables agree.
// Everything that changes facts goes one write path, under one lock. Opened by core/; used by proxy, http and api
// through the interfaces they declare. Source: memory, Writing, Store.
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { Fact, FactOutcome, Provenance } from '../../shared/model/graph.ts';
import type { Settings } from '../../shared/model/settings.ts';
import { redactSentence } from '../../shared/redact.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import type { ChainWitness } from '../store/audit/chain-witness.ts';
import { readChainHead } from '../store/audit/events.ts';
import type { JobQueue } from '../store/jobs/job-queue.ts';
import type { Pulse } from '../store/pulse.ts';
import type { Store } from '../store/store.ts';
import type { QuestionOutcome } from '../store/tables/concept-questions.ts';
import type { Injection } from '../store/tables/injections.ts';
import { Listeners } from '../streams/watched.ts';
import { ASK } from './ask/ask-job.ts';
import { AskWorker } from './ask/ask-worker.ts';
import { Curiosity, type HeardText } from './ask/curiosity.ts';
import type { AskModel, WatchedModel } from './ask-model.ts';
import { Decisions } from './decide/decisions.ts';
import { Edits } from './edit/edits.ts';
import { Expiry } from './edit/expiry.ts';
import { GraphEdits } from './edit/graph-edits.ts';
import { History } from './history/history.ts';
import { type VerifyReport, verifyMemory } from './history/verify-memory.ts';
import type { MemoryLog } from './memory-log.ts';
import { CanvasReads } from './read/canvas-reads.ts';
import { ConceptReads } from './read/concept-reads.ts';
import { DimensionPages } from './read/dimension-page.ts';
import { Follower } from './read/follower.ts';
import { GraphCache } from './read/graph-cache.ts';
import { InjectionLog } from './read/injection-log.ts';
import { MemoryReads } from './read/memory-reads.ts';
import { Views } from './read/views.ts';
import { Reader } from './reader/reader.ts';
import type { SpokenProse } from './reader/sentence-collector.ts';
import { act, retract } from './write/corrections.ts';
import { Encounters } from './write/encounters.ts';
import { recordHeard, type Settle } from './write/heard-facts.ts';
import { type LearnedFact, Learner, type Lesson } from './write/learner.ts';
import { Mutex } from './write/mutex.ts';
import type { SaidFact } from './write/plan-facts.ts';
import { isPossible, refuseImpossible } from './write/possible-fact.ts';
import { type Alongside, recordFacts, type WithFacts } from './write/record-facts.ts';
import { type HeldChain, transact, type Work, type WriteParts } from './write/transact.ts';
import { Vocabulary } from './write/vocabulary.ts';

export interface MemoryOptions {
  readonly store: Store;
  /** Empty; filled here and owned by the memory from then on. */
  readonly graph: ConceptGraph;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly log: MemoryLog;
  /** Whom to ask what a name is; nobody when left out. */
  readonly model?: AskModel;
  /** Whom to have read what people say; nobody when left out. */
  readonly readerModel?: WatchedModel;
  /** Where its durable work waits; opened and closed by whoever opens the memory. */
  readonly jobs: JobQueue;
  /** What this console has seen of the chains, to be held against them. */
  readonly witness?: ChainWitness;
}

export interface MemoryEvents {
  /** One triple out of a prompt went through the write path. */
  learned: LearnedFact;
  /** Facts or conflicts changed. */
  changed: { readonly facts: number; readonly conflicts: number };
  /** Everything is another memory now; concept ids may mean other tokens. */
  replaced: undefined;
  /** A question to a model ended, for good or for now. */
  asked: { readonly outcome: QuestionOutcome };
  /** Words were forgotten, or not taken in, because there are too many. */
  words: { readonly forgotten: number; readonly dropped: number };
}

const NOBODY: WatchedModel = {
  ask: () => Promise.reject(new AppError('UNAVAILABLE', 'Nobody is there to be asked.')),
  problem: () => 'Nobody is there to be asked.',
  about: async () => ({ label: null, isLocal: false }),
  usedToday: async () => 0,
};

/** Fills the graph from the store and starts the queues. @throws AppError UNAVAILABLE when the store cannot be read */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  const { store, graph, clock, log } = options;
  const started = clock.monotonic();
  const cache = new GraphCache(store, graph);
  await cache.load();
  const { conceptCount: concepts, edgeCount: edges, pendingCount: conflicts } = graph;
  log.info({ concepts, edges, conflicts, ms: Math.round(clock.monotonic() - started) }, 'memory ready');
  return new Memory(options, cache);
}

export class Memory {
  readonly graph: ConceptGraph;
  /** What the console asks. */
  readonly read: MemoryReads;
  /** What is asked about one concept, by the console and by agents. */
  readonly concepts: ConceptReads;
  /** What the canvas shows. */
  readonly canvas: CanvasReads;
  /** What is asked about one dimension. */
  readonly dimensions: DimensionPages;
  /** What is done about conflicts. */
  readonly decisions: Decisions;
  /** What operators do to facts by hand. */
  readonly edits: Edits;
  /** The same in lists, with names and dimensions, looked at before and applied as one. */
  readonly graphEdits: GraphEdits;
  /** What was done, taking it back, and what the graph said before. */
  readonly history: History;
  /** What a model reads in people's words, in the background. */
  readonly reader: Reader;
  readonly #options: MemoryOptions;
  readonly #cache: GraphCache;
  readonly #lock = new Mutex();
  readonly #writing: WriteParts;
  readonly #follower: Follower;
  readonly #encounters: Encounters;
  readonly #vocabulary: Vocabulary;
  readonly #expiry: Expiry;
  readonly #learner: Learner;
  readonly #curiosity: Curiosity;
  readonly #injections: InjectionLog;
  readonly #listeners: { readonly [K in keyof MemoryEvents]: Listeners<MemoryEvents[K]> };

  /** Use `openMemory`. */
  constructor(options: MemoryOptions, cache: GraphCache) {
    const { store, graph, clock, log, settings, jobs } = options;
    this.#options = options;
    this.graph = graph;
    this.#cache = cache;
    this.#listeners = {
      learned: new Listeners(),
      changed: new Listeners(),
      replaced: new Listeners(),
      asked: new Listeners(),
      words: new Listeners(),
    };
    this.read = new MemoryReads({ store, graph, cache, clock, settings });
    this.concepts = new ConceptReads({ graph, reads: this.read, clock, settings });
    const views = new Views({ store, graph, clock });
    this.canvas = new CanvasReads({ store, graph, reads: this.read, views });
    this.dimensions = new DimensionPages({ store, graph, clock });
    const onChanged = (facts: number, conflicts: number) => {
      this.#listeners.changed.tell({ facts, conflicts });
      this.#expiry.wake();
    };
    this.#follower = new Follower({
      ...{ store, cache, lock: this.#lock },
      onTaken: ({ facts, conflicts }) => onChanged(facts, conflicts),
    });
    cache.onReplaced(() => this.#listeners.replaced.tell(undefined));
    this.#writing = { store, graph, cache, clock, lock: this.#lock, onChanged };
    this.#expiry = new Expiry({ ...this.#writing, log });
    const acting = { ...this.#writing, settings };
    this.decisions = new Decisions(acting);
    this.edits = new Edits(acting);
    this.graphEdits = new GraphEdits(acting);
    this.history = new History(acting);
    this.#vocabulary = new Vocabulary({
      ...{ store, graph, cache, clock, log, settings, lock: this.#lock },
      onForgotten: (forgotten) => this.#listeners.words.tell({ forgotten, dropped: 0 }),
      onDropped: (dropped) => this.#listeners.words.tell({ forgotten: 0, dropped }),
    });
    this.#encounters = new Encounters({
      vocabulary: this.#vocabulary,
      store,
      graph,
      cache,
      clock,
      log,
      lock: this.#lock,
      onStored: () => {
        this.#curiosity.wordsStored();
        this.#vocabulary.grown();
      },
    });
    this.#injections = new InjectionLog({ store, clock, log });
    this.#learner = new Learner({
      ...{ store, clock, log, jobs },
      record: (claims, settle) => this.#recordHeard(claims, settle),
      onLearned: (learned) => this.#listeners.learned.tell(learned),
    });
    this.#curiosity = new Curiosity({ store, graph, cache, lock: this.#lock, clock, log, settings, jobs });
    const asker = new AskWorker({
      ...{ store, graph, clock, model: options.model ?? NOBODY },
      record: (claims, alongside) => recordFacts(this.#writing, claims, alongside),
      onOutcome: (outcome) => this.#listeners.asked.tell({ outcome }),
    });
    jobs.register(ASK, asker);
    this.reader = new Reader({
      ...{ store, graph, clock, log, settings, jobs, edits: this.edits },
      model: options.readerModel ?? NOBODY,
      record: (claims, alongside) => recordFacts(this.#writing, claims, alongside),
    });
    this.#expiry.wake();
  }

  /**
   * Records facts in order. One that takes the place of a guess is an action of its own; those between two such are one transaction.
   * @param provenance whose word they are; its sentence is redacted here
   * @returns one outcome for each fact
   * @throws AppError INVALID_INPUT (with `index`) for a fact that cannot be one, UNAVAILABLE
   */
  async tell(project: string, facts: readonly Fact[], provenance: Provenance): Promise<FactOutcome[]> {
    for (const [index, fact] of facts.entries()) refuseImpossible(fact, index);
    const sentence = provenance.sentence === null ? null : redactSentence(provenance.sentence);
    const told: Provenance = { ...provenance, sentence };
    const claims = facts.map((fact) => ({ project, fact, provenance: told }));
    return this.#recordHeard(claims, async () => undefined);
  }

  /**
   * Ends the fact that says exactly this; against somebody more trusted the correction waits. Undoable.
   * @returns `retracted`, `conflict`, or `absent` where there is nothing to end
   * @throws AppError INVALID_INPUT for a fact that cannot be one, UNAVAILABLE
   */
  async retract(project: string, fact: Fact, provenance: Provenance): Promise<FactOutcome> {
    refuseImpossible(fact, 0);
    await this.#expiry.due();
    const sentence = provenance.sentence === null ? null : redactSentence(provenance.sentence);
    return retract(this.#writing, { project, fact, provenance: { ...provenance, sentence } });
  }

  /** Takes in what a prompt taught; returns at once. Durable from the next turn of the event loop or two. */
  learn(lesson: Lesson): void {
    this.#learner.learn({ ...lesson, triples: lesson.triples.filter(isPossible) });
  }

  /** Counts what a prompt mentioned; returns at once. @param at epoch milliseconds */
  meet(ids: readonly number[], at: number): void {
    this.#encounters.meet(ids, at);
  }

  encounter(tokens: ReadonlyMap<string, number>, at: number): void {
    this.#encounters.add(tokens, at);
  }

  /** Which of the words just counted stand for something nobody has explained; see Curiosity. */
  openNames(project: string, met: readonly number[], counts: ReadonlyMap<string, number>): Set<string> {
    return this.#curiosity.openNames(project, met, counts);
  }

  /** Takes in a piece of prose, so that names nobody has explained can be asked about; returns at once. */
  hear(piece: HeardText): void {
    this.#curiosity.hear(piece);
  }

  /** Takes in a piece of one speaker's own prose, so that a model can read it; returns at once. */
  readLater(prose: SpokenProse): void {
    this.reader.take(prose);
  }

  /** Notes what went into a prompt; returns at once, written with the next flush. */
  logInjection(injection: Injection): void {
    this.#injections.add(injection);
  }

  /**
   * Takes in what other processes wrote, as far as a look at the database found it; `changed` is told of it.
   * @throws AppError UNAVAILABLE
   */
  follow(pulse: Pulse): Promise<void> {
    return this.#follower.follow(pulse);
  }

  /** The newest event the graph has taken in, this process's own included. */
  get position(): number {
    return this.#cache.position;
  }

  /** The database answers again: what waited for it is written now. Returns at once. */
  retry(): void {
    this.#learner.retry();
    this.#encounters.retry();
  }

  /** @returns stops listening */
  on<K extends keyof MemoryEvents>(event: K, listener: (value: MemoryEvents[K]) => void): () => void {
    return this.#listeners[event].add(listener);
  }

  /** Resolves when nothing taken in so far is on its way any more. */
  async idle(): Promise<void> {
    await this.#learner.settled();
    await this.#encounters.settled();
    await this.#curiosity.settled();
    await this.reader.settled();
    await this.#vocabulary.settled();
    await this.#expiry.settled();
    await this.#lock.settled();
  }

  /** Writes counts and the log of injections to the tables now. @throws AppError UNAVAILABLE */
  async flush(): Promise<void> {
    await this.#encounters.flush();
    await this.#injections.flush();
  }

  /** Takes in what other processes have committed. @throws AppError UNAVAILABLE */
  async catchUp(): Promise<void> {
    const { reader } = this.#options.store;
    await this.#lock.run(async () => this.#cache.catchUp(reader, await readChainHead(reader)));
  }

  /** Makes the graph equal to the tables again; readers see every fact meanwhile. */
  async reload(): Promise<{ concepts: number; edges: number; conflicts: number }> {
    await this.flush();
    await this.#lock.run(() => this.#cache.load());
    const { conceptCount, edgeCount, pendingCount } = this.#options.graph;
    this.#writing.onChanged(edgeCount, pendingCount);
    return { concepts: conceptCount, edges: edgeCount, conflicts: pendingCount };
  }

  /** Writes by the one way there is; see write/transact.ts. */
  transact<T>(work: (held: HeldChain) => Promise<Work<T>>): Promise<T> {
    return transact(this.#writing, work);
  }

  /**
   * Lets `work` replace the tables as a whole and takes them in; nobody writes meanwhile, readers see the old graph
   * until the new one is there. @throws what `work` throws; the graph is as before then
   */
  async replace<T>(work: () => Promise<T>): Promise<T> {
    const { store, graph } = this.#options;
    await this.flush();
    const result = await this.#lock.run(() =>
      store.whileNobodyWrites(async () => {
        try {
          return await work();
        } finally {
          // After a failure too: the answer may have been lost, and not the work.
          await this.#cache.rebuild();
        }
      }),
    );
    this.#writing.onChanged(graph.edgeCount, graph.pendingCount);
    return result;
  }

  /** Compares the graph with the tables and recomputes the chains. */
  verify(): Promise<VerifyReport> {
    const { store, graph, witness } = this.#options;
    return this.#lock.run(() => verifyMemory(store, graph, () => this.#cache.catchUpAll(), witness ?? null));
  }

  /** Stores what was taken in and stops. The store stays open, and the queue is closed before: their owner does both. */
  async close(): Promise<void> {
    const parts = [
      () => this.#learner.close(),
      () => this.#curiosity.settled(),
      () => this.reader.settled(),
      () => this.#vocabulary.close(),
      () => this.#expiry.close(),
      () => this.#encounters.close(),
      () => this.#injections.close(),
    ];
    for (const close of parts) {
      await close().catch((error: unknown) => {
        // The database is away: what it could not take is lost, and the rest still closes.
        this.#options.log.warn({ err: error }, 'not everything taken in could be stored before closing');
      });
    }
    await this.#lock.settled();
  }

  async #recordHeard(claims: readonly SaidFact[], settle: Settle): Promise<FactOutcome[]> {
    await this.#expiry.due();
    const heard = {
      record: (plain: readonly SaidFact[], alongside: WithFacts) =>
        recordFacts(this.#writing, plain, alongside, true),
      act: (claim: SaidFact, alongside: Alongside) => act(this.#writing, claim, alongside),
    };
    return recordHeard(heard, claims, settle);
  }
}

// Notices what other processes wrote to the same database, and whether the database answers at all. It asks how far the
// database is, again and again: that is the truth. PostgreSQL's notifications only make it ask at once.
// Knows no feature; who caches something listens. Made by core/. Source: memory, Store,
// decision 010
import type { Clock } from '../../shared/model/clock.ts';
import { Listeners } from '../streams/watched.ts';
import type { Pulse, Revised } from './pulse.ts';
import type { ChangeListener, Store, StoreLog } from './store-access.ts';
import { endsByItself } from './store-errors.ts';

/**
 * On PostgreSQL several processes share a graph. A SQLite file has one Festinger, but a command or another program may
 * write to it too, and whatever happens to the file is to be noticed within seconds.
 */
const LOOK_MS = { postgres: 500, sqlite: 1000 } as const;
/** Longest pause between attempts to hear notifications again. */
const LONGEST_LISTEN_PAUSE_MS = 60_000;
const FIRST_LISTEN_PAUSE_MS = 1000;

/** One look, told to who listens; resolves when what it found is taken in. */
type PulseListener = (pulse: Pulse) => Promise<void>;

export interface FeedState {
  /** Why the database does not answer or takes no writes; null when all is well. */
  readonly problem: string | null;
  /** Whether the problem ends by itself once its cause does. */
  readonly endsByItself: boolean;
  /** Since when it is so, epoch milliseconds. */
  readonly since: number;
  /** When it last answered, epoch milliseconds; null when it has not yet. */
  readonly lastLookAt: number | null;
  /** The newest event seen at that time. */
  readonly head: number;
  /** Whether hints are heard; null where there are none (SQLite). */
  readonly listening: boolean | null;
}

export interface ChangeFeedParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: StoreLog;
}

export class ChangeFeed {
  readonly #parts: ChangeFeedParts;
  readonly #listener: ChangeListener | null;
  readonly #onPulse: PulseListener[] = [];
  readonly #states = new Listeners<FeedState>();
  readonly #revisions = new Map<Revised, { seen: number | undefined; take: () => Promise<void> }>();
  #state: Omit<FeedState, 'listening'>;
  #looking: Promise<void> | undefined;
  #newest: Pulse | undefined;
  #delivering: Promise<void> | undefined;
  #again = false;
  #isClosed = false;
  #cancel: () => void = () => undefined;
  #listenAt = 0;
  #listenPauseMs = FIRST_LISTEN_PAUSE_MS;

  constructor(parts: ChangeFeedParts) {
    this.#parts = parts;
    this.#state = {
      ...{ problem: null, endsByItself: true, since: parts.clock.now() },
      ...{ lastLookAt: null, head: 0 },
    };
    this.#listener = parts.store.listen(() => this.hint());
  }

  get state(): FeedState {
    return { ...this.#state, listening: this.#listener?.isListening ?? null };
  }

  /** Calls back after a look that the database answered, one at a time; of looks meanwhile, with the newest. */
  onPulse(listener: PulseListener): void {
    this.#onPulse.push(listener);
  }

  /** Calls back when a table was changed by whoever; see `revise`. Tried again until it succeeds. */
  onRevised(table: Revised, take: () => Promise<void>): void {
    this.#revisions.set(table, { seen: undefined, take });
  }

  /** Calls back when the database stops answering and when it answers again. */
  onState(listener: (state: FeedState) => void): void {
    this.#states.add(listener);
  }

  /** Begins to look. Resolves after the first look, whatever it found. */
  start(): Promise<void> {
    return this.look();
  }

  /** Something may have changed. Returns at once. */
  hint(): void {
    if (!this.#isClosed) void this.look();
  }

  /** Looks now. Resolves when what there was is taken in, or the database did not answer. Never throws. */
  async look(): Promise<void> {
    // One under way may have asked before what the caller knows of was written.
    if (this.#looking) this.#again = true;
    else this.#looking = this.#run();
    await this.#looking;
    await this.#delivering;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#looking;
    await this.#delivering;
    await this.#listener?.close();
  }

  async #run(): Promise<void> {
    this.#cancel();
    try {
      do {
        this.#again = false;
        await this.#lookOnce();
      } while (this.#again && !this.#isClosed);
    } finally {
      this.#looking = undefined;
    }
    const { clock, store } = this.#parts;
    if (!this.#isClosed) this.#cancel = clock.after(LOOK_MS[store.dialect], () => void this.look());
  }

  async #lookOnce(): Promise<void> {
    let pulse: Pulse;
    try {
      pulse = await this.#parts.store.pulse();
    } catch (error) {
      if (!this.#isClosed) this.#isAway(error);
      return;
    }
    const trouble = await this.#parts.store.trouble();
    this.#answered(pulse);
    if (trouble) this.#isAway(trouble);
    else this.#isWell();
    // Taking in may wait behind a write that hangs, and only further looks find out that the server is away.
    this.#newest = pulse;
    this.#delivering ??= this.#deliver().finally(() => {
      this.#delivering = undefined;
    });
  }

  /** Tells who listens of the newest look, until there is no newer one. */
  async #deliver(): Promise<void> {
    for (let pulse = this.#newest; pulse; pulse = this.#newest) {
      this.#newest = undefined;
      const found = pulse;
      for (const listener of this.#onPulse) await this.#tell(() => listener(found));
      for (const [table, revision] of this.#revisions) {
        const grown = found.revisions[table];
        // The first look takes the table in anew: it may have changed since it was loaded.
        if (revision.seen !== grown && (await this.#tell(revision.take))) revision.seen = grown;
      }
    }
  }

  #answered(pulse: Pulse): void {
    const now = this.#parts.clock.now();
    this.#state = { ...this.#state, lastLookAt: now, head: pulse.head };
    this.#listen(now);
  }

  #isWell(): void {
    const { clock, log } = this.#parts;
    if (this.#state.problem === null) return;
    this.#state = { ...this.#state, problem: null, endsByItself: true, since: clock.now() };
    log.info({ head: this.#state.head }, 'the database answers again');
    this.#states.tell(this.state);
  }

  /** Hears hints again once the server answers; a pooler that passes none on is asked ever more seldom. */
  #listen(now: number): void {
    const listener = this.#listener;
    if (!listener || listener.isListening || now < this.#listenAt) return;
    this.#listenAt = now + this.#listenPauseMs;
    this.#listenPauseMs = Math.min(this.#listenPauseMs * 2, LONGEST_LISTEN_PAUSE_MS);
    void listener.ensure().then(() => {
      if (!listener.isListening) return;
      this.#listenPauseMs = FIRST_LISTEN_PAUSE_MS;
      // What was written before the first hint could be heard.
      this.hint();
    });
  }

  #isAway(error: unknown): void {
    const { clock, log } = this.#parts;
    const problem = error instanceof Error ? error.message : String(error);
    const before = this.#state.problem;
    const since = before === null ? clock.now() : this.#state.since;
    this.#state = { ...this.#state, problem, endsByItself: endsByItself(error), since };
    if (problem === before) return;
    log.warn({ err: error }, 'the database cannot be used; agents are served from memory');
    this.#states.tell(this.state);
  }

  /** @returns whether it went well; what failed is found again by the next look */
  async #tell(take: () => Promise<void>): Promise<boolean> {
    try {
      await take();
      return true;
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'a change of another process could not be taken in; trying again');
      return false;
    }
  }
}

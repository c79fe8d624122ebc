// Notices what other processes wrote to the same database, and whether the database answers at all. It asks how far the
// database is, again and again: that is the truth. PostgreSQL's notifications only make it ask at once.
// Knows no feature; who caches something listens. Made by core/. Source: memory.md Store ("Change feed"),
// docs/decisions/010-change-feed.md
import type { Clock } from '../../shared/model/clock.ts';
import type { Pulse, Revised } from './pulse.ts';
import type { ChangeListener, Store, StoreLog } from './store-access.ts';

/**
 * On PostgreSQL several processes share a graph. A SQLite file has one Festinger, but a command or another program may
 * write to it too, which is worth a slow look.
 */
const LOOK_MS = { postgres: 500, sqlite: 2000 } as const;
/** Longest pause between attempts to hear notifications again. */
const LONGEST_LISTEN_PAUSE_MS = 60_000;
const FIRST_LISTEN_PAUSE_MS = 1000;

/** One look, told to who listens; resolves when what it found is taken in. */
type PulseListener = (pulse: Pulse) => Promise<void>;

export interface FeedState {
  /** Why the database does not answer; null when it does. */
  readonly problem: string | null;
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
  readonly #onState: ((state: FeedState) => void)[] = [];
  readonly #revisions = new Map<Revised, { seen: number | undefined; take: () => Promise<void> }>();
  #state: Omit<FeedState, 'listening'>;
  #looking: Promise<void> | undefined;
  #again = false;
  #isClosed = false;
  #cancel: () => void = () => undefined;
  #listenAt = 0;
  #listenPauseMs = FIRST_LISTEN_PAUSE_MS;

  constructor(parts: ChangeFeedParts) {
    this.#parts = parts;
    this.#state = { problem: null, since: parts.clock.now(), lastLookAt: null, head: 0 };
    this.#listener = parts.store.listen(() => this.hint());
  }

  get state(): FeedState {
    return { ...this.#state, listening: this.#listener?.isListening ?? null };
  }

  /** Calls back after every look that the database answered; the next look waits for it. */
  onPulse(listener: PulseListener): void {
    this.#onPulse.push(listener);
  }

  /** Calls back when a table was changed by whoever; see `reviseTable`. Tried again until it succeeds. */
  onRevised(table: Revised, take: () => Promise<void>): void {
    this.#revisions.set(table, { seen: undefined, take });
  }

  /** Calls back when the database stops answering and when it answers again. */
  onState(listener: (state: FeedState) => void): void {
    this.#onState.push(listener);
  }

  /** Begins to look. Resolves after the first look, whatever it found. */
  start(): Promise<void> {
    return this.look();
  }

  /** Something may have changed. Returns at once. */
  hint(): void {
    if (this.#isClosed) return;
    if (this.#looking) this.#again = true;
    else void this.look();
  }

  /** Looks now. Resolves when what there was is taken in, or the database did not answer. Never throws. */
  look(): Promise<void> {
    this.#looking ??= this.#run().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#looking;
    await this.#listener?.close();
  }

  async #run(): Promise<void> {
    this.#cancel();
    do {
      this.#again = false;
      await this.#lookOnce();
    } while (this.#again && !this.#isClosed);
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
    await this.#answered(pulse);
    for (const listener of this.#onPulse) await this.#tell(() => listener(pulse));
    for (const [table, revision] of this.#revisions) {
      const grown = pulse.revisions[table];
      // The first look takes the table in anew: it may have changed since it was loaded.
      if (revision.seen !== grown && (await this.#tell(revision.take))) revision.seen = grown;
    }
  }

  async #answered(pulse: Pulse): Promise<void> {
    const { clock, log } = this.#parts;
    const now = clock.now();
    const wasAway = this.#state.problem !== null;
    const since = wasAway ? now : this.#state.since;
    this.#state = { problem: null, since, lastLookAt: now, head: pulse.head };
    if (wasAway) {
      log.info({ head: pulse.head }, 'the database answers again');
      for (const listener of this.#onState) listener(this.state);
    }
    await this.#listen(now);
  }

  /** Hears hints again once the server answers; a pooler that passes none on is asked ever more seldom. */
  async #listen(now: number): Promise<void> {
    const listener = this.#listener;
    if (!listener || listener.isListening || now < this.#listenAt) return;
    await listener.ensure();
    this.#listenPauseMs = listener.isListening
      ? FIRST_LISTEN_PAUSE_MS
      : Math.min(this.#listenPauseMs * 2, LONGEST_LISTEN_PAUSE_MS);
    this.#listenAt = now + this.#listenPauseMs;
    // What was written before the first hint could be heard.
    if (listener.isListening) this.#again = true;
  }

  #isAway(error: unknown): void {
    const { clock, log } = this.#parts;
    const problem = error instanceof Error ? error.message : String(error);
    const wasWell = this.#state.problem === null;
    const since = wasWell ? clock.now() : this.#state.since;
    this.#state = { ...this.#state, problem, since };
    if (!wasWell) return;
    log.warn({ err: error }, 'the database does not answer; agents are served from memory');
    for (const listener of this.#onState) listener(this.state);
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

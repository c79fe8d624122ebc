// Keeps one wire to the core open and knows whether anybody is at its other end: listens for signs of life (heartbeat.ts),
// reconnects with growing pauses, and says honestly since when what is shown is old. Pure of DOM: opening, timers, chance
// and the turned-away check come in from outside. Used by client.ts and the shell.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Listened, listen, PULSE } from './heartbeat.ts';

export type ConnectionState =
  /** For the first time; calls wait for it. */
  | { readonly phase: 'connecting' }
  /** `lateMs`: how long the last answer took, when that was long. */
  | { readonly phase: 'open'; readonly lateMs: number | null }
  /** The wire stands, and nobody answers on it. */
  | { readonly phase: 'silent'; readonly since: number }
  /** Gone; tried again at `retryAt` (epoch ms), or now while that is null. `since`: the last sign of life, if ever one came. */
  | { readonly phase: 'lost'; readonly since: number | null; readonly retryAt: number | null }
  /** The door answers but not to us: this page needs a new one-time URL. Not tried again until somebody looks. */
  | { readonly phase: 'refused'; readonly since: number | null };

export interface OpenWire<L> extends Listened {
  readonly link: L;
}

export interface ConnectionOptions<L> {
  readonly open: () => Promise<OpenWire<L>>;
  readonly isTurnedAway: () => Promise<boolean>;
  readonly now: () => number;
  readonly wait: (ms: number, wake: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Thrown by calls made while nobody is there: nothing was sent. The console shows it as its own state, not as a failure of the call. */
export class NotConnected extends Error {
  constructor() {
    super('There is no connection to Festinger; nothing was sent. It is tried again by itself.');
    this.name = 'NotConnected';
  }
}

const BACKOFF_MS = [500, 1000, 2000, 4000, 8000] as const;

/**
 * Milliseconds before the next try after `attempt` failures in a row (1, 2, ...).
 * @param chance from 0 to 1; spreads pages that lost the same server over half a step
 */
export function backoff(attempt: number, chance: number): number {
  const step = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length) - 1] ?? 8000;
  return Math.round(step * (0.75 + chance / 2));
}

export class Connection<L> {
  readonly state: StoreApi<ConnectionState> = createStore<ConnectionState>(() => ({ phase: 'connecting' }));
  readonly #options: ConnectionOptions<L>;
  #wire: OpenWire<L> | null = null;
  #started = false;
  #wake = new AbortController();
  #heardAt: number | null = null;

  constructor(options: ConnectionOptions<L>) {
    this.#options = options;
  }

  /** The wire that calls go over; waits for the first one, rejects with `NotConnected` while nobody is there. */
  async wire(): Promise<OpenWire<L>> {
    this.start();
    if (this.state.getState().phase === 'connecting') await this.#settled();
    if (this.#wire && this.state.getState().phase === 'open') return this.#wire;
    throw new NotConnected();
  }

  /** Whether calls still go over this wire: one that broke under a call is not. */
  carries(wire: OpenWire<L>): boolean {
    return this.#wire === wire;
  }

  /** Resolves when somebody is there, at once if so; also when `signal` ends. */
  whenOpen(signal?: AbortSignal): Promise<void> {
    this.start();
    return new Promise((resolve) => {
      const done = () => {
        stop();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const stop = this.state.subscribe((state) => {
        if (state.phase === 'open') done();
      });
      signal?.addEventListener('abort', done);
      if (signal?.aborted || this.state.getState().phase === 'open') done();
    });
  }

  /** Looks now: asks an open wire for a sign of life, or tries to open one without waiting any longer. */
  check(): void {
    const { signal } = this.#wake;
    if (signal.aborted) return;
    const before = this.#wake;
    this.#wake = new AbortController();
    before.abort();
  }

  /** The operator does not want to wait: a silent wire is given up for another one. */
  retryNow(): void {
    if (this.state.getState().phase === 'silent') this.#wire?.end?.();
    this.check();
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    const { isTurnedAway, now, wait, random } = this.#options;
    for (let failures = 0; ; ) {
      const answered = await this.#serve();
      failures = answered ? 1 : failures + 1;
      if (this.state.getState().phase !== 'refused') this.#lost(null);
      if (await isTurnedAway()) {
        this.#set({ phase: 'refused', since: this.#heardAt });
        await aborted(this.#wake.signal);
        continue;
      }
      const delay = backoff(failures, random());
      this.#lost(now() + delay);
      await wait(delay, this.#wake.signal);
      this.#lost(null);
    }
  }

  /** Opens a wire and stays with it to its end. @returns whether anybody ever answered on it */
  async #serve(): Promise<boolean> {
    const { open, now, wait } = this.#options;
    let answered = false;
    try {
      const wire = await open();
      this.#wire = wire;
      this.#heardAt = now();
      this.#set({ phase: 'open', lateMs: null });
      const time = { now, wait, wake: () => this.#wake.signal };
      await listen(wire, time, {
        heard: (at, tookMs) => {
          answered = true;
          this.#heardAt = at;
          this.#answers(tookMs);
        },
        late: (tookMs) => this.#answers(tookMs),
        silent: () => this.#silent(),
      });
    } catch {
      // Not reachable: counted and waited for by the caller.
    }
    this.#wire = null;
    return answered;
  }

  #answers(tookMs: number): void {
    const lateMs = tookMs >= PULSE.lateMs ? tookMs : null;
    const before = this.state.getState();
    if (before.phase !== 'open' || before.lateMs !== lateMs) this.#set({ phase: 'open', lateMs });
  }

  #silent(): void {
    if (this.state.getState().phase === 'open')
      this.#set({ phase: 'silent', since: this.#heardAt ?? this.#options.now() });
  }

  #lost(retryAt: number | null): void {
    this.#set({ phase: 'lost', since: this.#heardAt, retryAt });
  }

  #set(state: ConnectionState): void {
    this.state.setState(state, true);
  }

  #settled(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.state.subscribe((state) => {
        if (state.phase === 'connecting') return;
        stop();
        resolve();
      });
    });
  }
}

/** Resolves when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

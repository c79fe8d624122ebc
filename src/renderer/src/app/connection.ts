// Keeps one wire to the core open: reconnects with backoff, and says honestly whether calls can be made now.
// Pure of DOM: opening, timers and the turned-away check come in from outside. Used by client.ts and the shell.
import { createStore, type StoreApi } from 'zustand/vanilla';

export type ConnectionState =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'open' }
  /** Gone; tried again at `retryAt` (epoch ms). `attempt` counts failures in a row. */
  | { readonly phase: 'lost'; readonly attempt: number; readonly retryAt: number }
  /** The door answers but not to us: this page needs a new one-time URL. */
  | { readonly phase: 'refused' };

interface OpenWire<L> {
  readonly link: L;
  readonly closed: Promise<void>;
}

export interface ConnectionOptions<L> {
  readonly open: () => Promise<OpenWire<L>>;
  readonly isTurnedAway: () => Promise<boolean>;
  readonly now: () => number;
  readonly wait: (ms: number, wake: AbortSignal) => Promise<void>;
}

/** Thrown by calls made while there is no wire; the console shows it as its own state, not as a failure of the call. */
export class NotConnected extends Error {
  constructor() {
    super('There is no connection to Festinger. It is retried automatically.');
    this.name = 'NotConnected';
  }
}

const BACKOFF_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const;

/** Milliseconds before the next try after `attempt` failures in a row (1, 2, ...). */
export function backoff(attempt: number): number {
  return BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length) - 1] ?? 15_000;
}

export class Connection<L> {
  readonly state: StoreApi<ConnectionState> = createStore<ConnectionState>(() => ({ phase: 'connecting' }));
  readonly #options: ConnectionOptions<L>;
  #wire: L | null = null;
  #started = false;
  #wake = new AbortController();

  constructor(options: ConnectionOptions<L>) {
    this.#options = options;
  }

  /** The link of the open wire; waits for one that is being opened, rejects with `NotConnected` when it is lost. */
  async link(): Promise<L> {
    this.start();
    if (this.#wire) return this.#wire;
    if (this.state.getState().phase === 'connecting') await this.#settled();
    if (this.#wire) return this.#wire;
    throw new NotConnected();
  }

  /** Resolves when a wire is open, at once if one is. */
  whenOpen(): Promise<void> {
    this.start();
    if (this.#wire) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.state.subscribe((state) => {
        if (state.phase !== 'open') return;
        stop();
        resolve();
      });
    });
  }

  /** Tries again now instead of waiting for the backoff. */
  retryNow(): void {
    this.#wake.abort();
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (let failures = 0; ; ) {
      try {
        const wire = await this.#options.open();
        failures = 0;
        this.#wire = wire.link;
        this.#set({ phase: 'open' });
        await wire.closed;
      } catch {
        // Not reachable: counted and waited for below.
      }
      this.#wire = null;
      failures += 1;
      const delay = backoff(failures);
      if (await this.#options.isTurnedAway()) this.#set({ phase: 'refused' });
      else this.#set({ phase: 'lost', attempt: failures, retryAt: this.#options.now() + delay });
      this.#wake = new AbortController();
      await this.#options.wait(delay, this.#wake.signal);
      if (this.state.getState().phase !== 'refused') this.#set({ phase: 'connecting' });
    }
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

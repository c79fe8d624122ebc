// Who is told when something changes: listeners of news, and of a value that is read when it is told. A listener that throws
// stops neither the others nor the one who tells: what it threw is an error that nobody catches (core/live-on.ts counts it).
// Keeps no news for anybody: what must not be missed is a stream of ordered events (ordered-events.ts).
import type { Clock } from '../../shared/model/clock.ts';

export class Listeners<T = void> {
  readonly #listeners = new Set<{ readonly hear: (value: T) => void }>();

  get count(): number {
    return this.#listeners.size;
  }

  /** @returns stops listening; may be called more than once, and while listeners are told */
  add(hear: (value: T) => void): () => void {
    const listener = { hear };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells those who listen now; who stops meanwhile is told no more. */
  tell(value: T): void {
    for (const listener of [...this.#listeners]) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener.hear(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}

/** A value that changes often: listeners are given it as it is by then, at most so often, and nothing is read for nobody. */
export class Watched<T> {
  readonly #read: () => T;
  readonly #everyMs: number;
  readonly #clock: Clock;
  readonly #listeners = new Listeners<T>();
  #pending: (() => void) | undefined;

  constructor(read: () => T, everyMs: number, clock: Clock) {
    this.#read = read;
    this.#everyMs = everyMs;
    this.#clock = clock;
  }

  get count(): number {
    return this.#listeners.count;
  }

  /** @returns stops watching */
  watch(hear: (value: T) => void): () => void {
    return this.#listeners.add(hear);
  }

  /** Listeners are told soon. */
  changed(): void {
    if (this.#pending || this.#listeners.count === 0) return;
    this.#pending = this.#clock.after(this.#everyMs, () => this.tell());
  }

  /** Listeners are told now. */
  tell(): void {
    this.#pending?.();
    this.#pending = undefined;
    if (this.#listeners.count > 0) this.#listeners.tell(this.#read());
  }

  /** From now on nothing is told. */
  close(): void {
    this.#pending?.();
    this.#pending = () => undefined;
    this.#listeners.clear();
  }
}

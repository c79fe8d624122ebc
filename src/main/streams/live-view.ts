// A state that has to be read (from a database, from elsewhere) and is told to watchers when it is another by now, at most so often. Nothing is read
// for nobody, and what tells of changes is followed only while somebody watches. Reading one that fails tells nothing; the next change tries again. See newest-states.ts for how it is streamed.
import type { Clock } from '../../shared/model/clock.ts';
import { Listeners } from './watched.ts';

export class LiveView<T> {
  readonly #read: () => Promise<T>;
  readonly #everyMs: number;
  readonly #clock: Clock;
  readonly #listeners = new Listeners<T>();
  readonly #follow: (() => () => void) | undefined;
  #unfollow: (() => void) | undefined;
  #pending: (() => void) | undefined;
  #told: string | undefined;

  /** @param follow called when the first begins to watch; what it returns, when the last has stopped */
  constructor(read: () => Promise<T>, everyMs: number, clock: Clock, follow?: () => () => void) {
    this.#read = read;
    this.#follow = follow;
    this.#everyMs = everyMs;
    this.#clock = clock;
  }

  state(): Promise<T> {
    return this.#read();
  }

  /** @returns stops watching */
  watch(hear: (value: T) => void): () => void {
    // Who begins to watch has read a state of its own: what was told last says nothing of what they have not seen.
    this.#told = undefined;
    const stop = this.#listeners.add(hear);
    this.#unfollow ??= this.#follow?.();
    return () => {
      stop();
      if (this.#listeners.count > 0) return;
      this.#unfollow?.();
      this.#unfollow = undefined;
    };
  }

  /** It may be another: watchers are told soon, if it is. */
  changed(): void {
    if (this.#pending || this.#listeners.count === 0) return;
    this.#pending = this.#clock.after(this.#everyMs, () => {
      this.#pending = undefined;
      void this.#tell();
    });
  }

  /** From now on nothing is told. */
  close(): void {
    this.#pending?.();
    this.#pending = () => undefined;
    this.#listeners.clear();
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  async #tell(): Promise<void> {
    if (this.#listeners.count === 0) return;
    const value = await this.#read().catch(() => undefined);
    if (value === undefined) return;
    const now = JSON.stringify(value);
    if (now === this.#told) return;
    this.#told = now;
    this.#listeners.tell(value);
  }
}

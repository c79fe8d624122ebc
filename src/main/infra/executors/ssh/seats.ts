// How many may use something at once; the others wait in order, until they are cancelled. Called by ssh-link.ts.
import { cancelled } from '../command-limits.ts';

export class Seats {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** @returns gives the seat back; to be called once. @throws AppError CANCELLED */
  async take(signal: AbortSignal, what: string): Promise<() => void> {
    if (this.#taken < this.#most) this.#taken++;
    else await this.#wait(signal, what);
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken--;
      else next();
    };
  }

  /** Whoever leaves hands the seat on, so the number stays. */
  #wait(signal: AbortSignal, what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      this.#waiting.splice(this.#waiting.indexOf(seated), 1);
      reject(cancelled(what));
    };
    const seated = () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    this.#waiting.push(seated);
    signal.addEventListener('abort', onAbort, { once: true });
    return promise;
  }
}

// How long a call to an engine may take: its caller's signal and a time of its own, whichever ends first. dockerode has no bound of its
// own. Used by engine.ts; whoever takes one ends it.
import { AppError } from '../../../../shared/model/envelope.ts';

export class Leash {
  readonly #control = new AbortController();
  readonly #outer: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #late = false;

  /** @param ms until it is let go or extended */
  constructor(outer: AbortSignal, ms: number) {
    this.#outer = outer;
    if (outer.aborted) this.#control.abort();
    else outer.addEventListener('abort', this, { once: true });
    this.extend(ms);
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Whether it was the time, and not the caller. */
  get late(): boolean {
    return this.#late;
  }

  handleEvent(): void {
    this.#control.abort();
  }

  /** So long from now, whatever it was. */
  extend(ms: number): void {
    this.slacken();
    this.#timer = setTimeout(() => {
      this.#late = true;
      this.#control.abort();
    }, ms);
  }

  /** No bound but the caller's signal from here on. */
  slacken(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.slacken();
    this.#outer.removeEventListener('abort', this);
  }

  /** Settles with the promise, or when the leash is at its end, though the promise never does. */
  async hold<T>(promise: Promise<T>): Promise<T> {
    let cut: (() => void) | undefined;
    const ended = new Promise<never>((_, reject) => {
      cut = () => reject(this.error());
      if (this.signal.aborted) cut();
      else this.signal.addEventListener('abort', cut, { once: true });
    });
    try {
      return await Promise.race([promise, ended]);
    } finally {
      if (cut) this.signal.removeEventListener('abort', cut);
    }
  }

  error(): AppError {
    return this.#late
      ? new AppError('TIMEOUT', 'The container engine did not answer in time', {}, true)
      : new AppError('CANCELLED', 'Stopped before the container engine had answered');
  }
}

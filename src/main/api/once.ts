// One write for one key: who repeats a call (a double click, a lost answer) gets the first one's answer. Kept in memory, for a
// time and up to a number; what failed is not kept. Used by base.ts. Source: decision 043.
import { hash } from 'node:crypto';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';

const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 500;
const MAX_KEY_CHARS = 200;

/** A call as its repeats name it. */
export interface KeyedCall {
  /** Whose key it is: two callers never share one. */
  readonly caller: string;
  readonly key: string;
  /** What is asked; a key is for one question. */
  readonly asked: unknown;
}

interface Held {
  readonly digest: string;
  readonly answer: Promise<unknown>;
  readonly until: number;
}

export class Once {
  readonly #now: Clock['now'];
  readonly #running = new Map<string, Held>();
  /** The oldest first. */
  readonly #answered = new Map<string, Held>();

  constructor(now: Clock['now']) {
    this.#now = now;
  }

  /**
   * Runs `work` unless the same call is under way or was answered lately; then that answer is given.
   * @throws AppError CONFLICT when the key stood for another question, INVALID_INPUT; what `work` throws, to all that wait for it
   */
  async run<T>({ caller, key, asked }: KeyedCall, work: () => Promise<T>): Promise<T> {
    if (key.length > MAX_KEY_CHARS)
      throw new AppError('INVALID_INPUT', `An Idempotency-Key has at most ${MAX_KEY_CHARS} characters.`);
    this.#forget();
    const name = `${caller}\n${key}`;
    const digest = hash('sha256', JSON.stringify(asked));
    const held = this.#running.get(name) ?? this.#answered.get(name);
    if (held && held.digest !== digest) {
      const message = 'This Idempotency-Key stood for another call. Nothing was done; send a new key.';
      throw new AppError('CONFLICT', message);
    }
    if (held) return held.answer as Promise<T>;
    const answer = work();
    this.#running.set(name, { digest, answer, until: Number.POSITIVE_INFINITY });
    try {
      await answer;
      this.#answered.set(name, { digest, answer, until: this.#now() + KEPT_MS });
      return await answer;
    } finally {
      this.#running.delete(name);
    }
  }

  #forget(): void {
    const now = this.#now();
    for (const [name, { until }] of this.#answered) {
      if (until > now && this.#answered.size <= MOST_KEPT) return;
      this.#answered.delete(name);
    }
  }
}

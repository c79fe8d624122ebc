// Holds up writers while the whole database is being replaced: those under way end first, new ones wait, and those that
// would wait too long are told to come back. Readers are not concerned. Used by store.ts.
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';

/** A writer waits for so long before it is turned away. */
const PATIENCE_MS = 15_000;

export class WriteGate {
  readonly #clock: Clock;
  #running = 0;
  #onIdle: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws AppError UNAVAILABLE (retryable) when the gate stays closed; nothing was written then */
  async pass<T>(write: () => Promise<T>): Promise<T> {
    await this.opened();
    this.#running++;
    try {
      return await write();
    } finally {
      this.#running--;
      if (this.#running === 0) this.#onIdle?.();
    }
  }

  /** Resolves when a writer may come. @throws as `pass` */
  async opened(): Promise<void> {
    while (this.#closed) await this.#wait(this.#closed);
  }

  /** Runs `work` while nobody writes. @throws AppError NOT_ALLOWED when that is going on already */
  async closeFor<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed)
      throw new AppError('NOT_ALLOWED', 'A backup is being restored already. Wait until it is done.');
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = promise;
    try {
      if (this.#running > 0) {
        await new Promise<void>((idle) => {
          this.#onIdle = idle;
        });
      }
      return await work();
    } finally {
      this.#onIdle = undefined;
      this.#closed = undefined;
      resolve();
    }
  }

  async #wait(opened: Promise<void>): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = this.#clock.after(PATIENCE_MS, () =>
      reject(
        new AppError(
          'UNAVAILABLE',
          'A backup is being restored; nothing was written. Try again when it is done.',
          {},
          true,
        ),
      ),
    );
    try {
      await Promise.race([opened, promise]);
    } finally {
      cancel();
    }
  }
}

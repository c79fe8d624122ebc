// Gathers what went into prompts and writes it in batches; losing the last half minute to a kill is accepted.
// Old entries are forgotten. Source: memory, Recollection.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Store } from '../../store/store.ts';
import { forgetInjections, type Injection, insertInjections } from '../../store/tables/injections.ts';
import type { MemoryLog } from '../memory-log.ts';

const FLUSH_EVERY_MS = 30_000;
const FLUSH_AT = 1000;
/** Entries held while the database does not answer; the oldest go first. */
const MAX_WAITING = 20_000;
const KEEP_MS = 30 * 86_400_000;

export interface InjectionLogParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: MemoryLog;
}

export class InjectionLog {
  readonly #parts: InjectionLogParts;
  #waiting: Injection[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #cancel: (() => void) | undefined;

  constructor(parts: InjectionLogParts) {
    this.#parts = parts;
  }

  add(injection: Injection): void {
    this.#waiting.push(injection);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    if (this.#waiting.length === FLUSH_AT) this.#flushSoon(0);
    else if (!this.#cancel) this.#flushSoon(FLUSH_EVERY_MS);
  }

  /** @throws AppError when the database cannot be written; the entries wait on */
  flush(): Promise<void> {
    const flushed = this.#flushing.then(() => this.#write());
    this.#flushing = flushed.catch(() => undefined);
    return flushed;
  }

  async close(): Promise<void> {
    this.#cancel?.();
    await this.flush();
  }

  #flushSoon(ms: number): void {
    this.#cancel?.();
    this.#cancel = this.#parts.clock.after(ms, () => {
      this.#cancel = undefined;
      this.flush().catch((error) => this.#parts.log.warn({ err: error }, 'injections could not be logged'));
    });
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const injections = this.#waiting;
    this.#waiting = [];
    try {
      await this.#parts.store.write(async (writer) => {
        await insertInjections(writer, injections);
        await forgetInjections(writer, this.#parts.clock.now() - KEEP_MS);
      });
    } catch (error) {
      this.#waiting = [...injections, ...this.#waiting].slice(-MAX_WAITING);
      throw error;
    }
  }
}

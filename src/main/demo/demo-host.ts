// What every route of the demo upstream works with: the host's parts and one exchange's two ends.
// No behaviour of its own beyond making ids, waiting and the queue for the single GPU.
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../shared/model/clock.ts';
import type { ModelShelf } from './model-shelf.ts';
import type { RecordedRequest } from './recorded-request.ts';
import type { Script } from './script.ts';

/** Milliseconds of waiting; nothing waits where it is 0. */
export interface Speed {
  /** Per token of the answer. */
  readonly tokenMs: number;
  /** Per token of the prompt which the prefix cache does not hold. */
  readonly promptTokenMs: number;
  /** For loading a model that was not loaded. */
  readonly loadMs: number;
}

export interface DemoHost {
  readonly clock: Clock;
  /** 0 to 1, seeded. */
  readonly random: () => number;
  readonly speed: Speed;
  readonly shelf: ModelShelf;
  readonly script: Script;
  readonly slots: Slots;
  /** The last rendered prompt of each model: what llama-server's prefix cache would hold. */
  readonly prefixes: Map<string, string>;
  /** Digests of uploaded blobs. */
  readonly blobs: Set<string>;
}

export interface Exchange {
  readonly request: RecordedRequest;
  readonly res: ServerResponse;
  /** Aborted when the client leaves or the upstream closes. */
  readonly signal: AbortSignal;
  /** Breaks the connection on purpose. */
  readonly cut: () => void;
}

/** Thrown to unwind a handler whose client has left; there is nobody to answer. */
export class ClientLeft extends Error {}

/** Waits on the injected clock; returns at once for 0. Throws ClientLeft when the signal fires first. */
export async function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new ClientLeft();
  if (ms <= 0) return;
  const elapsed = Promise.withResolvers<void>();
  const cancel = clock.after(ms, elapsed.resolve);
  try {
    await until(elapsed.promise, signal);
  } finally {
    cancel();
  }
}

/** Waits for a promise, or throws ClientLeft when the signal fires first. */
export async function until(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new ClientLeft();
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(new ClientLeft());
  signal.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([promise, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Ollama's OLLAMA_NUM_PARALLEL: so many generations at once, the others wait in order. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a slot; the returned function gives it back. Throws ClientLeft when the client leaves the queue. */
  async take(signal: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#queue(signal);
    let held = true;
    return () => {
      if (held) this.#release();
      held = false;
    };
  }

  async #queue(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    this.#waiting.push(turn.resolve);
    try {
      await until(turn.promise, signal);
    } catch (error) {
      const at = this.#waiting.indexOf(turn.resolve);
      if (at >= 0) this.#waiting.splice(at, 1);
      else this.#release();
      throw error;
    }
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** An id in the manner of Ollama's: a prefix and some lower-case letters and digits. */
export function makeId(host: DemoHost, prefix: string, length: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const letters = Array.from({ length }, () => alphabet[Math.floor(host.random() * alphabet.length)]);
  return `${prefix}${letters.join('')}`;
}

/** Now, as Ollama spells a time. */
export const timestamp = (host: DemoHost): string => new Date(host.clock.now()).toISOString();

/** Now in whole seconds, as the compatible APIs spell a time. */
export const seconds = (host: DemoHost): number => Math.floor(host.clock.now() / 1000);

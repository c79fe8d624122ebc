// Calls of our own at upstreams that serve agents: they take what agents leave, and give it back the moment an agent wants it, so that no agent ever
// waits for us. Where an upstream's slots are not known, one call at a time goes, and only while no agent's prompt runs there.
// Source: agent, Models. Held by upstream-pool.ts; the layer of models asks it for each call.
import { AppError } from '../../../shared/model/envelope.ts';
import type { UpstreamMode } from '../../../shared/model/upstream.ts';

/** What is known of an upstream. */
export interface GuestHost {
  readonly name: string;
  readonly mode: UpstreamMode;
  /** Null for no limit of ours. */
  readonly slots: number | null;
  /** Slots that agents use. */
  readonly busy: number;
}

/** A call may go. */
export interface Guest {
  /** Aborted when an agent wants the place. */
  readonly givesWay: AbortSignal;
  /** The call is over. A second one does nothing. */
  leave(): void;
}

interface Waiting {
  readonly name: string;
  settle(guest: Guest | AppError): void;
}

export interface GuestsParts {
  host(name: string): GuestHost | undefined;
  /** Agents wait for a place somewhere. */
  agentsWait(): boolean;
}

export class Guests {
  readonly #parts: GuestsParts;
  readonly #inside = new Map<string, AbortController[]>();
  /** In the order they came. */
  #waiting: Waiting[] = [];

  constructor(parts: GuestsParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Waits until there is room that no agent wants.
   * @param name of an upstream; one that is gone by then lets everybody in
   * @throws what the signal was aborted with; AppError UNAVAILABLE when the program ends
   */
  ask(name: string, signal: AbortSignal): Promise<Guest> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Guest>();
    const waiting: Waiting = {
      name,
      settle(guest) {
        signal.removeEventListener('abort', leave);
        if (guest instanceof AppError) reject(guest);
        else resolve(guest);
      },
    };
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting.push(waiting);
    this.admit();
    return promise;
  }

  /** Lets in who can go: something may have come free. */
  admit(): void {
    if (this.#waiting.length === 0) return;
    this.#waiting = this.#waiting.filter((one) => {
      if (!this.#hasRoom(one.name)) return true;
      one.settle(this.#enter(one.name));
      return false;
    });
  }

  /** An agent took a place: who came last gives way, as long as there are more than fit. */
  crowded(host: GuestHost): void {
    const inside = this.#inside.get(host.name);
    if (!inside) return;
    const most = host.slots === null ? 0 : Math.max(0, host.slots - host.busy);
    for (const guest of inside.splice(most).toReversed()) guest.abort();
    if (inside.length === 0) this.#inside.delete(host.name);
  }

  /** Nobody waits any more. */
  close(): void {
    const closing = new AppError('UNAVAILABLE', 'Festinger is shutting down.');
    for (const one of this.#waiting.splice(0)) one.settle(closing);
  }

  #hasRoom(name: string): boolean {
    const host = this.#parts.host(name);
    if (!host) return true;
    if (this.#parts.agentsWait() || host.mode !== 'open') return false;
    const inside = this.#inside.get(name)?.length ?? 0;
    return host.slots === null ? host.busy + inside === 0 : host.busy + inside < host.slots;
  }

  #enter(name: string): Guest {
    const place = new AbortController();
    this.#inside.set(name, [...(this.#inside.get(name) ?? []), place]);
    return {
      givesWay: place.signal,
      leave: () => {
        const left = (this.#inside.get(name) ?? []).filter((one) => one !== place);
        if (left.length > 0) this.#inside.set(name, left);
        else this.#inside.delete(name);
        this.admit();
      },
    };
  }
}

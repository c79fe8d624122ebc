// Calls of models that run where agents are served: each waits for a place that no agent wants, and gives it back when one does. Who keeps the places
// is told from outside; before that, and for models elsewhere, every call goes at once. Source: agent, Models. Used by model-desk.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { KnownModel } from '../model-registry.ts';

/** How long a call waits for agents to leave room. */
const WAIT_MS = 600_000;
/** How often an answer is begun anew for one who wants it whole. */
const MOST_TRIES = 20;

interface Guest {
  readonly givesWay: AbortSignal;
  leave(): void;
}

export interface GuestPlaces {
  /** The upstream at an address; undefined where agents are served by none there. */
  nameAt(url: string): string | undefined;
  /** @throws what the signal was aborted with */
  ask(name: string, signal: AbortSignal): Promise<Guest>;
}

/** Where a call is until it is over. */
export interface Place {
  /** For the call: its own, and that of who wants the place. */
  readonly signal: AbortSignal | undefined;
  readonly gaveWay: boolean;
  leave(): void;
}

export class Places {
  guests: GuestPlaces | undefined;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws AppError UNAVAILABLE when agents leave no room; what the signal was aborted with */
  async enter({ endpoint, label }: KnownModel, signal: AbortSignal | undefined): Promise<Place> {
    const name = endpoint.baseUrl === null ? undefined : this.guests?.nameAt(endpoint.baseUrl);
    if (!this.guests || name === undefined) return { signal, gaveWay: false, leave: () => undefined };
    const tooLong = new AbortController();
    const cancel = this.#clock.after(WAIT_MS, () => tooLong.abort(noRoom(label, name)));
    try {
      const guest = await this.guests.ask(name, either(signal, tooLong.signal));
      return {
        signal: either(signal, guest.givesWay),
        get gaveWay() {
          return guest.givesWay.aborted;
        },
        leave: () => guest.leave(),
      };
    } finally {
      cancel();
    }
  }
}

const either = (given: AbortSignal | undefined, other: AbortSignal): AbortSignal =>
  given ? AbortSignal.any([given, other]) : other;

const noRoom = (label: string, name: string): AppError =>
  new AppError(
    'UNAVAILABLE',
    `Agents left no room for ${label} at the upstream ${name} for ${WAIT_MS / 60_000} minutes. Give the upstream slots, or choose another model.`,
    { upstream: name },
  );

/** The answer ended in the middle because an agent wanted the place. */
export const gaveWay = (label: string): AppError =>
  new AppError(
    'UNAVAILABLE',
    `${label} gave way to an agent in the middle of its answer.`,
    { gaveWay: true },
    true,
  );

const isGaveWay = (error: unknown): boolean => error instanceof AppError && error.details?.gaveWay === true;

/** Asks anew where the answer gave way. */
export async function untilPlaced<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!isGaveWay(error) || tries >= MOST_TRIES) throw error;
    }
  }
}

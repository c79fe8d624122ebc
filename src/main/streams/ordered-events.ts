// Events in order, the newest of them kept: who comes back with the id it had last is told exactly what it missed, or that
// there is a gap. A follower is a place in what is kept, so a slow one takes no memory and finds a gap in the end.
// Knows neither what an event is nor who follows; ids are opaque to both. See decision 045.
import type { Clock } from '../../shared/model/clock.ts';
import { bell } from './bell.ts';
import { Watched } from './watched.ts';

export interface EventsOptions {
  /** Names this run of the program: an id of another one is a gap. */
  readonly epoch: string;
  /** How many events are kept. */
  readonly keep: number;
  /** Followers that have caught up hear of more this often at most. */
  readonly everyMs: number;
  readonly clock: Clock;
}

export interface Told<T> {
  /** To come back with. */
  readonly id: string;
  /** In order; null for a gap: what came before must be read anew, and nothing after it is missed. */
  readonly events: readonly T[] | null;
}

/** The id of each event of a telling, to come back with after it. */
export function idsOf<T>({ id, events }: Told<T>): string[] {
  const [, number = '0', epoch = ''] = ID.exec(id) ?? [];
  const last = Number(number);
  const count = events?.length ?? 0;
  return Array.from({ length: count }, (_, n) => `${last - (count - 1 - n)}.${epoch}`);
}

/** Of one telling. */
const MOST_AT_ONCE = 1000;
const ID = /^(\d{1,15})\.(.*)$/s;
/** The place of who was never here: before everything. */
const NOWHERE = -1;

export class OrderedEvents<T> {
  readonly #options: EventsOptions;
  readonly #news: Watched<void>;
  /** Event n is at n modulo `keep`. */
  #kept: T[] = [];
  /** Numbers of the oldest that is kept and of the newest; numbers begin with 1. */
  #first = 1;
  #last = 0;

  constructor(options: EventsOptions) {
    this.#options = options;
    this.#news = new Watched<void>(() => {}, options.everyMs, options.clock);
  }

  add(event: T): void {
    const { keep } = this.#options;
    this.#last += 1;
    this.#kept[this.#last % keep] = event;
    if (this.#last - this.#first >= keep) this.#first += 1;
    this.#news.changed();
  }

  /** To come back with for what happens from now on. */
  get lastId(): string {
    return `${this.#last}.${this.#options.epoch}`;
  }

  /** Whether everything after an id is still kept. */
  holds(id: string): boolean {
    return this.#placeOf(id) + 1 >= this.#first;
  }

  /** How many follow. */
  get followers(): number {
    return this.#news.count;
  }

  /** What happened cannot be told as events: everybody finds a gap. */
  cut(): void {
    this.#kept = [];
    this.#last += this.#options.keep - (this.#last % this.#options.keep);
    this.#first = this.#last + 1;
    this.#news.changed();
  }

  /**
   * What happens from now on, or since `lastId`. Begins with a gap where there is no `lastId`, or one of which nobody knows
   * what came after it.
   * @param signal ends it
   */
  async *follow(lastId: string | undefined, signal?: AbortSignal): AsyncGenerator<Told<T>, void, void> {
    const { ring, rung, close } = bell(signal);
    const stop = this.#news.watch(ring);
    let place = this.#placeOf(lastId);
    try {
      for (; !signal?.aborted; await rung()) {
        // What comes while this is told is told with the next ring: the pace holds for slow followers, too.
        for (const upTo = this.#last; place < upTo && !signal?.aborted; ) {
          const events = place + 1 < this.#first ? null : this.#after(place);
          place = events === null ? this.#last : place + events.length;
          yield { id: `${place}.${this.#options.epoch}`, events };
        }
      }
    } finally {
      stop();
      close();
    }
  }

  /** The next few after a number. */
  #after(number: number): T[] {
    const count = Math.min(this.#last - number, MOST_AT_ONCE);
    return Array.from({ length: count }, (_, n) => this.#kept[(number + 1 + n) % this.#options.keep] as T);
  }

  #placeOf(id: string | undefined): number {
    const [, number, epoch] = ID.exec(id ?? '') ?? [];
    return epoch === this.#options.epoch && Number(number) <= this.#last ? Number(number) : NOWHERE;
  }
}

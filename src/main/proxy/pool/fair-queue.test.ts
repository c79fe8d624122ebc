// Promises of the queue: nobody is lost or served twice, limits hold, nobody starves, hungry clients get equal shares,
// and whoever leaves leaves no trace. Checked against arbitrary sequences of events.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { FairQueue, type QueueClient, type Ticket } from './fair-queue.ts';

interface Item {
  readonly id: number;
  readonly client: string;
  readonly group: string;
}

const noLimit = () => null;

/** A queue in front of places of which each group has its own, driven as the pool drives it. */
class Bench {
  readonly queue: FairQueue<Item>;
  readonly slots: Record<string, number>;
  readonly running: { item: Item; client: QueueClient }[] = [];
  readonly waiting = new Map<number, Ticket<Item>>();
  readonly served: Item[] = [];
  readonly left: number[] = [];
  readonly #items = new Map<number, Item>();
  /** When each client was served last, as the rule has it; a client without anything is forgotten. */
  readonly #servedAt = new Map<string, number>();
  #turn = 0;
  readonly #limitOf: (client: string) => number | null;
  #ids = 0;

  constructor(slots: Record<string, number>, limitOf: (client: string) => number | null = noLimit) {
    this.slots = slots;
    this.#limitOf = limitOf;
    this.queue = new FairQueue<Item>(limitOf);
  }

  busy(group: string): number {
    return this.running.filter(({ item }) => item.group === group).length;
  }

  arrive(client: string, group = 'g'): number {
    const item = { id: this.#ids++, client, group };
    this.waiting.set(item.id, this.queue.add(client, group, item));
    this.#items.set(item.id, item);
    if (!this.#servedAt.has(client)) this.#servedAt.set(client, this.#turn - 1);
    this.dispatch();
    return item.id;
  }

  dispatch(): void {
    for (;;) {
      const next = this.queue.next(({ group }) => this.busy(group) < (this.slots[group] ?? 0));
      expect(next?.item.id, 'the rule, applied to all that waits').toBe(this.#byTheRule()?.id);
      if (!next) return;
      this.#turn += 2;
      this.#servedAt.set(next.item.client, this.#turn);
      expect(this.waiting.delete(next.item.id), 'it was waiting, and is served once').toBe(true);
      this.running.push(next);
      this.served.push(next.item);
    }
  }

  runs(client: string): number {
    return this.running.filter(({ item }) => item.client === client).length;
  }

  /** Fewest running, then served longest ago, then first come; by looking at everything. */
  #byTheRule(): Item | undefined {
    const rank = ({ id, client }: Item) => [this.runs(client), this.#servedAt.get(client) ?? 0, id];
    const isBefore = (a: Item, b: Item) => {
      const [left, right] = [rank(a), rank(b)];
      const at = left.findIndex((value, index) => value !== right[index]);
      return (left[at] as number) < (right[at] as number);
    };
    return [...this.waiting.keys()]
      .map((id) => this.#items.get(id) as Item)
      .filter(({ group }) => this.busy(group) < (this.slots[group] ?? 0))
      .filter(({ client }) => this.runs(client) < (this.#limitOf(client) ?? Number.POSITIVE_INFINITY))
      .reduce<Item | undefined>((best, item) => (!best || isBefore(item, best) ? item : best), undefined);
  }

  #forgetIdle(): void {
    const waiting = new Set([...this.waiting.keys()].map((id) => this.#items.get(id)?.client));
    for (const client of this.#servedAt.keys()) {
      if (!waiting.has(client) && this.runs(client) === 0) this.#servedAt.delete(client);
    }
  }

  /** The n-th of those that run ends. */
  end(n: number): void {
    const [over] = this.running.splice(n % Math.max(1, this.running.length), 1);
    if (!over) return;
    this.queue.ended(over.client);
    this.#forgetIdle();
    this.dispatch();
  }

  /** The n-th of those that wait leaves. */
  leave(n: number): void {
    const ids = [...this.waiting.keys()];
    const id = ids[n % Math.max(1, ids.length)];
    if (id === undefined) return;
    this.queue.remove(this.waiting.get(id) as Ticket<Item>);
    this.waiting.delete(id);
    this.left.push(id);
    this.#forgetIdle();
  }
}

const arrival = fc.record({
  kind: fc.constant('arrive'),
  client: fc.constantFrom('a', 'b', 'c'),
  group: fc.constantFrom('g', 'g', 'h'),
});
/** Mostly arrivals, so that lines grow long enough to be left from their middle and their end. */
const event = fc.oneof(
  { weight: 5, arbitrary: arrival },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end'), n: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave'), n: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('regroup') }) },
);
type Event = { kind: string; client?: string; group?: string; n?: number };

function play(bench: Bench, events: readonly Event[], check: () => void = () => {}): void {
  for (const { kind, client = 'a', group = 'g', n = 0 } of events) {
    if (kind === 'arrive') bench.arrive(client, group);
    else if (kind === 'end') bench.end(n);
    else if (kind === 'leave') bench.leave(n);
    else bench.queue.regroup((item) => item.group);
    check();
  }
}

describe('whatever happens', () => {
  it('nobody is lost or served twice, slots and limits hold, and no place stays free for one who could take it', () => {
    const limit = (client: string) => (client === 'a' ? 1 : null);
    fc.assert(
      fc.property(fc.array(event, { minLength: 20, maxLength: 120 }), (events) => {
        const bench = new Bench({ g: 2, h: 1 }, limit);
        play(bench, events as Event[], () => {
          expect(bench.queue.size).toBe(bench.waiting.size);
          expect(bench.busy('g')).toBeLessThanOrEqual(2);
          expect(bench.busy('h')).toBeLessThanOrEqual(1);
          expect(bench.runs('a')).toBeLessThanOrEqual(1);
          for (const { item } of bench.waiting.values()) {
            const hasPlace = bench.busy(item.group) < (bench.slots[item.group] ?? 0);
            expect(hasPlace && !(item.client === 'a' && bench.runs('a') >= 1)).toBe(false);
          }
        });
        while (bench.running.length > 0) bench.end(0);
        const arrived = bench.served.length + bench.left.length;
        expect(bench.waiting.size).toBe(0);
        expect(new Set([...bench.served.map(({ id }) => id), ...bench.left]).size).toBe(arrived);
        expect([...bench.queue.clients()], 'clients without anything are forgotten').toEqual([]);
      }),
    );
  });

  it('each client is served in the order in which it asked', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 20, maxLength: 120 }), (events) => {
        const bench = new Bench({ g: 2, h: 1 });
        play(bench, events as Event[]);
        while (bench.running.length > 0) bench.end(0);
        for (const client of ['a', 'b', 'c', 'd']) {
          for (const group of ['g', 'h']) {
            const ids = bench.served.filter((item) => item.client === client && item.group === group);
            expect(ids.map(({ id }) => id)).toEqual(ids.map(({ id }) => id).sort((a, b) => a - b));
          }
        }
      }),
    );
  });

  it('one who leaves changes nobody else: the others are served as if it had never come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 3, maxLength: 30 }),
        fc.nat(29),
        (clients, at) => {
          const gone = 1 + (at % (clients.length - 1));
          const orderOf = (withGuest: boolean) => {
            const bench = new Bench({ g: 1 });
            let guest: number | null = null;
            for (const [index, client] of clients.entries()) {
              if (withGuest && index === gone) guest = bench.arrive('guest');
              bench.arrive(client);
            }
            if (guest !== null) {
              bench.queue.remove(bench.waiting.get(guest) as Ticket<Item>);
              bench.waiting.delete(guest);
            }
            while (bench.running.length > 0) bench.end(0);
            return bench.served.map(({ client }) => client);
          };
          expect(orderOf(true)).toEqual(orderOf(false));
        },
      ),
    );
  });
});

describe('shares', () => {
  it('two clients that always want more get places that differ by at most one, however many each has waiting', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 200 }),
        fc.array(fc.nat(9), { minLength: 60, maxLength: 60 }),
        (slots, depth, ends) => {
          const bench = new Bench({ g: slots });
          // So many that neither runs out before the other has caught up.
          for (let i = 0; i < depth + 2 * slots; i++) bench.arrive('greedy');
          for (let i = 0; i < slots + 1; i++) bench.arrive('modest');
          const servedBefore = bench.served.length;
          // From the moment on at which both run as much as they want, ends come in any order.
          for (let i = 0; i < slots; i++) bench.end(0);
          for (const n of ends) {
            bench.arrive('greedy');
            bench.arrive('modest');
            bench.end(n);
            expect(Math.abs(bench.runs('greedy') - bench.runs('modest'))).toBeLessThanOrEqual(1);
          }
          expect(bench.served.length).toBeGreaterThan(servedBefore);
        },
      ),
    );
  });

  it('with one slot they take turns', () => {
    const bench = new Bench({ g: 1 });
    for (let i = 0; i < 100; i++) bench.arrive('greedy');
    for (let i = 0; i < 10; i++) bench.arrive('modest');
    for (let i = 0; i < 19; i++) bench.end(0);
    expect(bench.served.slice(0, 20).filter(({ client }) => client === 'modest')).toHaveLength(10);
  });

  it('nobody starves: one that waits is served although new clients arrive all the time', () => {
    const bench = new Bench({ g: 1 });
    bench.arrive('patient');
    const patient = bench.arrive('patient'); // has been served once, unlike any newcomer
    for (let i = 0; i < 50 && bench.waiting.has(patient); i++) {
      bench.arrive(`newcomer ${i}`);
      bench.arrive(`newcomer ${i}, too`);
      bench.end(0);
    }
    expect(bench.waiting.has(patient)).toBe(false);
    expect(bench.served.findIndex(({ id }) => id === patient)).toBeLessThan(5);
  });

  it('one that asks for one thing at a time gets every second place beside a crowd of requests', () => {
    const bench = new Bench({ g: 1 });
    for (let i = 0; i < 100; i++) bench.arrive('greedy');
    const turns: number[] = [];
    for (let i = 0; i < 5; i++) {
      const id = bench.arrive('single');
      let turn = 0;
      while (bench.waiting.has(id)) {
        bench.end(0);
        turn++;
      }
      turns.push(turn);
      bench.end(0);
    }
    expect(turns).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('groups and limits', () => {
  it('one that cannot go yet holds up nobody who can', () => {
    const bench = new Bench({ g: 0, h: 1 });
    bench.arrive('a', 'g');
    const other = bench.arrive('a', 'h');
    expect(bench.served.map(({ id }) => id)).toEqual([other]);
  });

  it('a client at its limit waits while others pass, and goes when its limit is raised', () => {
    let limit = 1;
    const bench = new Bench({ g: 3 }, (client) => (client === 'a' ? limit : null));
    bench.arrive('a');
    bench.arrive('a');
    bench.arrive('b');
    expect(bench.served.map(({ client }) => client)).toEqual(['a', 'b']);
    limit = 2;
    bench.queue.limitsChanged();
    bench.dispatch();
    expect(bench.served.map(({ client }) => client)).toEqual(['a', 'b', 'a']);
  });

  it('2,000 waiting requests of 500 clients cost little each', () => {
    const bench = new FairQueue<number>(noLimit);
    for (let i = 0; i < 2000; i++) bench.add(`c${i % 500}`, 'g', i);
    const spent = processorTime();
    let client: QueueClient | undefined;
    for (let i = 0; i < 2000; i++) {
      if (client) bench.ended(client);
      client = bench.next(() => true)?.client;
    }
    expect(bench.size).toBe(0);
    expect(spent() / 2000, 'milliseconds a step').toBeLessThan(0.1);
  });
});

// Who goes next. The waiting client with the fewest running requests, ties to the one served longest ago, within a
// client in order of arrival. Requests that can go to the same upstreams form a group, so that one which cannot go yet
// holds up nobody who can. Knows nothing of upstreams or time; a step costs O(log n) in what waits.
// Source: proxy, Upstreams. Used by upstream-pool.ts.
import { type HeapMember, IndexedHeap } from './indexed-heap.ts';

/** A client with something running or waiting. */
export interface QueueClient {
  readonly name: string;
  readonly running: number;
  readonly waiting: number;
}

/** Who waits in the queue. */
export interface Ticket<T> {
  readonly item: T;
}

interface Client<T> extends QueueClient {
  running: number;
  waiting: number;
  /** How much had been served when it last was. */
  servedAt: number;
  readonly lines: Map<string, Line<T>>;
}

/** One client's requests in one group, oldest first: a linked list, so that one can leave from the middle. */
interface Line<T> extends HeapMember {
  readonly client: Client<T>;
  readonly group: Group<T>;
  head: Queued<T>;
  tail: Queued<T>;
}

interface Queued<T> extends Ticket<T> {
  readonly order: number;
  line: Line<T>;
  before: Queued<T> | null;
  after: Queued<T> | null;
}

interface Group<T> {
  readonly key: string;
  readonly lines: IndexedHeap<Line<T>>;
  /** Lines of clients that run as many as they may. */
  readonly held: Set<Line<T>>;
}

export class FairQueue<T> {
  readonly #limitOf: (client: string) => number | null;
  readonly #clients = new Map<string, Client<T>>();
  readonly #groups = new Map<string, Group<T>>();
  #size = 0;
  #arrivals = 0;
  #served = 0;

  /** @param limitOf how many a client may have running; null for any number */
  constructor(limitOf: (client: string) => number | null) {
    this.#limitOf = limitOf;
  }

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Whether a client has as many running as it may. */
  isAtLimit(client: string): boolean {
    const limit = this.#limitOf(client);
    return limit !== null && (this.#clients.get(client)?.running ?? 0) >= limit;
  }

  /** A request of the client has got a seat. @returns what `ended` wants when it gives it back */
  started(name: string): QueueClient {
    const client = this.#client(name);
    this.#serve(client);
    return client;
  }

  /** A request that had a seat is over. */
  ended(given: QueueClient): void {
    const client = given as Client<T>;
    client.running--;
    if (client.waiting > 0) for (const line of client.lines.values()) this.#rank(line);
    else if (client.running === 0) this.#clients.delete(client.name);
  }

  /** Lets a request wait. @param group the same for requests that can go to the same upstreams */
  add(clientName: string, group: string, item: T): Ticket<T> {
    const queued = { item, order: this.#arrivals++, before: null, after: null } as unknown as Queued<T>;
    this.#stand(queued, this.#client(clientName), group);
    this.#size++;
    return queued;
  }

  /** A waiting request leaves. */
  remove(ticket: Ticket<T>): void {
    const queued = ticket as Queued<T>;
    const { client } = queued.line;
    this.#leave(queued);
    this.#size--;
    if (client.waiting === 0 && client.running === 0) this.#clients.delete(client.name);
  }

  /**
   * Who makes room when no more may wait: the newest request of the client with the most waiting, if even then it has no fewer
   * than the one that comes. Null: the one that comes is itself of that client, and stays outside.
   */
  longest(comingClient: string): Ticket<T> | null {
    let most: Client<T> | undefined;
    for (const client of this.#clients.values()) if (client.waiting > (most?.waiting ?? 0)) most = client;
    const itsOwn = this.#clients.get(comingClient)?.waiting ?? 0;
    if (!most || most.waiting <= itsOwn + 1) return null;
    let newest: Queued<T> | null = null;
    for (const { tail } of most.lines.values()) if (!newest || tail.order > newest.order) newest = tail;
    return newest;
  }

  /**
   * Takes the next request out of the queue and counts it as running; undefined when nobody can go.
   * @param canGo asked of one waiting request of each group
   */
  next(canGo: (item: T) => boolean): { readonly item: T; readonly client: QueueClient } | undefined {
    let best: Line<T> | undefined;
    for (const group of this.#groups.values()) {
      const line = this.#firstOf(group);
      if (line && (!best || isBefore(line, best)) && canGo(line.head.item)) best = line;
    }
    if (!best) return undefined;
    const { head, client } = best;
    this.#leave(head);
    this.#size--;
    this.#serve(client);
    return { item: head.item, client };
  }

  /** Limits have changed: those who were held may go. */
  limitsChanged(): void {
    for (const { held } of this.#groups.values()) for (const line of [...held]) this.#rank(line);
  }

  /** Sorts everything that waits into groups again; order of arrival and of service stay. */
  regroup(groupOf: (item: T) => string): void {
    const all = this.#all().sort((a, b) => a.order - b.order);
    this.#groups.clear();
    for (const client of this.#clients.values()) client.lines.clear();
    for (const queued of all) {
      const { client } = queued.line;
      client.waiting--;
      queued.before = null;
      queued.after = null;
      this.#stand(queued, client, groupOf(queued.item));
    }
  }

  /** Everything that waits, in no order. */
  waiting(): Ticket<T>[] {
    return this.#all();
  }

  /** Clients with something running or waiting, in no order. */
  clients(): Iterable<QueueClient> {
    return this.#clients.values();
  }

  #client(name: string): Client<T> {
    let client = this.#clients.get(name);
    if (!client) {
      // Just before whoever was served last: a newcomer need not wait for a whole round, and cannot overtake for ever.
      client = { name, running: 0, waiting: 0, servedAt: this.#served - 1, lines: new Map() };
      this.#clients.set(name, client);
    }
    return client;
  }

  #serve(client: Client<T>): void {
    client.running++;
    this.#served += 2;
    client.servedAt = this.#served;
    if (client.waiting > 0) for (const line of client.lines.values()) line.group.lines.moved(line);
  }

  #stand(queued: Queued<T>, client: Client<T>, key: string): void {
    client.waiting++;
    const line = client.lines.get(key);
    if (line) {
      queued.line = line;
      queued.before = line.tail;
      line.tail.after = queued;
      line.tail = queued;
      return;
    }
    let group = this.#groups.get(key);
    if (!group) {
      group = { key, lines: new IndexedHeap<Line<T>>(isBefore), held: new Set() };
      this.#groups.set(key, group);
    }
    queued.line = { client, group, head: queued, tail: queued, heapAt: -1 };
    client.lines.set(key, queued.line);
    group.lines.add(queued.line);
  }

  #leave(queued: Queued<T>): void {
    const { line, before, after } = queued;
    const { client, group } = line;
    client.waiting--;
    if (before) before.after = after;
    if (after) after.before = before;
    if (line.tail === queued && before) line.tail = before;
    if (line.head !== queued) return;
    if (after) {
      line.head = after;
      group.lines.moved(line);
      return;
    }
    group.lines.remove(line);
    group.held.delete(line);
    client.lines.delete(group.key);
    if (group.lines.first === undefined && group.held.size === 0) this.#groups.delete(group.key);
  }

  /** The line that goes next in a group; those of clients at their limit are put aside on the way. */
  #firstOf(group: Group<T>): Line<T> | undefined {
    for (;;) {
      const line = group.lines.first;
      if (!line || !this.isAtLimit(line.client.name)) return line;
      group.lines.remove(line);
      group.held.add(line);
    }
  }

  /** A client runs less than before, or may run more. */
  #rank(line: Line<T>): void {
    if (line.group.held.delete(line)) line.group.lines.add(line);
    else line.group.lines.moved(line);
  }

  #all(): Queued<T>[] {
    const all: Queued<T>[] = [];
    for (const { lines } of this.#clients.values()) {
      for (const { head } of lines.values()) {
        for (let queued: Queued<T> | null = head; queued; queued = queued.after) all.push(queued);
      }
    }
    return all;
  }
}

function isBefore<T>(a: Line<T>, b: Line<T>): boolean {
  if (a.client.running !== b.client.running) return a.client.running < b.client.running;
  if (a.client.servedAt !== b.client.servedAt) return a.client.servedAt < b.client.servedAt;
  return a.head.order < b.head.order;
}

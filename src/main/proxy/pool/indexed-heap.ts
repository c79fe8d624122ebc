// A binary heap whose members know where they stand, so that one can be moved or taken out of the middle in O(log n).
// Used by fair-queue.ts, where a client's rank changes while it waits.

/** What a heap can hold. `heapAt` is the heap's own: -1 while outside. */
export interface HeapMember {
  heapAt: number;
}

export class IndexedHeap<T extends HeapMember> {
  readonly #members: T[] = [];
  readonly #isBefore: (a: T, b: T) => boolean;

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get first(): T | undefined {
    return this.#members[0];
  }

  add(member: T): void {
    member.heapAt = this.#members.length;
    this.#members.push(member);
    this.#up(member);
  }

  /** The member's rank has changed. Nothing happens when it is not in. */
  moved(member: T): void {
    if (member.heapAt < 0) return;
    this.#up(member);
    this.#down(member);
  }

  remove(member: T): void {
    const { heapAt: at } = member;
    if (at < 0) return;
    member.heapAt = -1;
    const last = this.#members.pop() as T;
    if (last === member) return;
    this.#members[at] = last;
    last.heapAt = at;
    this.moved(last);
  }

  #up(member: T): void {
    for (;;) {
      const parent = this.#members[(member.heapAt - 1) >> 1];
      if (member.heapAt === 0 || parent === undefined || !this.#isBefore(member, parent)) return;
      this.#swap(member, parent);
    }
  }

  #down(member: T): void {
    for (;;) {
      const left = this.#members[member.heapAt * 2 + 1];
      const right = this.#members[member.heapAt * 2 + 2];
      const child = left && right && this.#isBefore(right, left) ? right : left;
      if (!child || !this.#isBefore(child, member)) return;
      this.#swap(member, child);
    }
  }

  #swap(a: T, b: T): void {
    [a.heapAt, b.heapAt] = [b.heapAt, a.heapAt];
    this.#members[a.heapAt] = a;
    this.#members[b.heapAt] = b;
  }
}

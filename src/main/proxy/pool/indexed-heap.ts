// A binary heap whose members know their place, so that one can be moved or taken out of the middle in O(log n).
// Used by fair-queue.ts, where a client's rank changes while it waits.

/** What a heap can hold. `place` is the heap's own: -1 while outside. */
export interface HeapMember {
  place: number;
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
    member.place = this.#members.length;
    this.#members.push(member);
    this.#up(member);
  }

  /** The member's rank has changed. Nothing happens when it is not in. */
  moved(member: T): void {
    if (member.place < 0) return;
    this.#up(member);
    this.#down(member);
  }

  remove(member: T): void {
    const { place } = member;
    if (place < 0) return;
    member.place = -1;
    const last = this.#members.pop() as T;
    if (last === member) return;
    this.#members[place] = last;
    last.place = place;
    this.moved(last);
  }

  #up(member: T): void {
    for (;;) {
      const parent = this.#members[(member.place - 1) >> 1];
      if (member.place === 0 || parent === undefined || !this.#isBefore(member, parent)) return;
      this.#swap(member, parent);
    }
  }

  #down(member: T): void {
    for (;;) {
      const left = this.#members[member.place * 2 + 1];
      const right = this.#members[member.place * 2 + 2];
      const child = left && right && this.#isBefore(right, left) ? right : left;
      if (!child || !this.#isBefore(child, member)) return;
      this.#swap(member, child);
    }
  }

  #swap(a: T, b: T): void {
    [a.place, b.place] = [b.place, a.place];
    this.#members[a.place] = a;
    this.#members[b.place] = b;
  }
}

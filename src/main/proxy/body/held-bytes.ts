// How many bytes of request bodies are held at once, over all connections: whoever would hold more passes unread, so that many large
// or slow uploads cost the program no memory. One per proxy. Source: proxy, Hostile input. Used by request-body.ts and the exchanges.

/** Bodies that say they are no longer are what agents send all day: a share of the room is kept for them. */
const ORDINARY_BYTES = 1_048_576;
/** The share of the room that others may take. */
const LARGE_SHARE = 0.75;

export class HeldBytes {
  readonly #limit: () => number;
  #held = 0;

  /** @param limit bytes (`proxy_max_held_bytes`), asked each time */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#held;
  }

  /** For one body. @param announced bytes the body will have; Infinity when nobody says */
  open(announced: number): Holding {
    return new Holding(this, announced > ORDINARY_BYTES ? LARGE_SHARE : 1);
  }

  /** Holds so many bytes more, if that leaves all of them within this share of the room. For `Holding` alone. */
  take(bytes: number, share: number): boolean {
    if (this.#held + bytes > this.#limit() * share) return false;
    this.#held += bytes;
    return true;
  }

  /** For `Holding` alone. */
  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}

/** What one request holds. */
export class Holding {
  readonly #room: HeldBytes;
  readonly #share: number;
  #bytes = 0;
  #isOver = false;

  constructor(room: HeldBytes, share: number) {
    this.#room = room;
    this.#share = share;
  }

  /** Holds so many bytes more; false when there is no room for them, or the request is over. */
  take(bytes: number): boolean {
    if (this.#isOver || !this.#room.take(bytes, this.#share)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** So many of them are held no more. */
  giveBack(bytes: number): void {
    if (this.#isOver) return;
    this.#bytes -= bytes;
    this.#room.giveBack(bytes);
  }

  /** Nothing is held any more, and nothing will be. */
  end(): void {
    this.giveBack(this.#bytes);
    this.#isOver = true;
  }
}

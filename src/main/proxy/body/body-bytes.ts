// A body as it comes in. A small one is kept in the pieces it came in; of a larger one they are gathered in blocks: thousands of small
// allocations, freed in any order, leave the C library's heap full of holes it can't give back (../malloc-limits.ts). Used by request-body.ts.

/** A block's length. The C library gives each back to the system as soon as it is free. */
export const BLOCK_BYTES = 1_048_576;
/** So long a body may be without one: longer than nearly all that agents send. */
const UNGATHERED_BYTES = 327_680;

export class BodyBytes {
  /** Pieces as they came, until there are too many of them. */
  #chunks: Buffer[] = [];
  /** All of them full but the last. */
  readonly #blocks: Buffer[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Takes the piece: it may be empty afterwards. */
  add(chunk: Buffer): void {
    const at = this.#size;
    this.#size += chunk.length;
    if (this.#size <= UNGATHERED_BYTES) {
      this.#chunks.push(chunk);
      return;
    }
    if (this.#blocks.length === 0) this.#gather();
    this.#append(chunk, at);
  }

  /** What came, in order. */
  get pieces(): readonly Buffer[] {
    if (this.#blocks.length === 0) return this.#chunks;
    const last = this.#size - (this.#blocks.length - 1) * BLOCK_BYTES;
    return this.#blocks.with(-1, (this.#blocks.at(-1) as Buffer).subarray(0, last));
  }

  whole(): Buffer {
    const { pieces } = this;
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, this.#size);
  }

  /** Gives its memory back at once. Only while nobody else was given any of it: it would be read after it is gone. */
  drop(): void {
    for (const block of this.#blocks) free(block);
    this.#blocks.length = 0;
    this.#chunks = [];
    this.#size = 0;
  }

  #gather(): void {
    let at = 0;
    for (const chunk of this.#chunks) at += this.#append(chunk, at);
    this.#chunks = [];
  }

  /** @param at where the chunk begins in the body. @returns its length */
  #append(chunk: Buffer, at: number): number {
    const { length } = chunk;
    for (let from = 0; from < length; ) {
      const offset = (at + from) % BLOCK_BYTES;
      if (offset === 0) this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES));
      from += chunk.copy(this.#blocks.at(-1) as Buffer, offset, from);
    }
    free(chunk);
    return length;
  }
}

/** Gives the memory back now, not when V8 collects; unless others share it (Node's pool). Nobody may look at it any more. */
function free({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

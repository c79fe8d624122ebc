// The engine's stream of a program's two outputs: frames of eight bytes of head (1 or 2 for which, three zeros, the length) and what was
// written; with a terminal there are no frames, and all is output. It keeps no more than a head between pieces, whatever length a
// frame claims. Used by the logs and by the executor.
export type Stream = 'out' | 'err';

export interface FramePart {
  readonly stream: Stream;
  readonly bytes: Uint8Array;
  /** Whether a frame begins with it. */
  readonly first: boolean;
}

const HEAD = 8;

export class Frames {
  readonly #head = Buffer.alloc(HEAD);
  #headBytes = 0;
  #left = 0;
  #stream: Stream = 'out';
  #first = false;
  #raw: boolean;

  /** @param tty a terminal writes it: there are no frames */
  constructor(tty: boolean) {
    this.#raw = tty;
  }

  /** What a piece of the stream holds, in order. */
  *parts(piece: Uint8Array): Iterable<FramePart> {
    let at = 0;
    while (at < piece.length) {
      if (this.#raw) {
        yield { stream: 'out', bytes: piece.subarray(at), first: false };
        return;
      }
      if (this.#left > 0) {
        const bytes = piece.subarray(at, at + this.#left);
        yield { stream: this.#stream, bytes, first: this.#first };
        this.#first = false;
        this.#left -= bytes.length;
        at += bytes.length;
        continue;
      }
      at += this.#fillHead(piece.subarray(at));
      if (this.#headBytes < HEAD) return;
      this.#headBytes = 0;
      if (!this.#readHead()) yield { stream: 'out', bytes: Uint8Array.from(this.#head), first: false };
    }
  }

  #fillHead(piece: Uint8Array): number {
    const taken = piece.subarray(0, HEAD - this.#headBytes);
    this.#head.set(taken, this.#headBytes);
    this.#headBytes += taken.length;
    return taken.length;
  }

  /** False for what is no head: the stream is not in frames after all, and goes on as it is. */
  #readHead(): boolean {
    const [kind = 255, ...zeros] = this.#head.subarray(0, 4);
    if (kind > 2 || zeros.some((zero) => zero !== 0)) {
      this.#raw = true;
      return false;
    }
    this.#stream = kind === 2 ? 'err' : 'out';
    this.#left = this.#head.readUInt32BE(4);
    this.#first = true;
    return true;
  }
}

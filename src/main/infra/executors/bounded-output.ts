// What a program writes on one stream, kept up to a limit; what comes after that is counted and let go, never held. Called by
// the executors. Source: agent, Command policy (output limit).

export class BoundedOutput {
  readonly #most: number;
  readonly #pieces: Uint8Array[] = [];
  #kept = 0;
  #dropped = 0;

  /** @param most bytes that are kept */
  constructor(most: number) {
    this.#most = most;
  }

  get dropped(): number {
    return this.#dropped;
  }

  take(piece: Uint8Array): void {
    const room = this.#most - this.#kept;
    if (room > 0) {
      const part = piece.subarray(0, room);
      this.#pieces.push(part);
      this.#kept += part.length;
    }
    this.#dropped += Math.max(0, piece.length - room);
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#pieces);
  }

  /** As text; half a character at the limit is left off. */
  text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes(), { stream: this.#dropped > 0 });
  }
}

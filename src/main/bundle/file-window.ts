// A file read by place, with what was read last kept at hand: headers lie close together where files are small. Reads only. Called by read-bundle.ts.
import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 262_144;

export class FileWindow {
  readonly #file: FileHandle;
  #bytes: Uint8Array = new Uint8Array(0);
  #from = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Up to `most` bytes at a place, a view that nobody writes to again. Fewer when the window ends there, none past the end of the file.
   * @param least if fewer are at hand, the window moves
   */
  async at(place: number, most: number, least = 1): Promise<Uint8Array> {
    const skipped = place - this.#from;
    if (skipped < 0 || this.#bytes.byteLength - skipped < least) await this.#move(place);
    const start = place - this.#from;
    return this.#bytes.subarray(start, start + most);
  }

  async #move(place: number): Promise<void> {
    const bytes = Buffer.allocUnsafeSlow(WINDOW_BYTES);
    let filled = 0;
    while (filled < WINDOW_BYTES) {
      const { bytesRead } = await this.#file.read(bytes, filled, WINDOW_BYTES - filled, place + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#bytes = bytes.subarray(0, filled);
    this.#from = place;
  }
}

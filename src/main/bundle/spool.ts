// Finds out how many bytes a source has, which a tar has to say before them: what is small is held in memory, the rest goes to a file beside the target that has
// no name any more, so that a kill leaves nothing of it. Called by write-bundle.ts.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError } from '../../shared/model/envelope.ts';

/** Bytes held in memory. */
const HELD_BYTES = 1_048_576;

export interface Measured {
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export class Spool {
  readonly #path: string;
  readonly #most: number;
  #file: FileHandle | undefined;

  /** @param path a name nobody has @param most bytes of one source */
  constructor(path: string, most: number) {
    this.#path = path;
    this.#most = most;
  }

  /** Reads a source to its end. What it gives is to be read before the next source comes. */
  async measure(name: string, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Measured> {
    let held: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of source) {
      signal.throwIfAborted();
      held.push(chunk);
      size += chunk.byteLength;
      if (size > this.#most)
        throw new AppError(
          'PAYLOAD_TOO_LARGE',
          `${name} is larger than ${this.#most} bytes, which is the most that a file in a bundle may have.`,
        );
      if (size <= HELD_BYTES) continue;
      await this.#keep(held, size);
      held = [];
    }
    if (size <= HELD_BYTES) return { size, chunks: held };
    const file = await this.#opened();
    return {
      size,
      chunks: file.createReadStream({ start: 0, end: size - 1, autoClose: false, highWaterMark: HELD_BYTES }),
    };
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  /** @param size bytes of the source so far, these chunks among them */
  async #keep(chunks: readonly Uint8Array[], size: number): Promise<void> {
    const file = await this.#opened();
    let at = size - chunks.reduce((bytes, { byteLength }) => bytes + byteLength, 0);
    for (const chunk of chunks) {
      for (let from = 0; from < chunk.byteLength; ) {
        const { bytesWritten } = await file.write(chunk, from, chunk.byteLength - from, at);
        from += bytesWritten;
        at += bytesWritten;
      }
    }
  }

  async #opened(): Promise<FileHandle> {
    if (this.#file) return this.#file;
    this.#file = await open(this.#path, 'wx+', 0o600);
    await rm(this.#path);
    return this.#file;
  }
}

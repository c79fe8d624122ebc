// Writes entries to a tar of which every byte is decided by their names and bytes: plain headers, one mode, no owner, time 0. Knows nothing of what a bundle is.
// Called by write-bundle.ts. Source: advisory, Outputs.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { AppError } from '../../shared/model/envelope.ts';
import type { Measured } from './spool.ts';

/** What every header says beside name and size. */
const SAME = { type: 'file', mode: 0o644, uid: 0, gid: 0, uname: '', gname: '', mtime: new Date(0) } as const;

export class TarWriter {
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;
  readonly #signal: AbortSignal;

  /** @param path of a file that is not there */
  constructor(path: string, signal: AbortSignal) {
    this.#signal = signal;
    // Its errors come through the pipeline; told to nobody, they would end the process.
    this.#pack.on('error', () => undefined);
    this.#written = pipeline(chunksOf(this.#pack), createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
      signal,
    });
    this.#written.catch(() => undefined);
  }

  /**
   * Adds a file. Chunks are held until they are written: nobody may write to them.
   * @param name one that needs no more than a plain header
   * @returns sha256 of its bytes in hex
   * @throws AppError INTERNAL when it has more or fewer bytes than were said
   */
  async add(name: string, { size, chunks }: Measured): Promise<string> {
    const ended = Promise.withResolvers<void>();
    ended.promise.catch(() => undefined);
    const sink = this.#pack.entry({ ...SAME, name, size }, (error) =>
      error ? ended.reject(error) : ended.resolve(),
    );
    let wake = (): void => undefined;
    let isClosed = false;
    sink.on('error', () => undefined);
    sink.on('drain', () => wake());
    sink.on('close', () => {
      isClosed = true;
      wake();
    });
    const hash = createHash('sha256');
    let taken = 0;
    for await (const chunk of chunks) {
      this.#signal.throwIfAborted();
      taken += chunk.byteLength;
      if (taken > size || isClosed) break;
      hash.update(chunk);
      if (!sink.write(chunk))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (taken !== size && !isClosed)
      throw new AppError(
        'INTERNAL',
        `${name} was to have ${size} bytes, and has ${taken > size ? 'more' : taken}.`,
      );
    sink.end(null);
    await ended.promise;
    return hash.digest('hex');
  }

  /** Writes the end, and waits until all is written. */
  async finish(): Promise<void> {
    this.#pack.finalize();
    await this.#written;
  }

  /** Stops writing. @returns what went wrong first: the disk's error, where there was one */
  async abandon(error: unknown): Promise<unknown> {
    this.#pack.destroy(error instanceof Error ? error : new Error(String(error)));
    return this.#written.then(
      () => error,
      (cause: unknown) => cause,
    );
  }
}

/** As a generator, so that Node's pipeline takes the library's streams for nothing they are not. */
async function* chunksOf(tar: Pack): AsyncGenerator<Uint8Array> {
  for await (const chunk of tar) yield chunk as Uint8Array;
}

// The folder of the data directory in which bundles lie: those the operator made, those on their way in or out. Only names of ours are opened. Called by bundles.ts.
// Source: advisory, Outputs.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { BundleFile } from '../../shared/model/evidence/bundle.ts';
import { DEFAULT_LIMITS } from '../bundle/limits.ts';
import { diskError, UNFINISHED } from '../store/backup/backup-file.ts';

/** What is on its way begins so. */
const PASSING = '.passing-';
const NAME = /^festinger-[a-z0-9._-]{1,120}\.tar$/;
const PASSING_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Bundles that came and were not taken in yet. */
const MOST_PASSING = 8;
/** One nobody came back for in this time, and for which another needs the room, was left by its page. */
const LEFT_MS = 60 * 60_000;

export class BundleShelf {
  readonly #folder: string;

  readonly #clock: Pick<Clock, 'now'>;

  /** @param folder is the shelf's alone */
  constructor(folder: string, clock: Pick<Clock, 'now'>) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** Removes what a process that died left on its way. */
  async clearLeftovers(): Promise<void> {
    for (const name of await this.#names())
      if (name.startsWith(PASSING) || name.endsWith(UNFINISHED)) await rm(join(this.#folder, name), RM);
  }

  /** A path for what leaves at once, or has just come. */
  passing(id: string = randomUUID()): string {
    if (!PASSING_ID.test(id))
      throw new AppError('INVALID_INPUT', 'The id of a bundle is a UUID in lower case.');
    return join(this.#folder, `${PASSING}${id}`);
  }

  pathOf(name: string): string {
    if (!NAME.test(name)) throw new AppError('INVALID_INPUT', 'This is no name of a bundle of this console.');
    return join(this.#folder, name);
  }

  /** Newest first. */
  async list(): Promise<BundleFile[]> {
    const names = (await this.#names()).filter((name) => NAME.test(name));
    const files = await Promise.all(names.map((name) => this.describe(name)));
    return files.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1));
  }

  async describe(name: string): Promise<BundleFile> {
    const { size: bytes, mtimeMs } = await this.#found(name);
    return { name, bytes, at: Math.round(mtimeMs) };
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT for a name that is none of ours */
  async open(name: string): Promise<{ readonly bytes: number; readonly pieces: Readable }> {
    const { bytes } = await this.describe(name);
    return { bytes, pieces: createReadStream(this.pathOf(name)) };
  }

  /** Gives a file out and removes it behind that, however it ends. */
  leaving(path: string): Readable {
    const pieces = createReadStream(path);
    pieces.once('close', () => void rm(path, RM));
    return pieces;
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT */
  async found(name: string): Promise<string> {
    await this.#found(name);
    return this.pathOf(name);
  }

  async remove(name: string): Promise<void> {
    await this.#found(name);
    await rm(this.pathOf(name), RM);
  }

  /**
   * Keeps what comes until it is taken in.
   * @returns its id
   * @throws AppError PAYLOAD_TOO_LARGE, RATE_LIMITED, UNAVAILABLE, CANCELLED
   */
  async take(body: Readable): Promise<string> {
    body.on('error', () => undefined);
    await this.prepare();
    if ((await this.#waiting()).length >= MOST_PASSING) await this.#dropOldest();
    if ((await this.#waiting()).length >= MOST_PASSING)
      throw new AppError(
        'RATE_LIMITED',
        `${MOST_PASSING} bundles wait to be taken in; drop one of them first.`,
      );
    const id = randomUUID();
    const path = this.passing(id);
    try {
      await pipeline(body, limited(), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      return id;
    } catch (error) {
      await rm(path, RM);
      if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE')
        throw new AppError('CANCELLED', 'The caller left in the middle.');
      throw diskError(error, path);
    }
  }

  /** @throws AppError NOT_FOUND */
  async passed(id: string): Promise<string> {
    const path = this.passing(id);
    if (await isFile(path)) return path;
    throw new AppError('NOT_FOUND', 'Nothing was uploaded under this id.');
  }

  async drop(id: string): Promise<void> {
    await rm(this.passing(id), RM);
  }

  async #waiting(): Promise<string[]> {
    return (await this.#names()).filter((name) => name.startsWith(PASSING));
  }

  /** The one that nobody came back for longest. */
  async #dropOldest(): Promise<void> {
    const paths = (await this.#waiting()).map((name) => join(this.#folder, name));
    const times = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
    const [oldest] = times.sort((a, b) => a.at - b.at);
    if (oldest && oldest.at < this.#clock.now() - LEFT_MS) await rm(oldest.path, RM);
  }

  async #found(name: string) {
    try {
      return await stat(this.pathOf(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new AppError('NOT_FOUND', `There is no bundle ${name}.`);
    }
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

const RM = { force: true, recursive: true } as const;

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** What a bundle may have, and its headers. */
function limited(): Transform {
  const most = DEFAULT_LIMITS.totalBytes + DEFAULT_LIMITS.entries * 1024;
  let seen = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.byteLength;
      if (seen > most) done(new AppError('PAYLOAD_TOO_LARGE', `A bundle has ${most} bytes at most.`));
      else done(null, piece);
    },
  });
}

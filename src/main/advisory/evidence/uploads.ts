// Files that come from another machine, or are dropped onto the page, until they are taken in: each upload a folder of its own below the data directory, with the
// paths its files had where they came from. Only names that stay within it are taken. Called by http/advisory/evidence-routes.ts, through evidence.ts.
// Source: advisory, Evidence.
import { createWriteStream } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';

/** Of one upload, bytes and files. */
const MOST_BYTES = 4 * 1024 ** 3;
const MOST_FILES = 200_000;
/** At a time. */
const MOST_UPLOADS = 20;
const MOST_SEGMENTS = 32;
const UPLOAD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An upload nothing came for in this time, and for which another needs the room, was left by its page. */
const LEFT_MS = 10 * 60_000;

interface Upload {
  bytes: number;
  files: number;
  /** When something last came for it. */
  at: number;
}

export class Uploads {
  readonly #folder: string;
  readonly #open = new Map<string, Upload>();

  readonly #clock: Pick<Clock, 'now'>;

  /** @param folder is the uploads' alone */
  constructor(folder: string, clock: Pick<Clock, 'now'>) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** Removes what a process that died left behind. */
  async clearLeftovers(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * Keeps one file.
   * @param id of the upload, a UUID its caller makes
   * @param name with the folders it lay in, parted by `/`
   * @throws AppError INVALID_INPUT for a name that leads out, PAYLOAD_TOO_LARGE, RATE_LIMITED for too many uploads at once
   */
  async put(id: string, name: string, body: Readable): Promise<void> {
    // A sender that breaks off before it is read ends this upload, below, and not the process.
    body.on('error', () => undefined);
    const path = join(this.#folderOf(id), ...segmentsOf(name));
    const upload = await this.#upload(id);
    if (++upload.files > MOST_FILES)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `An upload can have ${MOST_FILES} files; send an archive instead.`,
      );
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
    try {
      await pipeline(body, counted(upload), file);
    } catch (error) {
      // What came of it is no file; one that was there before is another's.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true });
      throw told(error as NodeJS.ErrnoException);
    }
  }

  /**
   * @returns the folder with all that came
   * @throws AppError NOT_FOUND for an upload nothing came for
   */
  folder(id: string): string {
    const folder = this.#folderOf(id);
    if (!this.#open.has(id)) throw new AppError('NOT_FOUND', 'There is no upload with this ID.');
    return folder;
  }

  /** Removes it; it may be gone already. */
  async drop(id: string): Promise<void> {
    this.#open.delete(id);
    await rm(this.#folderOf(id), { recursive: true, force: true });
    // Refused while another upload lies in it.
    await rmdir(this.#folder).catch(() => undefined);
  }

  #folderOf(id: string): string {
    if (!UPLOAD_ID.test(id))
      throw new AppError('INVALID_INPUT', 'The ID of an upload must be a lower-case UUID.');
    return join(this.#folder, id);
  }

  async #upload(id: string): Promise<Upload> {
    const now = this.#clock.now();
    const known = this.#open.get(id);
    if (known) {
      known.at = now;
      return known;
    }
    const [oldest] = [...this.#open].sort(([, a], [, b]) => a.at - b.at);
    if (this.#open.size >= MOST_UPLOADS && oldest && oldest[1].at < now - LEFT_MS) await this.drop(oldest[0]);
    if (this.#open.size >= MOST_UPLOADS)
      throw new AppError('RATE_LIMITED', `${MOST_UPLOADS} uploads are running; wait until one is imported.`);
    const upload = { bytes: 0, files: 0, at: now };
    this.#open.set(id, upload);
    return upload;
  }
}

/** @throws AppError INVALID_INPUT */
function segmentsOf(name: string): string[] {
  const segments = name.split('/');
  const isGood = (segment: string) =>
    segment !== '' &&
    segment !== '.' &&
    segment !== '..' &&
    segment.length <= 200 &&
    !/[\\\p{Cc}]/u.test(segment);
  if (segments.length > MOST_SEGMENTS || !segments.every(isGood) || Buffer.byteLength(name) > 2000)
    throw new AppError('INVALID_INPUT', `"${name.slice(0, 200)}" is not a relative file name.`);
  return segments;
}

function counted(upload: Upload): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      upload.bytes += piece.byteLength;
      if (upload.bytes > MOST_BYTES)
        done(new AppError('PAYLOAD_TOO_LARGE', `An upload can have ${MOST_BYTES} bytes.`));
      else done(null, piece);
    },
  });
}

function told(error: NodeJS.ErrnoException): Error {
  if (error.code === 'EEXIST')
    return new AppError('INVALID_INPUT', 'A file with this name was already uploaded.');
  if (error.code === 'ENOSPC')
    return new AppError('UNAVAILABLE', 'The disk with the data directory is full.');
  if (error.code === 'ENAMETOOLONG') return new AppError('INVALID_INPUT', 'This file name is too long.');
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new AppError('CANCELLED', 'The upload was interrupted.');
  return error;
}

// Files that come from another machine, or are dropped onto the page, until they are taken in: each upload a folder of its own below the data directory, with the
// paths its files had where they came from. Only names that stay within it are taken. Called by http/evidence-routes.ts, through evidence.ts.
// Source: advisory, Evidence.
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../shared/model/envelope.ts';

/** Of one upload, bytes and files. */
const MOST_BYTES = 4 * 1024 ** 3;
const MOST_FILES = 200_000;
/** At a time. */
const MOST_UPLOADS = 20;
const MOST_SEGMENTS = 32;
const UPLOAD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Upload {
  bytes: number;
  files: number;
}

export class Uploads {
  readonly #folder: string;
  readonly #open = new Map<string, Upload>();

  /** @param folder is the uploads' alone */
  constructor(folder: string) {
    this.#folder = folder;
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
    const path = join(this.#folderOf(id), ...segmentsOf(name));
    const upload = this.#upload(id);
    if (++upload.files > MOST_FILES)
      throw new AppError('PAYLOAD_TOO_LARGE', `An upload has ${MOST_FILES} files at most; send an archive.`);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(body, counted(upload), createWriteStream(path, { mode: 0o600, flags: 'wx' })).catch(told);
  }

  /**
   * @returns the folder with all that came
   * @throws AppError NOT_FOUND for an upload nothing came for
   */
  folder(id: string): string {
    const folder = this.#folderOf(id);
    if (!this.#open.has(id)) throw new AppError('NOT_FOUND', 'Nothing was uploaded under this id.');
    return folder;
  }

  /** Removes it; it may be gone already. */
  async drop(id: string): Promise<void> {
    this.#open.delete(id);
    await rm(this.#folderOf(id), { recursive: true, force: true });
    const left = await readdir(this.#folder).catch(() => []);
    if (left.length === 0) await rm(this.#folder, { recursive: true, force: true });
  }

  #folderOf(id: string): string {
    if (!UPLOAD_ID.test(id))
      throw new AppError('INVALID_INPUT', 'The id of an upload is a UUID in lower case.');
    return join(this.#folder, id);
  }

  #upload(id: string): Upload {
    const known = this.#open.get(id);
    if (known) return known;
    if (this.#open.size >= MOST_UPLOADS)
      throw new AppError(
        'RATE_LIMITED',
        `${MOST_UPLOADS} uploads are under way; wait until one was taken in.`,
      );
    const upload = { bytes: 0, files: 0 };
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
    throw new AppError('INVALID_INPUT', `"${name.slice(0, 200)}" is no name of a file within a folder.`);
  return segments;
}

function counted(upload: Upload): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      upload.bytes += piece.byteLength;
      if (upload.bytes > MOST_BYTES)
        done(new AppError('PAYLOAD_TOO_LARGE', `An upload has ${MOST_BYTES} bytes at most.`));
      else done(null, piece);
    },
  });
}

function told(error: NodeJS.ErrnoException): never {
  if (error.code === 'EEXIST') throw new AppError('INVALID_INPUT', 'This name was uploaded already.');
  if (error.code === 'ENOSPC') throw new AppError('UNAVAILABLE', 'The disk with the data directory is full.');
  if (error.code === 'ENAMETOOLONG')
    throw new AppError('INVALID_INPUT', 'This name is too long for the disk.');
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    throw new AppError('CANCELLED', 'The caller left in the middle.');
  throw error;
}

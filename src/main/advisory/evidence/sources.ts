// Where documents come from: files, folders and archives on this host. Gives one document after the other as bytes, with where each lies, and says of what is
// none of them why. Links are not followed: a folder holds what is in it. Called by evidence-worker.ts, in the thread that imports. Source: advisory, Evidence.
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_DOCUMENT_BYTES } from '../formats/read-document.ts';
import { Refusal } from '../formats/refusal.ts';
import { splitDocuments, splitLines } from '../formats/split-document.ts';
import { openArchive } from './archive.ts';
import { documentBeside, MAX_SIDECAR_BYTES, NO_SIDECARS, readSidecars, type Sidecars } from './sidecars.ts';

/** What is found at a place. */
export type Found =
  | {
      readonly kind: 'document';
      readonly origin: string;
      readonly bytes: Uint8Array;
      readonly sidecars: Sidecars;
    }
  | { readonly kind: 'refused'; readonly origin: string; readonly path: string; readonly reason: string }
  /** No document by its name: a README, a picture. */
  | { readonly kind: 'left_out'; readonly origin: string }
  /** So many more are to come. */
  | { readonly kind: 'more'; readonly documents: number };

const MAX_FILES = 1_000_000;
const MAX_DEPTH = 32;

const isPlain = (name: string): boolean => /\.(?:json|jsonl|csv)$/i.test(name);
const isPacked = (name: string): boolean => /\.(?:json|jsonl|csv)\.gz$/i.test(name);
const isLines = (name: string): boolean => /\.jsonl(?:\.gz)?$/i.test(name);
const isArchive = (name: string): boolean => /\.zip$/i.test(name);
const isTaken = (name: string): boolean => isPlain(name) || isPacked(name) || isArchive(name);

/** @param paths files, folders and archives; absolute */
export async function* findDocuments(paths: readonly string[], signal: AbortSignal): AsyncGenerator<Found> {
  for (const path of paths) {
    signal.throwIfAborted();
    try {
      yield* at(path, null, 0, { files: 0 }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      yield refusedAt(path, error);
    }
  }
}

function refusedAt(origin: string, error: unknown): Found & { kind: 'refused' } {
  if (error instanceof Refusal) return { kind: 'refused', origin, path: error.path, reason: error.message };
  const code = (error as NodeJS.ErrnoException).code;
  const known = code === undefined ? undefined : REASONS[code];
  const reason = known ?? `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
  return { kind: 'refused', origin, path: '', reason };
}

const IS_LINK = 'It is a link, and links are not followed: name what it leads to.';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'There is nothing at this path.',
  EACCES: 'Festinger may not read it: look at its owner and mode.',
  EPERM: 'Festinger may not read it: look at its owner and mode.',
  ELOOP: IS_LINK,
};

/** @param beside names of what lies in its folder; null where it was named alone */
async function* at(
  path: string,
  beside: ReadonlySet<string> | null,
  depth: number,
  seen: { files: number },
  signal: AbortSignal,
): AsyncGenerator<Found> {
  const stat = await lstat(path);
  if (stat.isDirectory()) {
    if (depth === MAX_DEPTH) throw new Refusal('', `It is nested more than ${MAX_DEPTH} folders deep.`);
    const names = (await readdir(path)).toSorted();
    const all = new Set(names);
    yield { kind: 'more', documents: names.filter(isPlain).length };
    for (const name of names) {
      signal.throwIfAborted();
      try {
        yield* at(join(path, name), all, depth + 1, seen, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        yield refusedAt(join(path, name), error);
      }
    }
    return;
  }
  if (stat.isSymbolicLink()) throw new Refusal('', IS_LINK);
  if (!stat.isFile()) throw new Refusal('', 'It is neither a file nor a folder.');
  if (++seen.files > MAX_FILES) throw new Refusal('', `More than ${MAX_FILES} files are not read in one go.`);
  if (isTaken(path) || beside === null) yield* fromFile(path, beside, signal);
  else if (!isSidecarIn(basename(path), (name) => beside.has(name))) yield { kind: 'left_out', origin: path };
}

/** Whether a file is about a document that is there. */
function isSidecarIn(name: string, isThere: (name: string) => boolean): boolean {
  const document = documentBeside(name);
  return document !== null && isTaken(document) && isThere(document);
}

async function* fromFile(
  path: string,
  beside: ReadonlySet<string> | null,
  signal: AbortSignal,
): AsyncGenerator<Found> {
  const file = await openFile(path);
  try {
    if (isArchive(path)) yield* fromArchive(path, file, signal);
    else {
      const bytes = await readWhole(file);
      const isThere = (name: string) => beside === null || beside.has(name);
      const sidecars = await readSidecars(bytes, async (suffix) =>
        isThere(basename(path) + suffix) ? readSidecar(path + suffix) : undefined,
      );
      if (!isPacked(path)) yield* documentsIn(path, bytes, sidecars);
      // What signs the packed bytes says nothing of those that are kept.
      else yield* documentsIn(path, await unpacked(bytes), NO_SIDECARS);
    }
  } finally {
    await file.close();
  }
}

/** What signs a file as a whole says nothing of one of several documents in it. */
function* documentsIn(origin: string, bytes: Uint8Array, sidecars: Sidecars): Generator<Found> {
  const several = (isLines(origin) ? splitLines(bytes) : null) ?? splitDocuments(bytes);
  if (several === null) return yield { kind: 'document', origin, bytes, sidecars };
  if (several.length > 1) yield { kind: 'more', documents: several.length - 1 };
  for (const [index, one] of several.entries())
    yield { kind: 'document', origin: `${origin}#${index + 1}`, bytes: one, sidecars: NO_SIDECARS };
}

const openFile = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | constants.O_NOFOLLOW);

/** @returns undefined where there is none, or something else than a short file */
async function readSidecar(path: string): Promise<Uint8Array | undefined> {
  const stat = await lstat(path).catch(() => undefined);
  if (!stat?.isFile() || stat.size > MAX_SIDECAR_BYTES) return undefined;
  const file = await openFile(path);
  try {
    return await readWhole(file);
  } finally {
    await file.close();
  }
}

/** No more of it than a document may have, whatever its size was when somebody looked. */
async function readWhole(file: FileHandle): Promise<Uint8Array> {
  const { size } = await file.stat();
  if (size > MAX_DOCUMENT_BYTES) throw tooLong(size);
  const bytes = Buffer.alloc(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
    if (length > size) throw new Refusal('', 'It grew while it was read: somebody is writing it. Try again.');
  }
  return bytes.subarray(0, length);
}

const tooLong = (size: number): Refusal =>
  new Refusal('', `It is ${size} bytes; ${MAX_DOCUMENT_BYTES} are read at most.`);

const gunzipAsync = promisify(gunzip);

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await gunzipAsync(bytes, { maxOutputLength: MAX_DOCUMENT_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Refusal('', `Unpacked it is more than ${MAX_DOCUMENT_BYTES} bytes.`);
    throw new Refusal(
      '',
      `It cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

async function* fromArchive(path: string, { fd }: FileHandle, signal: AbortSignal): AsyncGenerator<Found> {
  const names = new Set<string>();
  const archive = await openArchive(fd, isPlain, signal);
  yield { kind: 'more', documents: archive.size };
  for await (const { name, bytes } of archive.entries()) {
    names.add(name);
    const origin = `${path}!${name}`;
    try {
      const sidecars = await readSidecars(bytes, (suffix) =>
        archive.leftOutBytes(name + suffix, MAX_SIDECAR_BYTES),
      );
      yield* documentsIn(origin, bytes, sidecars);
    } catch (error) {
      if (signal.aborted || !(error instanceof Refusal)) throw error;
      yield { kind: 'refused', origin, path: error.path, reason: error.message };
    }
  }
  for (const name of archive.leftOut)
    if (!isSidecarIn(name, (document) => names.has(document)))
      yield { kind: 'left_out', origin: `${path}!${name}` };
}

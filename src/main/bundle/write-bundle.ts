// Writes a bundle: the same names and bytes make the same file, in whatever order they are given, on whatever machine. Pulls one source after the other, holds
// none of them in memory, and lets nothing stand under the final name before all of it is on disk. What goes in is its callers' business.
// Source: advisory, Outputs.
import { createHash, randomBytes } from 'node:crypto';
import { lstat, open, stat } from 'node:fs/promises';
import { AppError } from '../../shared/model/envelope.ts';
import { placeWhole, UNFINISHED } from '../store/backup/backup-file.ts';
import { BundleNames, byName, isReserved, SIGNATURES, SUMS_NAME } from './entry-name.ts';
import { DEFAULT_LIMITS, MAX_SIGNATURE_BYTES, MAX_SIGNATURES } from './limits.ts';
import type { SignStatement, Subject } from './signing.ts';
import { type Measured, Spool } from './spool.ts';
import { sumsBytes, sumsText } from './sums.ts';
import { BLOCK } from './tar-header.ts';
import { TarWriter } from './tar-writer.ts';

/** A file that goes in. It is opened once, when its turn has come. */
export interface BundleSource {
  readonly name: string;
  /** Bytes, where they are known: then nothing is kept aside to count them. */
  readonly size?: number;
  /** Its bytes; nobody may write to a chunk that was given out. */
  open(): AsyncIterable<Uint8Array>;
}

export interface BundleOrder {
  /** Of the file to be. */
  readonly path: string;
  readonly sources: readonly BundleSource[];
  readonly sign?: SignStatement;
  /** Whether a file of that name is replaced. */
  readonly overwrite?: boolean;
}

export interface WrittenBundle {
  /** Of the file. */
  readonly bytes: number;
  /** Without the list and the signatures. */
  readonly files: number;
  /** sha256 of `SHA256SUMS` in hex: it stands for all that is in the bundle. */
  readonly sumsSha256: string;
}

/**
 * Writes a bundle. An error or an abort leaves nothing behind; a kill leaves a file whose name ends with `.unfinished`.
 * @throws AppError INVALID_INPUT for names that may not be, CONFLICT when there is a file of that name, PAYLOAD_TOO_LARGE, UNAVAILABLE for what the disk refuses;
 *   what a source threw, or what `signal` was aborted with
 */
export async function writeBundle(order: BundleOrder, signal: AbortSignal): Promise<WrittenBundle> {
  const { path, overwrite = false } = order;
  const sources = checkedSources(order.sources);
  const refuseTaken = async () => {
    if (!overwrite && (await isThere(path)))
      throw new AppError(
        'CONFLICT',
        `There is a file ${path} already. Give another name, or say that it is to be replaced.`,
      );
  };
  // Two that write to one name at once do not write to one file.
  const unfinished = `${path}.${randomBytes(4).toString('hex')}${UNFINISHED}`;
  return placeWhole({ path, unfinished }, signal, async () => {
    const spool = new Spool(`${unfinished}.sizes${UNFINISHED}`, DEFAULT_LIMITS.entryBytes);
    try {
      await refuseTaken();
      const written = await writeEntries(sources, order.sign, unfinished, spool, signal);
      // Again, since writing takes long.
      await refuseTaken();
      return { ...written, bytes: (await stat(unfinished)).size };
    } finally {
      await spool.close();
    }
  });
}

/** In the order in which they stand in the archive. */
function checkedSources(sources: readonly BundleSource[]): readonly BundleSource[] {
  if (sources.length === 0) throw new AppError('INVALID_INPUT', 'A bundle of no files is none.');
  if (sources.length + 1 + MAX_SIGNATURES > DEFAULT_LIMITS.entries)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `${sources.length} files are more than a bundle may hold, which is ${DEFAULT_LIMITS.entries}.`,
    );
  const names = new BundleNames();
  const sorted = sources.toSorted(byName);
  for (const { name } of sorted) {
    const fault = isReserved(name) ? 'is kept for what attests the others' : names.add(name);
    if (fault !== null)
      throw new AppError('INVALID_INPUT', `"${name}" cannot be in a bundle: the name ${fault}.`, { name });
  }
  return sorted;
}

async function writeEntries(
  sources: readonly BundleSource[],
  sign: SignStatement | undefined,
  file: string,
  spool: Spool,
  signal: AbortSignal,
): Promise<Omit<WrittenBundle, 'bytes'>> {
  const tar = new TarWriter(file, signal);
  try {
    // The list stands first, so that who reads knows what has to come; its place is kept until the hashes are known.
    const size = sumsBytes(sources.map(({ name }) => name));
    await tar.add(SUMS_NAME, { size, chunks: emptyBytes(size) });
    const sums = await addSources(tar, sources, spool, signal);
    const text = Buffer.from(sumsText(sums), 'latin1');
    const sumsSha256 = createHash('sha256').update(text).digest('hex');
    if (sign) await addSignatures(tar, sign, [{ name: SUMS_NAME, sha256: sumsSha256 }, ...subjectsOf(sums)]);
    await tar.finish();
    await putSums(file, text);
    return { files: sums.size, sumsSha256 };
  } catch (error) {
    throw await tar.abandon(error);
  }
}

/** @returns the hashes by name, in order */
async function addSources(
  tar: TarWriter,
  sources: readonly BundleSource[],
  spool: Spool,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const sums = new Map<string, string>();
  let total = 0;
  for (const source of sources) {
    signal.throwIfAborted();
    const measured: Measured =
      source.size === undefined
        ? await spool.measure(source.name, source.open(), signal)
        : { size: source.size, chunks: source.open() };
    total += measured.size;
    if (measured.size > DEFAULT_LIMITS.entryBytes || total > DEFAULT_LIMITS.totalBytes)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `With ${source.name} the bundle is larger than one may be: ${DEFAULT_LIMITS.entryBytes} bytes a file, ${DEFAULT_LIMITS.totalBytes} in all.`,
      );
    sums.set(source.name, await tar.add(source.name, measured));
  }
  return sums;
}

async function addSignatures(
  tar: TarWriter,
  sign: SignStatement,
  subjects: readonly Subject[],
): Promise<void> {
  const names = new BundleNames();
  const signatures = (await sign(subjects))
    .map(({ file, text }) => ({ name: SIGNATURES + file, bytes: Buffer.from(text) }))
    .toSorted(byName);
  if (signatures.length > MAX_SIGNATURES)
    throw new AppError('PAYLOAD_TOO_LARGE', `A bundle has ${MAX_SIGNATURES} signatures at most.`);
  for (const { name, bytes } of signatures) {
    const fault = names.add(name);
    if (fault !== null)
      throw new AppError('INVALID_INPUT', `"${name}" cannot be a signature: the name ${fault}.`, { name });
    if (bytes.byteLength > MAX_SIGNATURE_BYTES)
      throw new AppError('PAYLOAD_TOO_LARGE', `${name} is larger than ${MAX_SIGNATURE_BYTES} bytes.`);
    await tar.add(name, { size: bytes.byteLength, chunks: [bytes] });
  }
}

function* subjectsOf(sums: ReadonlyMap<string, string>): Generator<Subject> {
  for (const [name, sha256] of sums) yield { name, sha256 };
}

function* emptyBytes(size: number): Generator<Uint8Array> {
  const zeros = new Uint8Array(65_536);
  for (let left = size; left > 0; left -= zeros.byteLength)
    yield zeros.subarray(0, Math.min(left, zeros.byteLength));
}

/** Puts the list where its place was kept, behind the first header, and all of the file on disk. */
async function putSums(file: string, text: Uint8Array): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    for (let from = 0; from < text.byteLength; ) {
      const { bytesWritten } = await handle.write(text, from, text.byteLength - from, BLOCK + from);
      from += bytesWritten;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

// Zip archives of documents, such as `all.zip` of an ecosystem of OSV. An archive is looked at whole before anything in it is taken: what it says of sizes is held
// against what comes out, and names against what a path may be. Nothing is written to disk, so a name can lead nowhere; one that tries is refused all the same,
// with the archive. Called by sources.ts, in the thread that imports. Source: advisory, Evidence.
import { type Entry, fromFd, type ZipFile } from 'yauzl';
import { MAX_DOCUMENT_BYTES } from '../formats/read-document.ts';
import { Refusal } from '../formats/refusal.ts';

/** The npm archive of OSV has some 220,000. */
const MAX_ENTRIES = 1_000_000;
/** Bytes of all entries together. */
const MAX_TOTAL_BYTES = 20_000_000_000;
/** How many times larger than packed an entry may be, from where it matters; JSON packs to a tenth. */
const MAX_RATIO = 200;
const RATIO_MATTERS_BYTES = 10_000_000;

const ENCRYPTED = 0x1;

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Archive {
  /** How many documents there are to read. */
  readonly size: number;
  /** Names of what is no document: it is left out. */
  readonly leftOut: readonly string[];
  /** In order of their names. */
  entries(): AsyncIterable<ArchiveEntry>;
  /**
   * One of what is left out; to be asked for while the entries wait.
   * @returns undefined where there is none of this name, or it is longer
   */
  leftOutBytes(name: string, most: number): Promise<Uint8Array | undefined>;
}

/**
 * Opens an archive and looks at all of it.
 * @param fd an open file; its owner closes it
 * @param isDocument whether a name is one of a document
 * @throws Refusal for one that is damaged, encrypted, larger than anything real, or has names that lead out of it
 */
export async function openArchive(
  fd: number,
  isDocument: (name: string) => boolean,
  signal: AbortSignal,
): Promise<Archive> {
  try {
    const zip = await opened(fd);
    const all = await listed(zip);
    const documents = all.filter(({ fileName }) => isDocument(fileName)).toSorted(byName);
    await measure(zip, documents, signal);
    const leftOut = new Map(
      all.filter(({ fileName }) => !isDocument(fileName)).map((entry) => [entry.fileName, entry]),
    );
    return {
      size: documents.length,
      leftOut: [...leftOut.keys()],
      entries: () => read(zip, documents, signal),
      leftOutBytes: async (name, most) => {
        const entry = leftOut.get(name);
        return entry && entry.uncompressedSize <= most ? bytesOf(zip, entry) : undefined;
      },
    };
  } catch (error) {
    if (error instanceof Refusal || signal.aborted) throw error;
    throw new Refusal(
      '',
      `The archive cannot be read: ${(error instanceof Error ? error.message : String(error)).replace(/\.+$/, '')}.`,
    );
  }
}

/** Names are checked, sizes are held against what comes out, and entries come when they are asked for. */
const OPTIONS = { lazyEntries: true, validateEntrySizes: true, strictFileNames: true, autoClose: false };

const byName = (a: Entry, b: Entry): number =>
  a.fileName < b.fileName ? -1 : a.fileName > b.fileName ? 1 : 0;

function opened(fd: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromFd(fd, OPTIONS, (error, zip) => {
      if (error || !zip) reject(error ?? new Error('it is no archive'));
      else resolve(zip);
    });
  });
}

/** Every entry that is a file, as the directory of the archive has it. */
async function listed(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new Refusal('', `The archive has ${zip.entryCount} entries; ${MAX_ENTRIES} are read at most.`);
  const { promise, resolve, reject } = Promise.withResolvers<Entry[]>();
  const all = new Map<string, Entry>();
  let total = 0;
  zip.on('error', reject);
  zip.on('end', () => resolve([...all.values()]));
  zip.on('entry', (entry: Entry) => {
    try {
      if (!entry.fileName.endsWith('/')) {
        total += entry.uncompressedSize;
        refuseEntry(entry, all, total);
        all.set(entry.fileName, entry);
      }
      zip.readEntry();
    } catch (error) {
      reject(error);
    }
  });
  zip.readEntry();
  return promise;
}

function refuseEntry(entry: Entry, all: ReadonlyMap<string, Entry>, total: number): void {
  const { fileName, uncompressedSize, compressedSize, generalPurposeBitFlag } = entry;
  const refuse = (why: string) => {
    throw new Refusal(fileName, `The archive is not taken: ${why}.`);
  };
  if (all.has(fileName)) refuse('this name is in it twice');
  if (/\p{Cc}/u.test(fileName)) refuse('this name has control characters');
  if (generalPurposeBitFlag & ENCRYPTED) refuse('this entry is encrypted');
  if (uncompressedSize > MAX_DOCUMENT_BYTES)
    refuse(`this entry is ${uncompressedSize} bytes, and ${MAX_DOCUMENT_BYTES} are read at most`);
  if (uncompressedSize > RATIO_MATTERS_BYTES && uncompressedSize > compressedSize * MAX_RATIO)
    refuse(
      `this entry grows to ${Math.round(uncompressedSize / Math.max(1, compressedSize))} times its size`,
    );
  if (total > MAX_TOTAL_BYTES) refuse(`its entries are more than ${MAX_TOTAL_BYTES} bytes together`);
}

/** Unpacks everything once and keeps nothing: what is damaged, or larger than it says, is found before anything is taken. */
async function measure(zip: ZipFile, entries: readonly Entry[], signal: AbortSignal): Promise<void> {
  for (const entry of entries) {
    signal.throwIfAborted();
    for await (const _ of await streamOf(zip, entry));
  }
}

async function* read(
  zip: ZipFile,
  entries: readonly Entry[],
  signal: AbortSignal,
): AsyncGenerator<ArchiveEntry> {
  for (const entry of entries) {
    signal.throwIfAborted();
    yield { name: entry.fileName, bytes: await bytesOf(zip, entry) };
  }
}

async function bytesOf(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of await streamOf(zip, entry)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** It fails when more comes out than the entry says. */
async function streamOf(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ReadableStream>();
  zip.openReadStream(entry, (error, stream) => {
    if (error || !stream)
      reject(new Refusal(entry.fileName, `The archive is not taken: ${error?.message ?? 'nothing'}.`));
    else resolve(stream);
  });
  return promise;
}

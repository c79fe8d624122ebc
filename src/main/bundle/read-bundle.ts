// Reads a bundle from outside, entry after entry, as strictly as it was written: an archive that write-bundle.ts cannot have made is refused at the first byte
// that shows it. Never writes to disk, and never believes a size before it fits the file. Called by verify-bundle.ts, and by who takes in what a bundle holds,
// after verify-bundle.ts. Source: advisory, Outputs.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { diskError } from '../store/backup/backup-file.ts';
import { BundleRefusal, END, NO_BUNDLE, WHOLE } from './bundle-refusal.ts';
import { BundleNames, PLACES, type Place, placeOf, SUMS_NAME } from './entry-name.ts';
import { FileWindow } from './file-window.ts';
import { type BundleLimits, DEFAULT_LIMITS } from './limits.ts';
import { FOLDER, whatInstead } from './no-bundle.ts';
import { BLOCK, isEmptyBlock, paddingOf, readHeader } from './tar-header.ts';

export interface BundleEntry {
  readonly name: string;
  readonly place: Place;
  /** Bytes. */
  readonly size: number;
  /** What it holds, from its beginning; to be read before the next entry is asked for. */
  bytes(): AsyncGenerator<Uint8Array>;
}

export interface ReadOptions {
  readonly limits?: Partial<BundleLimits>;
  /** The hashes `verifyBundle` found to be right: an entry that by now has other bytes, or is another, is refused. */
  readonly sums?: ReadonlyMap<string, string>;
  readonly signal?: AbortSignal;
}

const END_BYTES = 2 * BLOCK;
/** Its first header is whole, and not one of ours. */
const REPACKED =
  ' Another program made this tar: a bundle that was unpacked and packed again is no longer the one that was signed.';

/**
 * The entries of a bundle in their order: `SHA256SUMS`, the files by name, the signatures by name. Nothing is known of their hashes yet.
 * @param path of the file
 * @throws BundleRefusal for what is no bundle of ours, also after some entries; AppError UNAVAILABLE for what the disk refuses
 */
export async function* readBundle(path: string, options: ReadOptions = {}): AsyncGenerator<BundleEntry> {
  let file: FileHandle | undefined;
  try {
    // A pipe would have us wait for who writes to it; not waiting means nothing to a file.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = await file.stat();
    if (!stat.isFile()) throw new BundleRefusal(NO_BUNDLE, stat.isDirectory() ? FOLDER : 'It is no file.');
    const { signal, sums } = options;
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    yield* new Reading(new FileWindow(file), stat.size, limits, sums, signal).entries();
  } catch (error) {
    throw diskError(error, path);
  } finally {
    await file?.close();
  }
}

class Reading {
  readonly #window: FileWindow;
  readonly #fileBytes: number;
  readonly #limits: BundleLimits;
  readonly #sums: ReadonlyMap<string, string> | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #names = new BundleNames();
  #count = 0;
  #files = 0;
  #total = 0;
  #last: { readonly place: Place; readonly name: string } | undefined;

  constructor(
    window: FileWindow,
    fileBytes: number,
    limits: BundleLimits,
    sums: ReadonlyMap<string, string> | undefined,
    signal: AbortSignal | undefined,
  ) {
    this.#window = window;
    this.#fileBytes = fileBytes;
    this.#limits = limits;
    this.#sums = sums;
    this.#signal = signal;
  }

  async *entries(): AsyncGenerator<BundleEntry> {
    await this.#refuseOthers();
    let at = 0;
    for (;;) {
      this.#signal?.throwIfAborted();
      const block = await this.#block(at);
      if (isEmptyBlock(block)) break;
      const { name, size } = this.#header(block, at);
      const from = at + BLOCK;
      const place = placeOf(name);
      if (place === 'file') this.#files += 1;
      yield { name, place, size, bytes: () => this.#bytes(name, from, size) };
      const padding = paddingOf(size);
      if (padding > 0 && !isEmptyBlock(await this.#window.at(from + size, padding, padding)))
        throw new BundleRefusal(name, 'What fills its last block is not empty.');
      at = from + size + padding;
    }
    await this.#refuseOtherEnd(at);
  }

  async #refuseOthers(): Promise<void> {
    const instead = whatInstead(await this.#window.at(0, BLOCK));
    if (instead !== null) throw new BundleRefusal(NO_BUNDLE, instead);
  }

  async #block(at: number): Promise<Uint8Array> {
    const block = await this.#window.at(at, BLOCK, BLOCK);
    if (block.byteLength < BLOCK) throw new BundleRefusal(END, 'The file is cut off.', false);
    return block;
  }

  /** A header that may stand here. */
  #header(block: Uint8Array, at: number): { name: string; size: number } {
    const header = readHeader(block);
    if (!header.ok) {
      // Where no file has room any more, this was the end.
      if (header.fault === 'damaged' && this.#fileBytes - at <= END_BYTES)
        throw new BundleRefusal(END, 'The two blocks that end it are not empty, or it is cut off.');
      const isForeign = header.fault === 'foreign';
      throw new BundleRefusal(
        printable(header.name),
        `${header.reason} (at byte ${at}).${isForeign && at === 0 ? REPACKED : ''}`,
        isForeign,
      );
    }
    const { name, size } = header;
    const nameFault = this.#names.add(name);
    const fault =
      nameFault === null ? (this.#orderFault(name) ?? this.#sizeFault(size)) : `The name ${nameFault}`;
    if (fault !== null) throw new BundleRefusal(printable(name), `${fault} (at byte ${at}).`);
    if (at + BLOCK + size + paddingOf(size) + END_BYTES > this.#fileBytes)
      throw new BundleRefusal(name, 'The file is cut off in it, or right behind it.');
    return { name, size };
  }

  #orderFault(name: string): string | null {
    const last = this.#last;
    const place = placeOf(name);
    this.#last = { place, name };
    if (last === undefined) return place === 'sums' ? null : `It stands where ${SUMS_NAME} has to be`;
    const isBehind =
      place === last.place ? name > last.name : PLACES.indexOf(place) > PLACES.indexOf(last.place);
    return isBehind ? null : `It is out of order: it stands behind ${last.name}`;
  }

  #sizeFault(size: number): string | null {
    this.#count += 1;
    this.#total += size;
    const { entries, entryBytes, totalBytes } = this.#limits;
    if (this.#count > entries) return `It is one too many: ${entries} files are read`;
    if (size > entryBytes) return `It has ${size} bytes, and ${entryBytes} are read of one file`;
    return this.#total > totalBytes ? `It is too much: ${totalBytes} bytes are read in all` : null;
  }

  async *#bytes(name: string, from: number, size: number): AsyncGenerator<Uint8Array> {
    const hash = this.#sums && placeOf(name) === 'file' ? createHash('sha256') : undefined;
    let left = size;
    while (left > 0) {
      this.#signal?.throwIfAborted();
      const piece = await this.#window.at(from + size - left, left);
      if (piece.byteLength === 0) throw new BundleRefusal(name, 'The file was cut off while it was read.');
      hash?.update(piece);
      left -= piece.byteLength;
      yield piece;
    }
    if (hash && this.#sums?.get(name) !== hash.digest('hex'))
      throw new BundleRefusal(name, 'It has changed since it was verified.');
  }

  /** Two empty blocks, and nothing behind them. */
  async #refuseOtherEnd(at: number): Promise<void> {
    if (this.#count === 0) throw new BundleRefusal(WHOLE, 'There is nothing in it.');
    const behind = this.#fileBytes - at;
    if (behind < END_BYTES) throw new BundleRefusal(END, 'The file is cut off.');
    if (!isEmptyBlock(await this.#window.at(at + BLOCK, BLOCK, BLOCK)))
      throw new BundleRefusal(END, 'The two blocks that end it are not empty.');
    if (behind > END_BYTES) throw new BundleRefusal(END, `${behind - END_BYTES} bytes stand behind the end.`);
    if (this.#sums && this.#files !== this.#sums.size)
      throw new BundleRefusal(WHOLE, 'It has fewer files than when it was verified.');
  }
}

/** A name that was refused may hold anything. */
const printable = (name: string): string => name.replace(/[^\x20-\x7e]/g, '?');

// What a file is that is no bundle, told by how it begins, and what to do with it: people choose the packed one, the key beside it, a database. A bundle that was damaged or
// cut is not called something else. Pure. Called by read-bundle.ts.
import { SUMS_NAME } from './entry-name.ts';
import { BLOCK } from './tar-header.ts';

const A_BUNDLE = 'A bundle is the .tar that Offline bundle, or festinger export-bundle, wrote.';

export const FOLDER = `It is a folder. ${A_BUNDLE}`;
export const EMPTY = 'The file is empty: it was not copied to its end, or never written. Have it sent again.';

/** How other files begin, and what is said of them. */
const OTHERS: readonly (readonly [begins: string, reason: string])[] = [
  ...(
    [
      ['gzip', 'gunzip', '\x1f\x8b'],
      ['zstd', 'unzstd', '\x28\xb5\x2f\xfd'],
      ['xz', 'unxz', '\xfd7zXZ'],
      ['bzip2', 'bunzip2', 'BZh'],
      ['lz4', 'unlz4', '\x04\x22\x4d\x18'],
      ['zip', 'unzip', 'PK\x03\x04'],
      ['zip, with nothing in it', 'unzip', 'PK\x05\x06'],
      ['7z', '7z', '7z\xbc\xaf\x27\x1c'],
      ['rar', 'unrar', 'Rar!'],
    ] as const
  ).map(
    ([how, by, begins]) =>
      [begins, `The file is packed with ${how} (${by} unpacks it). Unpack it first.`] as const,
  ),
  ['-----BEGIN ', `It is a key or a certificate: give it as the key, beside the bundle. ${A_BUNDLE}`],
  ['SQLite format 3\0', `It is a database, and no export of one. ${A_BUNDLE}`],
  ['%PDF-', `It is a PDF. ${A_BUNDLE}`],
];

const FORMAT_AT = 257;
const FORMAT = 'ustar';
const BLANK = 0x20;
/** Control characters that text has: tab to carriage return, and the escape of a terminal. */
const isText = (byte: number): boolean => byte >= BLANK || (byte >= 9 && byte <= 13) || byte === 27;

/**
 * @param head the first block of the file, or all of a shorter one
 * @returns a sentence or two; null where it begins as a bundle, whole or not, or as any tar
 */
export function whatInstead(head: Uint8Array): string | null {
  if (head.byteLength === 0) return EMPTY;
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, BLOCK));
  const text = bytes.toString('latin1');
  const other = OTHERS.find(([begins]) => text.startsWith(begins));
  if (other) return other[1];
  if (text.startsWith(FORMAT, FORMAT_AT) || begun(text) || bytes.every((byte) => byte === 0)) return null;
  // A tar from before there was a sign for it has zeros where a text has none.
  if (bytes.every(isText)) return `It is text. ${A_BUNDLE}`;
  return hasChecksum(text) ? null : `It is no tar. ${A_BUNDLE}`;
}

/** A bundle begins with its list, or was cut before that could be seen. */
const begun = (text: string): boolean =>
  text.startsWith(SUMS_NAME) || SUMS_NAME.startsWith(text.slice(0, SUMS_NAME.length));

/** Six octal digits where every tar has them. */
const hasChecksum = (text: string): boolean => /^[ 0-7]{6}/.test(text.slice(148, 156));

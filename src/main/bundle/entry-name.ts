// What files in a bundle may be called, and in what order they stand. A name that is allowed is the same file on every system it is unpacked on, stays
// within the folder it is unpacked in, and fits a plain tar header. Pure. Called by write-bundle.ts, read-bundle.ts and sums.ts.
// Source: advisory, Outputs.

/** The list of hashes, always the first entry. */
export const SUMS_NAME = 'SHA256SUMS';
/** What the signatures over it begin with, always the last entries. */
export const SIGNATURES = 'signatures/';

/** Longest name, characters. More than 155 would not always fit the two fields that a plain header has for it. */
export const MAX_NAME_CHARS = 155;
/** Longest part of a name, characters: the last one has a field of 100 to itself. */
export const MAX_SEGMENT_CHARS = 100;
export const MAX_SEGMENTS = 8;

const ALLOWED = /^[A-Za-z0-9._-]+$/;
/** Names that are devices on Windows, whatever comes behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** What is wrong with a segment, in the order in which it is said. */
const SEGMENT_FAULTS: readonly (readonly [reason: string, isAtFault: (segment: string) => boolean])[] = [
  ['has an empty part between two slashes', (segment) => segment === ''],
  ['has "." or ".." as a part', (segment) => segment === '.' || segment === '..'],
  [
    `has a part of more than ${MAX_SEGMENT_CHARS} characters`,
    (segment) => segment.length > MAX_SEGMENT_CHARS,
  ],
  ['has other characters than A-Z, a-z, 0-9, ".", "_", "-" and "/"', (segment) => !ALLOWED.test(segment)],
  [
    'has a part that begins with "-", which programs take for an option',
    (segment) => segment.startsWith('-'),
  ],
  ['has a part that ends with ".", which Windows drops', (segment) => segment.endsWith('.')],
  ['has a part that is a device on Windows', (segment) => DEVICE.test(stem(segment).toLowerCase())],
];

const stem = (segment: string): string => segment.split('.', 1)[0] ?? '';

/**
 * Why a name may not stand in a bundle.
 * @returns what completes "the name ..." as a sentence, or null for a name that may
 * @example nameFault('briefs/../x') // 'has "." or ".." as a part'
 */
export function nameFault(name: string): string | null {
  if (name === '') return 'is empty';
  if (name.length > MAX_NAME_CHARS) return `has more than ${MAX_NAME_CHARS} characters`;
  if (name.startsWith('/')) return 'is absolute';
  if (name.endsWith('/')) return 'is that of a folder';
  const segments = name.split('/');
  if (segments.length > MAX_SEGMENTS) return `has more than ${MAX_SEGMENTS} parts`;
  for (const segment of segments) {
    const fault = SEGMENT_FAULTS.find(([, isAtFault]) => isAtFault(segment));
    if (fault) return fault[0];
  }
  return null;
}

/** Whether a name, in whatever case, is kept for what attests the other files. */
export function isReserved(name: string): boolean {
  const folded = name.toLowerCase();
  return folded === SUMS_NAME.toLowerCase() || `${folded}/`.startsWith(SIGNATURES);
}

/** Where an entry stands: the list of hashes, then what it lists, then the signatures over it. */
export type Place = 'sums' | 'file' | 'signature';
export const PLACES: readonly Place[] = ['sums', 'file', 'signature'];

export function placeOf(name: string): Place {
  if (name === SUMS_NAME) return 'sums';
  return name.startsWith(SIGNATURES) ? 'signature' : 'file';
}

/** By code points; names are ASCII, so that is by bytes, as `LC_ALL=C sort` does. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

/** The names of one bundle. Two that differ in case alone are one file on some systems; and no name is a file and a folder. */
export class BundleNames {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  /**
   * Takes a name in, unless it is not allowed beside those that are here.
   * @returns what completes "the name ..." as a sentence, or null when it was taken in
   */
  add(name: string): string | null {
    const fault = nameFault(name);
    if (fault !== null) return fault;
    const folded = name.toLowerCase();
    if (this.#files.has(folded)) return 'is there twice (upper and lower case are one)';
    if (this.#folders.has(folded)) return 'is that of a file and of a folder';
    const folders = foldersOf(folded);
    if (folders.some((folder) => this.#files.has(folder))) return 'lies in a folder that is a file as well';
    this.#files.add(folded);
    for (const folder of folders) this.#folders.add(folder);
    return null;
  }
}

/** `a/b/c` lies in `a` and in `a/b`. */
function foldersOf(name: string): string[] {
  const folders: string[] = [];
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) folders.push(name.slice(0, at));
  return folders;
}

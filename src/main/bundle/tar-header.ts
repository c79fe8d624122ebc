// The 512 bytes in front of an entry, read as strictly as our writer writes them: every byte is held against what it has to be, so that a name and a size have
// one header and whatever else a tar may say (links, devices, long names, sparse files, owners, times) is refused. Pure. Called by read-bundle.ts.
// Source: advisory, Outputs.

/** Bytes of a block, of which a tar is made. */
export const BLOCK = 512;

/**
 * `damaged`: its checksum is wrong, so that nothing it says can be believed, its name neither. `foreign`: it is whole, and not one of ours.
 * `name` is what it calls itself, whatever that is.
 */
export type HeaderReading =
  | { readonly ok: true; readonly name: string; readonly size: number }
  | {
      readonly ok: false;
      readonly fault: 'damaged' | 'foreign';
      readonly name: string;
      readonly reason: string;
    };

interface Field {
  readonly what: string;
  readonly from: number;
  readonly bytes: string;
}

const zeros = (count: number): string => '\0'.repeat(count);

/** What is the same in every header, by its place. */
const FIXED: readonly Field[] = [
  { what: 'permissions', from: 100, bytes: '000644 \0' },
  { what: 'owner', from: 108, bytes: '000000 \0' },
  { what: 'group', from: 116, bytes: '000000 \0' },
  { what: 'time', from: 136, bytes: '00000000000 ' },
  { what: 'target of a link', from: 157, bytes: zeros(100) },
  { what: 'format', from: 257, bytes: 'ustar\x0000' },
  { what: 'name of an owner or a group', from: 265, bytes: zeros(64) },
  { what: 'device', from: 329, bytes: '000000 \x00000000 \0' },
  { what: 'end', from: 500, bytes: zeros(12) },
];

/** What else a tar may hold, by its sign. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  '\0': 'a file of an old tar',
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '5': 'a folder',
  '6': 'a pipe',
  '7': 'a contiguous file',
  x: 'a header with extensions (pax)',
  g: 'a header with extensions (pax)',
  K: 'a long name (GNU)',
  L: 'a long name (GNU)',
  M: 'a part of another archive',
  S: 'a sparse file',
};

const NAME_CHARS = 100;
const PREFIX_AT = 345;
const PREFIX_CHARS = 155;
const SIZE_AT = 124;
const SIZE = /^[0-7]{11} $/;
const CHECKSUM_AT = 148;
const CHECKSUM_CHARS = 8;
const CHECKSUM = /^[0-7]{6} \0$/;
const KIND_AT = 156;

/** @param block its 512 bytes */
export function readHeader(block: Uint8Array): HeaderReading {
  const text = Buffer.from(block.buffer, block.byteOffset, BLOCK).toString('latin1');
  const prefix = cut(text.slice(PREFIX_AT, PREFIX_AT + PREFIX_CHARS));
  const last = cut(text.slice(0, NAME_CHARS));
  const name = prefix === '' ? last : `${prefix}/${last}`;
  const refused = (fault: 'damaged' | 'foreign', reason: string): HeaderReading => ({
    ok: false,
    fault,
    name,
    reason,
  });

  const checksum = text.slice(CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_CHARS);
  if (Number.parseInt(checksum, 8) !== sumOf(block))
    return refused('damaged', 'The checksum of its header is wrong');
  const kind = text[KIND_AT] ?? '';
  if (kind !== '0') return refused('foreign', `It is ${OTHER_KINDS[kind] ?? 'of a kind nobody knows'}`);
  const other = FIXED.find(({ from, bytes }) => !text.startsWith(bytes, from));
  if (other) return refused('foreign', `Its header has another ${other.what} than those of a bundle`);
  if (!CHECKSUM.test(checksum)) return refused('foreign', 'Its checksum is written in another way');
  const size = text.slice(SIZE_AT, SIZE_AT + 12);
  if (!SIZE.test(size)) return refused('foreign', 'Its size is not written as eleven octal digits');
  if (nameFields(name) !== text.slice(0, NAME_CHARS) + text.slice(PREFIX_AT, PREFIX_AT + PREFIX_CHARS))
    return refused('foreign', 'Its name is written in another way');
  return { ok: true, name, size: Number.parseInt(size, 8) };
}

/** A field up to the zeros that fill it. */
function cut(field: string): string {
  const end = field.indexOf('\0');
  return end < 0 ? field : field.slice(0, end);
}

/** A name as the two fields have it: in front goes no more than has to, so that 100 characters are left. */
function nameFields(name: string): string {
  let at = -1;
  while (name.length - at - 1 > NAME_CHARS) {
    const next = name.indexOf('/', at + 1);
    if (next < 0) break;
    at = next;
  }
  return (
    name.slice(at + 1).padEnd(NAME_CHARS, '\0') + name.slice(0, Math.max(0, at)).padEnd(PREFIX_CHARS, '\0')
  );
}

/** All bytes together; those of the checksum count as blanks. */
function sumOf(block: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) {
    const isOwn = i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_CHARS;
    sum += isOwn ? 0x20 : (block[i] ?? 0);
  }
  return sum;
}

export const isEmptyBlock = (block: Uint8Array): boolean => block.every((byte) => byte === 0);

/** Bytes that fill the last block of a file of this size. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

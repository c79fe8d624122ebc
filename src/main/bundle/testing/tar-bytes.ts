// Archives made by hand, byte by byte, to be refused: what a header says is decided by the test. Used by the tests of this room.
import { sha256Of } from './sample-bundle.ts';

export interface HeaderFields {
  readonly name: string;
  readonly prefix?: string;
  readonly size?: string;
  readonly kind?: string;
  readonly mode?: string;
  readonly uid?: string;
  readonly mtime?: string;
  readonly link?: string;
  readonly magic?: string;
  readonly owner?: string;
  readonly end?: string;
  /** Instead of the right one. */
  readonly checksum?: string;
}

export const octal = (size: number): string => `${size.toString(8).padStart(11, '0')} `;

export function header(fields: HeaderFields): Buffer {
  const block = Buffer.alloc(512);
  const put = (text: string, at: number) => block.write(text, at, 'latin1');
  put(fields.name, 0);
  put(fields.mode ?? '000644 ', 100);
  put(fields.uid ?? '000000 ', 108);
  put('000000 ', 116);
  put(fields.size ?? octal(0), 124);
  put(fields.mtime ?? octal(0), 136);
  put(fields.kind ?? '0', 156);
  put(fields.link ?? '', 157);
  put(fields.magic ?? 'ustar\x0000', 257);
  put(fields.owner ?? '', 265);
  put('000000 \x00000000 ', 329);
  put(fields.prefix ?? '', 345);
  put(fields.end ?? '', 500);
  const sum = block.reduce((all, byte) => all + byte, 8 * 0x20);
  put(fields.checksum ?? `${sum.toString(8).padStart(6, '0')} \0`, 148);
  return block;
}

export const padded = (data: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(data);
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
};

export const entry = (name: string, data: string, fields: Partial<HeaderFields> = {}): Buffer =>
  Buffer.concat([header({ name, size: octal(Buffer.byteLength(data)), ...fields }), padded(data)]);

export const END_BLOCKS = Buffer.alloc(1024);

/** The list of these files, as its entry. */
export const sumsEntry = (files: Readonly<Record<string, string>>): Buffer =>
  entry(
    'SHA256SUMS',
    Object.entries(files)
      .map(([name, data]) => `${sha256Of(data)}  ${name}\n`)
      .join(''),
  );

// One regular file in a tar archive, as engines take files in and give them out: read from the pieces of an archive, or made. Of the
// format it knows what one file needs: the head, sizes and owners beyond octal digits (GNU base 256), and the heads of long names, whose
// content it skips. Used by container-files.ts.
import { AppError } from '../../../shared/model/envelope.ts';

const BLOCK = 512;
const FILE_TYPES = new Set(['0', '\0', '7']);
/** Heads that speak of the next one: pax (x, g), GNU long names (L, K). */
const BESIDE = new Set(['x', 'g', 'L', 'K']);
/** More than such a head has any use for, bytes. */
const MOST_BESIDE = 1 << 20;

export interface TarFile {
  readonly bytes: Buffer;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** @throws AppError NOT_ALLOWED for what is no file, PAYLOAD_TOO_LARGE, EXECUTION_FAILED for what is no archive */
export async function readTarFile(archive: AsyncIterable<Buffer>, maxBytes: number): Promise<TarFile> {
  const blocks = new Blocks(archive);
  for (;;) {
    const head = await blocks.take(BLOCK);
    checkSum(head);
    const size = numberAt(head, 124, 12);
    const type = head.toString('latin1', 156, 157);
    if (BESIDE.has(type)) {
      if (size > MOST_BESIDE) throw broken();
      const beside = await blocks.take(padded(size));
      if (type === 'x' && beside.includes(' size=')) throw tooLarge(maxBytes);
      continue;
    }
    if (!FILE_TYPES.has(type)) throw new AppError('NOT_ALLOWED', 'It is no regular file');
    if (size > maxBytes) throw tooLarge(maxBytes);
    const bytes = await blocks.take(size);
    return {
      bytes,
      mode: numberAt(head, 100, 8) & 0o7777,
      uid: numberAt(head, 108, 8),
      gid: numberAt(head, 116, 8),
    };
  }
}

/** An archive of one file. @param name at most 100 bytes, one folder's */
export function tarOf(name: string, file: TarFile, seconds: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  head.write(name, 0, 100);
  writeNumber(head, file.mode, 100, 8);
  writeNumber(head, file.uid, 108, 8);
  writeNumber(head, file.gid, 116, 8);
  writeNumber(head, file.bytes.length, 124, 12);
  writeNumber(head, seconds, 136, 12);
  head.write('0', 156);
  head.write('ustar\x0000', 257, 'latin1');
  head.write(`${sumOf(head).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  const fill = Buffer.alloc(padded(file.bytes.length) - file.bytes.length + 2 * BLOCK);
  return Buffer.concat([head, file.bytes, fill]);
}

const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;
const broken = (): AppError => new AppError('EXECUTION_FAILED', 'The engine sent a broken archive');
const tooLarge = (maxBytes: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${maxBytes} bytes`);

function checkSum(head: Buffer): void {
  if (numberAt(head, 148, 8) !== sumOf(head)) throw broken();
}

/** Of all bytes, those of the sum itself as blanks. */
function sumOf(head: Buffer): number {
  return head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

/** Octal digits, or with the first bit set a number to base 256. */
function numberAt(head: Buffer, at: number, length: number): number {
  const field = head.subarray(at, at + length);
  if ((field[0] ?? 0) & 0x80) {
    const value = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, (field[0] ?? 0) & 0x7f);
    if (!Number.isSafeInteger(value)) throw broken();
    return value;
  }
  const digits = field.toString('latin1').split('\0', 1)[0]?.trim() ?? '';
  const value = digits === '' ? 0 : Number.parseInt(digits, 8);
  if (Number.isNaN(value)) throw broken();
  return value;
}

function writeNumber(head: Buffer, value: number, at: number, length: number): void {
  const digits = value.toString(8).padStart(length - 1, '0');
  if (digits.length < length) {
    head.write(digits, at, 'latin1');
    return;
  }
  for (let left = value, byte = at + length - 1; byte > at; byte--, left = Math.floor(left / 256))
    head[byte] = left % 256;
  head[at] = 0x80;
}

/** Pieces of any size, given out in the sizes that are asked for. */
class Blocks {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(archive: AsyncIterable<Buffer>) {
    this.#pieces = archive[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    const pieces = [this.#rest];
    let have = this.#rest.length;
    while (have < length) {
      const next = await this.#pieces.next();
      if (next.done) throw broken();
      pieces.push(next.value);
      have += next.value.length;
    }
    const all = pieces.length === 1 ? this.#rest : Buffer.concat(pieces);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}

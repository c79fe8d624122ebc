// One regular file in a tar archive, as engines give files out, read from the pieces of the archive. Of the format it knows what one file
// needs: the head, numbers beyond octal digits (GNU base 256), and the heads of long names, whose content it skips.
// Used by container-files.ts.
import { AppError } from '../../../shared/model/envelope.ts';

const BLOCK = 512;
const FILE_TYPES = new Set(['0', '\0', '7']);
/** Heads that speak of the next one: pax (x, g), GNU long names (L, K). */
const BESIDE = new Set(['x', 'g', 'L', 'K']);
/** More than such a head has any use for, bytes. */
const MOST_BESIDE = 1 << 20;

export interface TarFile {
  readonly bytes: Buffer;
  /** Permission bits. */
  readonly mode: number;
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
    return { bytes, mode: numberAt(head, 100, 8) & 0o7777 };
  }
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

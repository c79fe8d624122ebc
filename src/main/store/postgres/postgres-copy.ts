// Reads packed pages from PostgreSQL: the server gathers each column of a page in an array and copies it out in binary,
// so that a page is one message and no cell becomes a string. A protocol of `pg` that its own queries do not use.
// Runs in postgres-scan-worker.ts. Source: PostgreSQL manual, COPY binary format; array_send in arrayfuncs.c.
import type { Client, Connection, Submittable } from 'pg';
import type { TextColumn, WordColumn } from '../../graph/types.ts';
import type { PackedColumn, PackedKind, PackedPage } from '../sqlite-protocol.ts';

/** `PGCOPY\n\377\r\n\0`, flags, and the length of an extension there never is. */
const HEADER_BYTES = 19;

/** Runs one query whose rows come back packed; see PackedReader. @throws Error of the server's; the client can go on being used */
export async function copyPacked(
  client: Client,
  query: string,
  kinds: readonly PackedKind[],
): Promise<PackedPage> {
  const arrays = kinds.map((kind, c) => `array_agg(${kind === 'number' ? `c${c}::float8` : `c${c}`})`);
  const copy = new CopyOut(
    `copy (select ${arrays.join(', ')} from (${query}) page) to stdout (format binary)`,
  );
  client.query(copy as unknown as Submittable);
  return unpack(await copy.result, kinds);
}

/** What `pg` calls while the server copies out. */
class CopyOut {
  readonly result: Promise<Buffer>;
  readonly #text: string;
  readonly #chunks: Buffer[] = [];
  #settle: { resolve: (bytes: Buffer) => void; reject: (error: Error) => void } | undefined;
  #error: Error | undefined;

  constructor(text: string) {
    this.#text = text;
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  submit(connection: Connection): void {
    (connection as unknown as { query(text: string): void }).query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#chunks.push(chunk);
  }

  handleError(error: Error): void {
    this.#error = error;
    // A connection that is lost says nothing more.
    this.#settle?.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#error !== undefined) return;
    // The header comes with the first row, the end of the data as two bytes of their own.
    const [row, end, ...more] = this.#chunks;
    const isWhole = row && end?.length === 2 && more.length === 0;
    this.#settle?.resolve(isWhole ? row : Buffer.concat(this.#chunks));
  }

  handleCommandComplete(): void {}
  handleCopyOutResponse(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** One row: the number of fields, then each with its length; a page without rows has null for every array. */
function unpack(bytes: Buffer, kinds: readonly PackedKind[]): PackedPage {
  let at = HEADER_BYTES + 2;
  let rowCount = 0;
  const columns = kinds.map((kind): PackedColumn => {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) return EMPTY[kind]();
    const field = bytes.subarray(at, at + length);
    at += length;
    if (field.readInt32BE(4) !== 0) throw new TypeError(`a ${kind} was expected, and a row holds null`);
    rowCount = field.readInt32BE(12);
    return UNPACK[kind](field, rowCount);
  });
  return { rowCount, columns };
}

const EMPTY: Record<PackedKind, () => PackedColumn> = {
  number: () => new Float64Array(0),
  text: () => ({ bytes: new Uint8Array(0), ends: new Uint32Array(0) }),
  word: () => ({ codes: new Int32Array(0), words: [] }),
};

/** Before an array's elements: dimensions, flags, element type, length, lower bound. */
const ARRAY_HEADER_BYTES = 20;

const UNPACK: Record<PackedKind, (array: Buffer, count: number) => PackedColumn> = {
  number: unpackNumbers,
  text: unpackTexts,
  word: unpackWords,
};

function unpackNumbers(array: Buffer, count: number): Float64Array {
  const numbers = new Float64Array(count);
  const view = new DataView(array.buffer, array.byteOffset, array.length);
  for (let i = 0, at = ARRAY_HEADER_BYTES + 4; i < count; i++, at += 12) numbers[i] = view.getFloat64(at);
  return numbers;
}

function unpackTexts(array: Buffer, count: number): TextColumn {
  const bytes = new Uint8Array(array.length - ARRAY_HEADER_BYTES - 4 * count);
  const ends = new Uint32Array(count);
  const view = new DataView(array.buffer, array.byteOffset, array.length);
  let at = ARRAY_HEADER_BYTES;
  let end = 0;
  for (let i = 0; i < count; i++) {
    const next = at + 4 + view.getInt32(at);
    for (at += 4; at < next; at++) bytes[end++] = array[at] as number;
    ends[i] = end;
  }
  return { bytes, ends };
}

/** Most rows say the same word as the one before. */
function unpackWords(array: Buffer, count: number): WordColumn {
  const codes = new Int32Array(count);
  const known = new Map<string, number>();
  let last = array.subarray(0, 0);
  let code = -1;
  let at = ARRAY_HEADER_BYTES;
  for (let i = 0; i < count; i++) {
    const length = array.readInt32BE(at);
    at += 4;
    if (code < 0 || !isSame(array, at, length, last)) {
      last = array.subarray(at, at + length);
      const word = last.toString('utf8');
      code = known.get(word) ?? known.size;
      known.set(word, code);
    }
    codes[i] = code;
    at += length;
  }
  return { codes, words: [...known.keys()] };
}

function isSame(array: Buffer, at: number, length: number, word: Buffer): boolean {
  if (length !== word.length) return false;
  for (let i = 0; i < length; i++) if (array[at + i] !== word[i]) return false;
  return true;
}

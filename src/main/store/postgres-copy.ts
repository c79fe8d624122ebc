// Reads packed pages from PostgreSQL: the server gathers each column of a page in an array and copies it out in binary,
// so that a page is one message and no cell becomes a string. A protocol of `pg` that its own queries do not use.
// Called by connect-postgres.ts alone. Source: PostgreSQL manual, COPY binary format; array_send in arrayfuncs.c.
import type { Connection, Pool, PoolClient, Submittable } from 'pg';
import type { TextColumn, WordColumn } from '../graph/types.ts';
import type { PackedColumn, PackedKind, PackedPage } from './sqlite-protocol.ts';
import type { PackedReader } from './store-access.ts';

/** `PGCOPY\n\377\r\n\0`, flags, and the length of an extension there never is. */
const HEADER_BYTES = 19;

/** Lends `work` two clients of the pool: the server has a process for each. */
export async function scanPostgres<T>(
  pool: Pool,
  work: (readers: readonly PackedReader[]) => Promise<T>,
): Promise<T> {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  try {
    return await work(clients.map(readerOf));
  } finally {
    for (const client of clients) client.release();
  }
}

/** A client answers one query at a time; the next one waits here. */
function readerOf(client: PoolClient): PackedReader {
  let before: Promise<unknown> = Promise.resolve();
  return (query, columns) => {
    const page = before.then(() => copyPacked(client, query, columns));
    before = page.catch(() => undefined);
    return page;
  };
}

/** Runs one query whose rows come back packed. @throws Error of the server's; the client can go on being used */
async function copyPacked(
  client: PoolClient,
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
    if (this.#error === undefined) this.#settle?.resolve(Buffer.concat(this.#chunks));
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

// Packs a query's rows into columns that can be moved to another thread, as SQLite hands the rows out: an aggregate
// function takes each row's cells, so that no row ever becomes an object. Runs in the SQLite worker.
import type Database from 'better-sqlite3';
import type { TextColumn, WordColumn } from '../../graph/types.ts';
import type {
  Column,
  ColumnsResult,
  PackedColumn,
  PackedKind,
  PackedPage,
  SqlValue,
} from '../sqlite-protocol.ts';

/** What gathers one column; `take` is called once for each row, in order. */
interface Packer {
  take(row: number, value: SqlValue): void;
  /** @returns the column, cut to so many rows */
  end(rows: number): PackedColumn;
}

/** @param spent a column whose memory may be used again */
const PACKERS: Record<PackedKind, (maxRows: number, spent: PackedColumn | undefined) => Packer> = {
  number: numberPacker,
  text: textPacker,
  word: wordPacker,
};

export class RowPacker {
  readonly #db: Database.Database;
  #packers: Packer[] = [];
  #rows = 0;

  constructor(db: Database.Database) {
    this.#db = db;
    db.aggregate('festinger_pack', {
      varargs: true,
      start: 0,
      step: (_total: number, ...cells: SqlValue[]) => this.#take(cells),
    });
  }

  /**
   * @param query its columns are named c0, c1, ... and are as many as `kinds`
   * @param maxRows no more than it returns
   * @param spent a page whose memory may be used again
   * @throws TypeError when a cell is not what its column is said to hold
   */
  pack(query: string, kinds: readonly PackedKind[], maxRows: number, spent?: PackedPage): PackedPage {
    this.#packers = kinds.map((kind, c) => PACKERS[kind](maxRows, spent?.columns[c]));
    this.#rows = 0;
    const cells = kinds.map((_, column) => `c${column}`).join(', ');
    this.#db.prepare(`select festinger_pack(${cells}) from (${query})`).get();
    const rowCount = this.#rows;
    return { rowCount, columns: this.#packers.map((packer) => packer.end(rowCount)) };
  }

  #take(cells: readonly SqlValue[]): number {
    const row = this.#rows++;
    const packers = this.#packers;
    for (let i = 0; i < packers.length; i++) packers[i]?.take(row, cells[i] ?? null);
    return this.#rows;
  }
}

/** Packs columns that were read as they come: for who has nothing better at hand, such as one moment of PostgreSQL. */
export function packColumns({ rowCount, columns }: ColumnsResult, kinds: readonly PackedKind[]): PackedPage {
  const packed = kinds.map((kind, c) => {
    const packer = PACKERS[kind](rowCount, undefined);
    for (let row = 0; row < rowCount; row++) packer.take(row, columns[c]?.[row] ?? null);
    return packer.end(rowCount);
  });
  return { rowCount, columns: packed };
}

/** The memory of the columns, for whoever moves it. */
export function buffersOf(columns: readonly (Column | PackedColumn)[]): ArrayBuffer[] {
  return columns.flatMap((column) => {
    if (column instanceof Float64Array) return [column.buffer as ArrayBuffer];
    if ('ends' in column) return [column.bytes.buffer as ArrayBuffer, column.ends.buffer as ArrayBuffer];
    return 'codes' in column ? [column.codes.buffer as ArrayBuffer] : [];
  });
}

function numberPacker(maxRows: number, spent: PackedColumn | undefined): Packer {
  const isRoomy = spent instanceof Float64Array && spent.buffer.byteLength >= 8 * maxRows;
  const packed = isRoomy ? new Float64Array(spent.buffer) : new Float64Array(maxRows);
  return {
    take(row, value) {
      if (typeof value !== 'number') throw notA('number', value);
      packed[row] = value;
    },
    end: (rows) => packed.subarray(0, rows),
  };
}

const encoder = new TextEncoder();

function textPacker(maxRows: number): Packer {
  const ends = new Uint32Array(maxRows);
  let joined = '';
  return {
    take(row, value) {
      if (typeof value !== 'string') throw notA('text', value);
      joined += value;
      ends[row] = joined.length;
    },
    end(rows): TextColumn {
      const bytes = encoder.encode(joined);
      // Where every character is one byte, counting characters was counting bytes.
      if (bytes.length !== joined.length) countBytes(joined, ends, rows);
      return { bytes, ends: ends.subarray(0, rows) };
    },
  };
}

function countBytes(joined: string, ends: Uint32Array, rows: number): void {
  let start = 0;
  let bytes = 0;
  for (let row = 0; row < rows; row++) {
    const end = ends[row] as number;
    bytes += Buffer.byteLength(joined.slice(start, end));
    start = end;
    ends[row] = bytes;
  }
}

function wordPacker(maxRows: number): Packer {
  const codes = new Int32Array(maxRows);
  const known = new Map<string, number>();
  let lastWord: string | undefined;
  let lastCode = 0;
  return {
    take(row, value) {
      if (typeof value !== 'string') throw notA('text', value);
      if (value !== lastWord) {
        lastWord = value;
        lastCode = known.get(value) ?? known.size;
        known.set(value, lastCode);
      }
      codes[row] = lastCode;
    },
    end: (rows): WordColumn => ({ codes: codes.subarray(0, rows), words: [...known.keys()] }),
  };
}

function notA(kind: string, value: SqlValue): TypeError {
  return new TypeError(`a ${kind} was expected, and a row holds ${value === null ? 'null' : typeof value}`);
}

// Packs rows into columns that can be moved to another thread without being copied. Runs where rows come from the
// database: in the workers that read whole tables.
import type { TextColumn, WordColumn } from '../../graph/types.ts';
import type { Column, PackedColumn, PackedKind, PackedPage, SqlValue } from '../sqlite-protocol.ts';

type Rows = readonly (readonly SqlValue[])[];

/** @throws TypeError when a cell is not what its column is said to hold */
export function packRows(rows: Rows, kinds: readonly PackedKind[]): PackedPage {
  return { rowCount: rows.length, columns: kinds.map((kind, c) => PACK[kind](rows, c)) };
}

const PACK: Record<PackedKind, (rows: Rows, column: number) => PackedColumn> = {
  number: packNumbers,
  text: packTexts,
  word: packWords,
};

function packNumbers(rows: Rows, column: number): Float64Array {
  const packed = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const value = rows[i]?.[column];
    if (typeof value !== 'number') throw notA('number', value);
    packed[i] = value;
  }
  return packed;
}

const encoder = new TextEncoder();

function packTexts(rows: Rows, column: number): TextColumn {
  const ends = new Uint32Array(rows.length);
  let joined = '';
  for (let i = 0; i < rows.length; i++) {
    joined += textAt(rows, i, column);
    ends[i] = joined.length;
  }
  const bytes = encoder.encode(joined);
  // Where every character is one byte, counting characters was counting bytes.
  if (bytes.length !== joined.length) countBytes(joined, ends);
  return { bytes, ends };
}

function countBytes(joined: string, ends: Uint32Array): void {
  let start = 0;
  let bytes = 0;
  for (const [row, end] of ends.entries()) {
    bytes += Buffer.byteLength(joined.slice(start, end));
    start = end;
    ends[row] = bytes;
  }
}

/** Most rows say the same word as the one before. */
function packWords(rows: Rows, column: number): WordColumn {
  const codes = new Int32Array(rows.length);
  const known = new Map<string, number>();
  let lastWord: string | undefined;
  let lastCode = 0;
  for (let i = 0; i < rows.length; i++) {
    const word = textAt(rows, i, column);
    if (word !== lastWord) {
      lastWord = word;
      lastCode = known.get(word) ?? known.size;
      known.set(word, lastCode);
    }
    codes[i] = lastCode;
  }
  return { codes, words: [...known.keys()] };
}

function textAt(rows: Rows, row: number, column: number): string {
  const value = rows[row]?.[column];
  if (typeof value !== 'string') throw notA('text', value);
  return value;
}

function notA(kind: string, value: SqlValue | undefined): TypeError {
  return new TypeError(`a ${kind} was expected, and a row holds ${value === null ? 'null' : typeof value}`);
}

/** The memory of the columns, for whoever moves it. */
export function buffersOf(columns: readonly (Column | PackedColumn)[]): ArrayBuffer[] {
  return columns.flatMap((column) => {
    if (column instanceof Float64Array) return [column.buffer as ArrayBuffer];
    if ('ends' in column) return [column.bytes.buffer as ArrayBuffer, column.ends.buffer as ArrayBuffer];
    return 'codes' in column ? [column.codes.buffer as ArrayBuffer] : [];
  });
}

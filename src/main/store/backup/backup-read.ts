// Reads a backup and proves that it is whole before anybody relies on it: every line, every count, the hash over all of
// it, and the chains of events inside it. Changes nothing. Runs on a thread of its own. Source: docs/transfer.md.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import type * as z from 'zod';
import { ChainName } from '../../../shared/model/audit.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Provider } from '../../../shared/model/language-model.ts';
import { beginningOf, CHAINS, eventWords, type Link, linkFault } from '../audit/chain.ts';
import { knownMigrations } from '../migrate.ts';
import { diskError } from './backup-file.ts';
import { BackupHeader, type Cell, EndLine, MAX_BACKUP_LINE, TableLine } from './backup-format.ts';
import { BACKUP_TABLES, GONE_TABLES, type TableName } from './backup-tables.ts';
import { linesOf } from './lines.ts';

export interface ArchiveReport {
  readonly header: BackupHeader;
  readonly rows: Readonly<Record<string, number>>;
  readonly events: number;
  /** What keys in the header belong to. */
  readonly models: readonly ArchivedModel[];
}

export interface ArchivedModel {
  readonly id: string;
  readonly provider: Provider;
  readonly baseUrl: string | null;
}

export type ArchivePart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | {
      readonly kind: 'table';
      readonly table: TableName;
      readonly columns: readonly string[];
      readonly next: number | null;
    }
  | { readonly kind: 'row'; readonly cells: readonly Cell[] };

/** @throws AppError INVALID_INPUT for a file that is no backup, or one of a version this program does not read */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  for await (const part of archiveParts(path)) if (part.kind === 'header') return part.header;
  throw damaged(path, 1, 'it is empty');
}

/** How far one of the archive's own chains was followed. */
type ChainEnd = Pick<Link, 'id' | 'hash'>;

/**
 * Reads every line and checks everything there is to check.
 * @param progress rows read so far
 * @throws AppError INVALID_INPUT saying where the file is damaged
 */
export async function checkArchive(path: string, progress: (rows: number) => void): Promise<ArchiveReport> {
  let header: BackupHeader | undefined;
  let columns: readonly string[] = [];
  let table: string | undefined;
  const ends: Record<ChainName, ChainEnd> = {
    memory: beginningOf('memory'),
    host: beginningOf('host'),
    agent: beginningOf('agent'),
  };
  let chain: ChainName | undefined;
  const rows: Record<string, number> = {};
  const models: ArchivedModel[] = [];
  let read = 0;
  for await (const part of archiveParts(path)) {
    if (part.kind === 'header') {
      refuseNewer(path, part.header);
      ({ header } = part);
    } else if (part.kind === 'table') {
      ({ table, columns } = part);
      rows[table] = 0;
      chain = ChainName.options.find((name) => CHAINS[name].table === table);
    } else if (table !== undefined) {
      rows[table] = (rows[table] ?? 0) + 1;
      if (chain) ends[chain] = nextEvent(path, chain, columns, part.cells, ends[chain]);
      if (table === 'models') models.push(archivedModel(columns, part.cells));
      if (++read % 1000 === 0) progress(read);
    }
  }
  if (!header) throw damaged(path, 1, 'it is empty');
  return { header, rows, events: ends.memory.id, models };
}

function refuseNewer(path: string, { migrations }: BackupHeader): void {
  const known = knownMigrations();
  const foreign = migrations.filter((name) => !known.has(name));
  if (foreign.length === 0) return;
  throw new AppError(
    'INVALID_INPUT',
    `The backup ${basename(path)} was written by a newer version of Festinger (it has ${foreign.join(', ')}). Restore it with that version. Nothing was changed.`,
  );
}

function archivedModel(columns: readonly string[], cells: readonly Cell[]): ArchivedModel {
  const cell = (name: string) => cells[columns.indexOf(name)] ?? null;
  return {
    id: String(cell('id')),
    provider: cell('provider') as Provider,
    baseUrl: cell('base_url') as string | null,
  };
}

function nextEvent(
  path: string,
  chain: ChainName,
  columns: readonly string[],
  cells: readonly Cell[],
  head: ChainEnd,
): ChainEnd {
  const row = Object.fromEntries(columns.map((name, i) => [name, cells[i]])) as unknown as Parameters<
    typeof linkFault
  >[0];
  const fault = linkFault(row, head);
  if (fault === null) return { id: row.id, hash: row.hash };
  throw new AppError(
    'INVALID_INPUT',
    `The backup ${basename(path)} holds a broken chain of events: ${eventWords(chain, row.id)}: ${fault}. Nothing was changed.`,
    { event: row.id },
  );
}

/**
 * The archive part by part. Ends only after the end line was read and agrees with everything before it.
 * @throws AppError INVALID_INPUT
 */
export async function* archiveParts(path: string): AsyncGenerator<ArchivePart> {
  const reader = new ArchiveReader(path);
  const file = createReadStream(path);
  const text = createGunzip();
  file.on('error', (error) => text.destroy(error));
  file.pipe(text);
  try {
    for await (const line of linesOf(text, MAX_BACKUP_LINE, (number) =>
      damaged(path, number, 'the line is longer than any of ours'),
    )) {
      const part = reader.take(line);
      if (part) yield part;
    }
    reader.finish();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && code.startsWith('Z_'))
      throw damaged(path, reader.lines + 1, 'it cannot be decompressed');
    throw diskError(error, path);
  } finally {
    file.destroy();
    text.destroy();
  }
}

class ArchiveReader {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  readonly #rows: Record<string, number> = {};
  #columns = 0;
  #table: string | undefined;
  #end: EndLine | undefined;
  lines = 0;

  constructor(path: string) {
    this.#path = path;
  }

  take(line: Buffer): ArchivePart | undefined {
    this.lines++;
    if (this.#end) throw this.#damaged('something follows its end');
    const value = this.#parse(line);
    if (this.lines === 1) return this.#count(line, { kind: 'header', header: this.#header(value) });
    if (Array.isArray(value)) return this.#count(line, this.#row(value));
    if (typeof value === 'object' && value !== null && 'table' in value) {
      return this.#count(line, this.#tableLine(value));
    }
    this.#end = this.#fits(EndLine, value);
    return undefined;
  }

  /** Whether the end came and agrees with what was read. */
  finish(): void {
    const end = this.#end;
    if (!end) throw this.#damaged('it ends early');
    if (end.lines !== this.lines) throw this.#damaged(`it should have ${end.lines} lines`);
    for (const { name } of BACKUP_TABLES) {
      if ((end.rows[name] ?? 0) !== (this.#rows[name] ?? 0))
        throw this.#damaged(`rows of ${name} are missing`);
    }
    if (this.#hash.digest('hex') !== end.sha256) throw this.#damaged('its content does not match its hash');
  }

  #count<P extends ArchivePart | undefined>(line: Buffer, part: P): P {
    this.#hash.update(line);
    this.#hash.update('\n');
    return part;
  }

  #parse(line: Buffer): unknown {
    try {
      return JSON.parse(line.toString('utf8')) as unknown;
    } catch {
      throw this.#damaged('the line is not JSON');
    }
  }

  #header(value: unknown): BackupHeader {
    const parsed = BackupHeader.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new AppError(
      'INVALID_INPUT',
      `${basename(this.#path)} is not a backup that this version reads. Nothing was changed.`,
    );
  }

  /** Nothing for a table that is gone; a row of it is one too many. */
  #tableLine(value: unknown): ArchivePart | undefined {
    const { table, columns, next } = this.#fits(TableLine, value);
    this.#table = undefined;
    if (GONE_TABLES.includes(table)) return undefined;
    const known = BACKUP_TABLES.find(({ name }) => name === table);
    if (!known) throw this.#damaged(`there is no table "${table}"`);
    if (this.#rows[table] !== undefined) throw this.#damaged(`the table "${table}" comes twice`);
    this.#table = table;
    this.#columns = columns.length;
    this.#rows[table] = 0;
    return { kind: 'table', table: known.name, columns, next };
  }

  #row(cells: unknown[]): ArchivePart {
    if (this.#table === undefined) throw this.#damaged('a row comes before any table');
    if (cells.length !== this.#columns) throw this.#damaged(`a row has ${cells.length} cells`);
    for (const cell of cells) {
      if (cell !== null && typeof cell === 'object') throw this.#damaged('a cell is no value');
    }
    this.#rows[this.#table] = (this.#rows[this.#table] ?? 0) + 1;
    return { kind: 'row', cells: cells as Cell[] };
  }

  #fits<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw this.#damaged('the line does not fit');
  }

  #damaged(what: string): AppError {
    return damaged(this.#path, this.lines, what);
  }
}

function damaged(path: string, line: number, what: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    `The backup ${basename(path)} is damaged at line ${line}: ${what}. Nothing was changed; use another one.`,
    { line },
  );
}

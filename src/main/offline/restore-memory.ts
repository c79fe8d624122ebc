// The memory of an export on a host that has none: its rows with their numbers, and its chain, within the caller's transaction. Proves before that ends that the chain is
// the one the export speaks of, and that the rows say what the graph beside them says. Words that were met here stay, under other numbers where theirs are taken.
// Called by take-in.ts. Source: memory, Store.
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/model/envelope.ts';
import { GRAPH_FILE_VERSIONS } from '../../shared/model/graph-file.ts';
import { BundleRefusal } from '../bundle/bundle-refusal.ts';
import { readLink, verifyChain } from '../store/audit/chain.ts';
import {
  BACKUP_TABLES,
  type BackupTable,
  readColumnsOf,
  readNextId,
  setNextId,
} from '../store/backup/backup-tables.ts';
import { TableLoader } from '../store/bulk/table-loader.ts';
import { columnsWithin } from '../store/bulk/table-rows.ts';
import { keyOf, LATER_TABLES, MEMORY_TABLES, type MemoryTable } from '../store/bundles/memory-tables.ts';
import { inChunks } from '../store/in-chunks.ts';
import { guardEvents, unguardEvents } from '../store/migrations/0002-guards.ts';
import { raiseRevisions, readPulse } from '../store/pulse.ts';
import type { StoreReader, StoreWriter } from '../store/store-access.ts';
import { ConstraintError } from '../store/store-errors.ts';
import { insertTokens } from '../store/tables/concepts.ts';
import { GRAPH_FILE, memoryFile } from './bundle-layout.ts';
import type { CheckedExport } from './check-export.ts';
import { type Cell, tableParts } from './check-memory.ts';
import { bytesOf } from './entry-text.ts';
import { graphBytes } from './memory-files.ts';

const HELD = [
  'urd_history',
  'resolution_queue',
  'graph_action',
  'advisory_ai_outputs',
  'finding_decision',
] as const;

/**
 * Nothing but what a new database starts with and what a host learns of itself: the roots of dimensions with their events, words that were met, hints at what runs here. No
 * fact, past, conflict or action; no brief, no decision, no evidence that somebody took in.
 */
export async function isEmptyHost(reader: StoreReader): Promise<boolean> {
  for (const table of HELD) {
    const row = await reader.selectFrom(table).select('project').limit(1).executeTakeFirst();
    if (row) return false;
  }
  const others = [
    reader.selectFrom('urd').select('project').whereRef('id', '!=', 'dim_id').limit(1),
    reader.selectFrom('graph_event').select('project').where('kind', '!=', 'dimension.created').limit(1),
    reader.selectFrom('evidence_document').select('project').where('format', '!=', 'runtime-hint').limit(1),
  ];
  for (const query of others) if (await query.executeTakeFirst()) return false;
  return true;
}

/** Whether the chain here has the export's end in it: the memory here is that one, further on. */
export async function continues(reader: StoreReader, { chain }: CheckedExport['manifest']): Promise<boolean> {
  if (chain === null || chain.events === 0) return false;
  const row = await reader
    .selectFrom('graph_event')
    .select('hash')
    .where('id', '=', chain.events)
    .executeTakeFirst();
  return row?.hash === chain.hash;
}

/**
 * @param path of the bundle, which was checked
 * @throws BundleRefusal, AppError CONFLICT when the host is not empty any more, after which the transaction is to be undone
 */
export async function restoreMemory(
  writer: StoreWriter,
  path: string,
  { sums, manifest }: Pick<CheckedExport, 'sums' | 'manifest'>,
  progress: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { revisions } = await readPulse(writer.reader);
  let rows = 0;
  // Somebody may have written since it was looked at.
  if (!(await isEmptyHost(writer.reader)))
    throw new AppError(
      'CONFLICT',
      'This host has a memory by now. Take the bundle in again: it is joined then.',
    );
  await clearBeginning(writer);
  for (const table of MEMORY_TABLES) {
    const name = memoryFile(table);
    if (LATER_TABLES.has(table) && !sums.has(name)) continue;
    try {
      await loadTable(writer, table, { name, bytes: () => bytesOf(path, sums, name) }, () => {
        signal.throwIfAborted();
        if (++rows % 1000 === 0) progress(rows);
      });
    } catch (error) {
      // What the tables refuse, no Festinger exported.
      if (error instanceof ConstraintError)
        throw new BundleRefusal(name, `Its rows do not go together: ${error.message}.`);
      throw error;
    }
  }
  await refuseOtherMemory(writer, sums, manifest);
  await raiseRevisions(writer, revisions);
  writer.noteHead(await readLink(writer.reader, 'memory'));
}

/** What a new database starts with: the export has the same of its own. */
async function clearBeginning(writer: StoreWriter): Promise<void> {
  const { db, dialect } = writer;
  await unguardEvents(db as never, dialect);
  await db.deleteFrom('edge_provenance').execute();
  await db.deleteFrom('urd').execute();
  await db.deleteFrom('graph_event').execute();
  await guardEvents(db as never, dialect);
}

async function loadTable(
  writer: StoreWriter,
  table: MemoryTable,
  file: Parameters<typeof tableParts>[0],
  onRow: () => void,
): Promise<void> {
  let sink: RowSink | undefined;
  for await (const part of tableParts(file, table)) {
    if (part.kind === 'columns') sink = await RowSink.of(writer, table, part.columns, file.name);
    else {
      onRow();
      await sink?.add(part.cells);
    }
  }
  await sink?.finish();
}

const ROWS_AT_ONCE = 500;

/** Rows of one table on their way in: checked by the types of its columns, since SQLite takes anything anywhere. */
class RowSink {
  readonly #writer: StoreWriter;
  readonly #table: BackupTable & { readonly name: MemoryTable };
  readonly #columns: readonly { readonly name: string; readonly fits: (cell: Cell) => boolean }[];
  readonly #file: string;
  readonly #loader: TableLoader;
  readonly #keyAt: number;
  readonly #words: MetWords | undefined;
  #rows: (readonly Cell[])[] = [];
  #largest = 0;

  private constructor(
    writer: StoreWriter,
    table: BackupTable & { readonly name: MemoryTable },
    columns: RowSinkColumns,
    file: string,
    loader: TableLoader,
  ) {
    this.#writer = writer;
    this.#table = table;
    this.#columns = columns;
    this.#file = file;
    this.#loader = loader;
    const at = (name: string) => columns.findIndex((column) => column.name === name);
    this.#keyAt = at(keyOf(table.name)[0] ?? '');
    this.#words = table.name === 'soas' ? new MetWords(writer, at('id'), at('token')) : undefined;
  }

  static async of(
    writer: StoreWriter,
    name: MemoryTable,
    given: readonly string[],
    file: string,
  ): Promise<RowSink> {
    const table = BACKUP_TABLES.find((one) => one.name === name);
    const known = await readColumnsOf(writer.reader, writer.dialect, name);
    const columns = given.map((column) => {
      const type = known.find((one) => one.name === column)?.type;
      if (type === undefined)
        throw new BundleRefusal(file, `The table ${name} has no column ${column} in this version.`);
      return { name: column, fits: fitting(type) };
    });
    if (!table || new Set(given).size < given.length || !keyOf(name).every((key) => given.includes(key)))
      throw new BundleRefusal(file, `These are not the columns of the table ${name}.`);
    return new RowSink(writer, { ...table, name }, columns, file, await TableLoader.of(writer, name, given));
  }

  async add(cells: readonly Cell[]): Promise<void> {
    const at = this.#columns.findIndex(({ fits }, index) => !fits(cells[index] ?? null));
    if (at >= 0)
      throw new BundleRefusal(
        this.#file,
        `A row has something in ${this.#columns[at]?.name} that does not go there.`,
      );
    this.#largest = Math.max(this.#largest, Number(cells[this.#keyAt]));
    this.#rows.push(cells);
    if (this.#rows.length >= ROWS_AT_ONCE) await this.#write();
  }

  async finish(): Promise<void> {
    await this.#write();
    const { dialect, reader } = this.#writer;
    const next = await readNextId(reader, dialect, this.#table);
    await this.#loader.finish(null);
    if (next !== null) await setNextId(reader, dialect, this.#table, Math.max(next, this.#largest + 1));
    await this.#words?.putBack();
  }

  async #write(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    await this.#words?.makeRoom(rows);
    for (const row of rows) await this.#loader.add(row);
    // Who makes room for the next rows has to find these.
    if (this.#words) await this.#loader.finish(null);
  }
}

type RowSinkColumns = readonly { readonly name: string; readonly fits: (cell: Cell) => boolean }[];

/** @param type the database's own word for it */
function fitting(type: string): (cell: Cell) => boolean {
  if (type.includes('int')) return (cell) => cell === null || Number.isSafeInteger(cell);
  if (type.includes('bool')) return (cell) => cell === null || cell === 0 || cell === 1;
  if (type.includes('real') || type.includes('double'))
    return (cell) => cell === null || typeof cell === 'number';
  return (cell) => cell === null || typeof cell === 'string';
}

/** Words that were met here and stand under a number, or as a name, that the export has: they make room, and come back under new numbers. */
class MetWords {
  readonly #writer: StoreWriter;
  readonly #idAt: number;
  readonly #tokenAt: number;
  readonly #displaced = new Map<string, boolean>();

  constructor(writer: StoreWriter, idAt: number, tokenAt: number) {
    this.#writer = writer;
    this.#idAt = idAt;
    this.#tokenAt = tokenAt;
  }

  async makeRoom(rows: readonly (readonly Cell[])[]): Promise<void> {
    await this.#displace(
      rows.map((row) => Number(row[this.#idAt])),
      'id',
    );
    await this.#displace(
      rows.map((row) => String(row[this.#tokenAt])),
      'token',
    );
  }

  async putBack(): Promise<void> {
    for (const common of [true, false]) {
      const tokens = [...this.#displaced].filter(([, is]) => is === common).map(([token]) => token);
      await inChunks(tokens, async (chunk) => {
        await insertTokens(this.#writer, chunk, common);
        return [];
      });
    }
  }

  async #displace(values: readonly (string | number)[], column: 'id' | 'token'): Promise<void> {
    const { db, reader } = this.#writer;
    await inChunks([...new Set(values)], async (chunk) => {
      const there = await reader
        .selectFrom('soas')
        .select(['id', 'token', 'common'])
        .where(column, 'in', chunk as never)
        .execute();
      for (const { token, common } of there) this.#displaced.set(token, Boolean(common));
      const ids = there.map(({ id }) => id);
      if (ids.length === 0) return [];
      // What was asked about a name of this number is about no other.
      await db.deleteFrom('concept_question').where('concept_id', 'in', ids).execute();
      await db.deleteFrom('soas').where('id', 'in', ids).execute();
      return [];
    });
  }
}

/** @throws BundleRefusal */
async function refuseOtherMemory(
  writer: StoreWriter,
  sums: CheckedExport['sums'],
  { chain }: CheckedExport['manifest'],
): Promise<void> {
  const report = await verifyChain(writer.reader, 'memory');
  const { id, hash } = await readLink(writer.reader, 'memory');
  if (!report.ok || id !== chain?.events || hash !== chain.hash)
    throw new BundleRefusal(memoryFile('graph_event'), 'The chain that came of it is another.');
  const moment = {
    ...{ dialect: writer.dialect, reader: writer.reader, readColumns: columnsWithin(writer.db) },
    scan: () => Promise.reject(new Error('nothing here reads whole tables')),
  };
  for (const version of GRAPH_FILE_VERSIONS) {
    const digest = createHash('sha256');
    for await (const piece of graphBytes(moment, null, version)) digest.update(piece);
    if (digest.digest('hex') === sums.get(GRAPH_FILE)) return;
  }
  throw new BundleRefusal(GRAPH_FILE, 'It says something else than the rows of the memory beside it.');
}

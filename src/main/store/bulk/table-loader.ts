// Puts rows into the tables of an empty, migrated database, whichever kind it is: what a restore and a move from one
// database to another share. Decides nothing about what the rows say.
import { CompiledQuery, type Transaction } from 'kysely';
import { AppError } from '../../../shared/model/envelope.ts';
import {
  BACKUP_TABLES,
  type BackupTable,
  readColumnsOf,
  readNextId,
  setNextId,
  type TableColumn,
  type TableName,
} from '../backup/backup-tables.ts';
import { eachQuery } from '../each-query.ts';
import type { Database } from '../schema.ts';
import type { DbValue } from '../sqlite-protocol.ts';
import type { StoreWriter } from '../store-access.ts';
import type { StoreSnapshot } from './snapshot.ts';
import { rowsOf, type TableRow } from './table-rows.ts';

const ROWS_PER_STATEMENT = 1000;

/** Loads one table; rows are gathered and written many at a time. `finish` writes the rest. */
export class TableLoader {
  readonly #writer: StoreWriter;
  readonly #table: BackupTable;
  /** Where each column's cell stands in a row, and what the database calls its type. */
  readonly #columns: readonly (TableColumn & { readonly at: number })[];
  readonly #keyAt: number;
  readonly #lateAt: number;
  readonly #late: [key: DbValue, value: DbValue][] = [];
  #rows: (readonly DbValue[])[] = [];

  private constructor(
    writer: StoreWriter,
    table: BackupTable,
    given: readonly string[],
    columns: readonly (TableColumn & { readonly at: number })[],
  ) {
    this.#writer = writer;
    this.#table = table;
    this.#columns = columns;
    this.#keyAt = given.indexOf(table.key[0] ?? '');
    this.#lateAt = table.late === undefined ? -1 : given.indexOf(table.late);
  }

  /**
   * @param given names of the cells of each row; columns that are not among them get their defaults
   * @throws AppError INVALID_INPUT for a column the table does not have
   */
  static async of(writer: StoreWriter, name: TableName, given: readonly string[]): Promise<TableLoader> {
    const table = BACKUP_TABLES.find((one) => one.name === name);
    if (!table) throw new AppError('INVALID_INPUT', `There is no table "${name}" to load.`);
    const columns = await readColumnsOf(writer.reader, writer.dialect, name);
    const unknown = given.filter((column) => !columns.some((one) => one.name === column));
    if (unknown.length > 0) {
      throw new AppError('INVALID_INPUT', `The table ${name} has no ${unknown.join(', ')} in this version.`);
    }
    const placed = columns.map((column) => ({ ...column, at: given.indexOf(column.name) }));
    return new TableLoader(
      writer,
      table,
      given,
      placed.filter(({ at }) => at >= 0),
    );
  }

  async add(row: readonly DbValue[]): Promise<void> {
    const late = this.#lateAt < 0 ? null : (row[this.#lateAt] ?? null);
    if (late !== null) this.#late.push([row[this.#keyAt] ?? null, late]);
    this.#rows.push(row);
    if (this.#rows.length >= ROWS_PER_STATEMENT) await this.#write();
  }

  /** @param next the id the table gives out next; null for a table that gives none */
  async finish(next: number | null): Promise<void> {
    await this.#write();
    const { late, key, name } = this.#table;
    for (const [id, value] of this.#late) {
      const { sql, values } = this.#lateStatement(name, late ?? '', key[0] ?? '', value, id);
      await this.#writer.db.executeQuery(CompiledQuery.raw(sql, values));
    }
    if (next !== null) await setNextId(this.#writer.reader, this.#writer.dialect, this.#table, next);
  }

  #lateStatement(table: string, column: string, key: string, value: DbValue, id: DbValue) {
    const [first, second] = this.#writer.dialect === 'sqlite' ? ['?', '?'] : ['$1', '$2'];
    return {
      sql: `update "${table}" set "${column}" = ${first} where "${key}" = ${second}`,
      values: [value, id],
    };
  }

  async #write(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    if (this.#writer.dialect === 'sqlite') await this.#writeSqlite(rows);
    else await this.#writePostgres(this.#writer.db, rows);
  }

  /** One statement run for every row. */
  async #writeSqlite(rows: readonly (readonly DbValue[])[]): Promise<void> {
    const sql = `insert into "${this.#table.name}" (${this.#names()}) values (${this.#columns.map(() => '?').join(', ')})`;
    const bind = (row: readonly DbValue[]) => this.#columns.map(({ at }) => this.#cell(row, at));
    await this.#writer.db.executeQuery(eachQuery(sql, rows, bind));
  }

  /** One statement with an array for each column. */
  async #writePostgres(db: Transaction<Database>, rows: readonly (readonly DbValue[])[]): Promise<void> {
    const arrays = this.#columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ');
    const sql = `insert into "${this.#table.name}" (${this.#names()}) select * from unnest(${arrays})`;
    const values = this.#columns.map(({ at, type }) =>
      rows.map((row) => {
        const cell = this.#cell(row, at);
        return type === 'boolean' && cell !== null ? Boolean(cell) : cell;
      }),
    );
    await db.executeQuery(CompiledQuery.raw(sql, values));
  }

  #names(): string {
    return this.#columns.map(({ name }) => `"${name}"`).join(', ');
  }

  #cell(row: readonly DbValue[], at: number): DbValue {
    return at === this.#lateAt ? null : (row[at] ?? null);
  }
}

/** Copies every row of a table, with its id. @param onPage sees each page before it is written @returns its columns */
export async function copyTable(
  source: StoreSnapshot,
  target: StoreWriter,
  table: BackupTable,
  onPage: (rows: readonly TableRow[]) => void = () => undefined,
): Promise<string[]> {
  const columns = (await readColumnsOf(source.reader, source.dialect, table.name)).map(({ name }) => name);
  const loader = await TableLoader.of(target, table.name, columns);
  for await (const page of rowsOf(source, table.name, table.key, columns)) {
    onPage(page);
    for (const row of page) await loader.add(row);
  }
  await loader.finish(await readNextId(source.reader, source.dialect, table));
  return columns;
}

// The thread that holds one SQLite connection. Every call here may block; that is why it is not the main thread.
// It knows SQL and nothing of concepts. Started by sqlite-port.ts; runs from source and bundled.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { buffersOf, packRows } from '../bulk/packed-rows.ts';
import type {
  Column,
  ColumnsResult,
  RowsResult,
  SqlValue,
  WireError,
  WorkerReply,
  WorkerRequest,
  WorkerResult,
  WorkerSettings,
} from '../sqlite-protocol.ts';

/** Prepared statements kept; the program has a few hundred texts at most. */
const MAX_STATEMENTS = 400;

type Statement = Database.Statement<unknown[]>;

function open(settings: WorkerSettings): Database.Database {
  // better-sqlite3 refuses a missing directory itself, without a code; say what SQLite would.
  if (!existsSync(dirname(settings.path))) {
    throw Object.assign(new Error('no such directory'), { code: 'SQLITE_CANTOPEN' });
  }
  const db = new Database(settings.path, {
    readonly: settings.readonly,
    timeout: settings.busyTimeoutMs,
  });
  try {
    if (settings.readonly) {
      db.pragma('query_only = ON');
      return db;
    }
    // Reading the schema first: a file that is no database, or one that is locked, says so here and not later.
    db.pragma('schema_version');
    db.pragma('journal_mode = WAL');
    // FULL: an acknowledged fact survives a power cut, at one fsync of the log per transaction.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('temp_store = MEMORY');
    db.pragma('cache_size = -65536');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Least recently used statements go first; a Map keeps insertion order. */
function statementCache(db: Database.Database): (sql: string) => Statement {
  const statements = new Map<string, Statement>();
  return (sql) => {
    const known = statements.get(sql);
    const statement = known ?? db.prepare<unknown[]>(sql);
    if (known) statements.delete(sql);
    statements.set(sql, statement);
    if (statements.size > MAX_STATEMENTS) {
      for (const oldest of statements.keys()) {
        statements.delete(oldest);
        break;
      }
    }
    return statement;
  };
}

type RawRows = readonly (readonly SqlValue[] | undefined)[];

function toColumns(rows: RawRows, statement: Statement): ColumnsResult {
  const names = statement.columns().map((column) => column.name);
  const columns = names.map((_, c) => toColumn(rows, c));
  return { names, rowCount: rows.length, columns };
}

/** Packs a column of numbers; the first value that is none makes it a plain array. */
function toColumn(rows: RawRows, column: number): Column {
  const packed = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const value = rows[i]?.[column];
    if (typeof value !== 'number') return rows.map((row) => row?.[column] ?? null);
    packed[i] = value;
  }
  return packed;
}

function runQuery(statement: Statement, params: readonly SqlValue[]): RowsResult {
  if (!statement.reader) return { rows: [], changes: statement.run(...params).changes };
  const rows = statement.raw(false).all(...params) as Record<string, SqlValue>[];
  return { rows, changes: rows.length };
}

function runEach(statement: Statement, rows: readonly (readonly SqlValue[])[]): ColumnsResult {
  if (!statement.reader) {
    for (const row of rows) statement.run(...row);
    return { names: [], rowCount: rows.length, columns: [] };
  }
  statement.raw(true);
  const firsts = rows.map((row) => (statement.all(...row) as SqlValue[][])[0]);
  return toColumns(firsts, statement);
}

function runColumns(statement: Statement, params: readonly SqlValue[]): ColumnsResult {
  const rows = statement.raw(true).all(...params) as SqlValue[][];
  return toColumns(rows, statement);
}

function wireError(error: unknown): WireError {
  const code = (error as { code?: unknown }).code;
  return {
    code: typeof code === 'string' ? code : null,
    message: error instanceof Error ? error.message : String(error),
  };
}

function transferables(result: WorkerResult): ArrayBuffer[] {
  return result && 'columns' in result ? buffersOf(result.columns) : [];
}

function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('sqlite-worker.ts runs as a worker thread only');
  const settings = workerData as WorkerSettings;
  let db: Database.Database | undefined;
  let prepare: ((sql: string) => Statement) | undefined;

  const execute = ({ call, begins }: WorkerRequest): WorkerResult => {
    if (call.kind === 'close') {
      // The port stays open for the answer; the main thread ends this one when it has it.
      db?.close();
      return null;
    }
    // Opened by the first call, so that an error of opening is the answer to a question.
    db ??= open(settings);
    if (call.kind === 'rollback') {
      if (db.inTransaction) db.exec('rollback');
      return null;
    }
    prepare ??= statementCache(db);
    if (begins) prepare('begin immediate').run();
    const statement = prepare(call.sql);
    switch (call.kind) {
      case 'query':
        return runQuery(statement, call.params);
      case 'each':
        return runEach(statement, call.rows);
      case 'columns':
        return runColumns(statement, call.params);
      case 'packed':
        return packRows(statement.raw(true).all() as SqlValue[][], call.columns);
    }
  };

  port.on('message', (request: WorkerRequest) => {
    let reply: WorkerReply;
    try {
      reply = { id: request.id, ok: true, result: execute(request) };
    } catch (error) {
      reply = { id: request.id, ok: false, error: wireError(error) };
    }
    port.postMessage(reply, reply.ok ? transferables(reply.result) : []);
  });
}

serve();

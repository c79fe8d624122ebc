// The main thread's end of a SQLite worker: sends calls, matches answers by id, turns errors into ours.
// Never blocks. One port is one connection; who may use it when is sqlite-dialect.ts's concern.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/model/envelope.ts';
import type {
  ColumnsResult,
  PackedKind,
  PackedPage,
  RowsResult,
  SqlValue,
  WorkerCall,
  WorkerReply,
  WorkerRequest,
  WorkerResult,
  WorkerSettings,
} from '../sqlite-protocol.ts';
import { databaseError } from '../store-errors.ts';

// From source the worker is TypeScript; in the build it lies beside the bundle as JavaScript.
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js';

/** Rows live until they are packed and sent: with the usual room they would fill ten times as much before they are collected. */
const YOUNG_MB = 6;

interface Waiting {
  readonly resolve: (result: WorkerResult) => void;
  readonly reject: (error: Error) => void;
}

export class SqlitePort {
  readonly #worker: Worker;
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  /** A transaction is wanted, and nothing was asked in it yet. */
  #begins = false;
  readonly #onError: ((error: Error) => void) | undefined;
  #gone: Error | undefined;

  /**
   * Starts the thread; the file is opened by the first call, which answers for its errors.
   * @param onError is told of every error, which whoever called gets too
   */
  constructor(settings: WorkerSettings, onError?: (error: Error) => void) {
    this.#path = settings.path;
    this.#onError = onError;
    this.#worker = new Worker(new URL(WORKER_FILE, import.meta.url), {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', (code) => this.#fail(`its thread ended with code ${code}`));
  }

  /** Opens the file. @throws AppError UNAVAILABLE when it cannot be */
  async open(): Promise<void> {
    await this.#call({ kind: 'query', sql: 'select 1', params: [] });
  }

  /** Runs one statement. @throws ConstraintError, AppError */
  async query(sql: string, params: readonly SqlValue[]): Promise<RowsResult> {
    return (await this.#call({ kind: 'query', sql, params })) as RowsResult;
  }

  /** Runs one query and answers in columns. @throws AppError */
  async columns(sql: string, params: readonly SqlValue[]): Promise<ColumnsResult> {
    return (await this.#call({ kind: 'columns', sql, params })) as ColumnsResult;
  }

  /** Runs one query and answers in packed columns; see PackedReader. @throws AppError */
  async packed(sql: string, columns: readonly PackedKind[]): Promise<PackedPage> {
    return (await this.#call({ kind: 'packed', sql, columns })) as PackedPage;
  }

  /**
   * Runs one statement once per row of parameters, in order, in one message.
   * @returns the first row each run returned; null cells where a run returned none
   * @throws ConstraintError of the first row the database refuses; the caller's transaction decides what is undone
   */
  async each(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<ColumnsResult> {
    return (await this.#call({ kind: 'each', sql, rows })) as ColumnsResult;
  }

  /** Processor time its thread has taken so far, in milliseconds; null once the thread is gone. */
  async processorMs(): Promise<number | null> {
    if (this.#gone) return null;
    const { user, system } = await this.#worker.cpuUsage();
    return (user + system) / 1000;
  }

  /**
   * What is asked next begins a transaction, and answers for its errors: a message less each time. `immediate`: the write lock is taken at once,
   * so that no transaction fails half-way for want of it.
   * @throws AppError UNAVAILABLE when it is closed
   */
  begin(): void {
    if (this.#gone) throw this.#gone;
    this.#begins = true;
  }

  async commit(): Promise<void> {
    if (this.#begins) this.#begins = false;
    else await this.#call({ kind: 'query', sql: 'commit', params: [] });
  }

  /** Undoes the open transaction, if there is one. */
  async rollback(): Promise<void> {
    if (this.#begins) this.#begins = false;
    else await this.#call({ kind: 'rollback' });
  }

  /** Closes the file and ends the thread. Calls still under way are answered first. */
  async close(): Promise<void> {
    if (this.#gone) return;
    try {
      await this.#call({ kind: 'close' });
    } finally {
      this.#gone = new AppError('UNAVAILABLE', `The database ${this.#path} is closed.`);
      await this.#worker.terminate();
    }
  }

  #call(call: WorkerCall): Promise<WorkerResult> {
    if (this.#gone) return Promise.reject(this.#gone);
    const id = this.#nextId++;
    const begins = this.#begins && call.kind !== 'close';
    if (begins) this.#begins = false;
    const request: WorkerRequest = { id, begins, call };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #settle(reply: WorkerReply): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    this.#waiting.delete(reply.id);
    if (reply.ok) {
      waiting.resolve(reply.result);
      return;
    }
    const error = databaseError(reply.error, this.#path);
    this.#onError?.(error);
    waiting.reject(error);
  }

  #fail(reason: string): void {
    this.#gone ??= new AppError(
      'UNAVAILABLE',
      `The database ${this.#path} is gone: ${reason}. Restart Festinger.`,
    );
    for (const waiting of this.#waiting.values()) waiting.reject(this.#gone);
    this.#waiting.clear();
  }
}

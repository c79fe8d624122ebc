// Reads a SQLite database through and says when its pages contradict each other: at the start, after the file was written
// by whomever, and now and then. On a connection and a thread of its own, so that it sees the disk and not what another
// connection remembers of it, and holds up nobody. Used by sqlite/connect.ts alone.
import { AppError } from '../../../shared/model/envelope.ts';
import type { WorkerSettings } from '../sqlite-protocol.ts';
import { databaseError } from '../store-errors.ts';
import { SqlitePort } from './sqlite-port.ts';

/** Shares it takes at most while the file keeps being written: of a processor, which it shares with agents, and of the time, which
 * is the disk's. A machine that is busy with other things makes it wait, and is no reason to look less often. */
const PROCESSOR_SHARE = 0.02;
const TIME_SHARE = 0.2;
const LEAST_PAUSE_MS = 2000;
/** A disk may lose what nobody writes. */
const LONGEST_PAUSE_MS = 3_600_000;

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR)/;
/** Besides `ok`: a row that breaks a rule of its table. It is sound, and no reason to stop. */
const HARMLESS =
  /^(ok$|NULL value in |CHECK constraint failed in |non-unique |(NUMERIC|TEXT|NUMBER) value in )/i;

export class SqliteCheck {
  readonly #settings: Omit<WorkerSettings, 'readonly'>;
  readonly #onError: (error: Error) => void;
  #isWanted = true;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #pauseMs = 0;
  #endedAt = Number.NEGATIVE_INFINITY;

  /** @param onError is told what is wrong */
  constructor(settings: Omit<WorkerSettings, 'readonly'>, onError: (error: Error) => void) {
    this.#settings = settings;
    this.#onError = onError;
  }

  /** The file was written: it is read through as soon as that is due. */
  wanted(): void {
    this.#isWanted = true;
  }

  /** Begins to read when it is time to. Returns at once. */
  startIfDue(): void {
    const pause = performance.now() - this.#endedAt;
    if (this.#running || this.#isClosed || pause < this.#pauseMs) return;
    if (!this.#isWanted && pause < LONGEST_PAUSE_MS) return;
    this.#isWanted = false;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Ends after the table that is being read. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const port = new SqlitePort({ ...this.#settings, readonly: true }, (error) => this.#judge(error));
    let started = performance.now();
    let processorMs = 0;
    try {
      await port.open();
      started = performance.now();
      const before = (await port.processorMs()) ?? 0;
      const { rows } = await port.query("select name from sqlite_schema where type = 'table'", []);
      for (const { name } of rows) {
        if (this.#isClosed) return;
        await this.#readTable(port, String(name));
      }
      processorMs = ((await port.processorMs()) ?? before) - before;
    } catch {
      // `onError` was told, and decides.
    } finally {
      await port.close();
      this.#endedAt = performance.now();
      const tookMs = this.#endedAt - started;
      this.#pauseMs = Math.max(LEAST_PAUSE_MS, processorMs / PROCESSOR_SHARE, tookMs / TIME_SHARE);
    }
  }

  /** What keeps this connection alone from working, such as want of file descriptors, says nothing of the database. */
  #judge(error: Error): void {
    const code = error instanceof AppError ? String(error.details?.code) : '';
    if (DAMAGE.test(code)) this.#onError(error);
  }

  async #readTable(port: SqlitePort, table: string): Promise<void> {
    const { rows } = await port.query(`pragma quick_check("${table}")`, []);
    const damage = rows.map((row) => String(Object.values(row)[0])).find((said) => !HARMLESS.test(said));
    if (damage === undefined) return;
    this.#onError(databaseError({ code: 'SQLITE_CORRUPT', message: damage }, this.#settings.path));
  }
}

// Whether the PostgreSQL server can be reached, learnt from every connection made and every question answered. While it is known to be
// away, callers fail at once instead of queueing up behind a timeout; one at a time is let through to look.
// Made by postgres/connect.ts; the change feed's poll is who looks most often.
import type pg from 'pg';
import { AppError } from '../../../shared/model/envelope.ts';
import { ConnectionLost } from '../store-errors.ts';

/** How long after a failure others are refused without trying. */
const REFUSE_MS = 1000;

export class PostgresHealth {
  #lost: { readonly error: ConnectionLost; readonly at: number } | undefined;
  #isLooking = false;
  readonly #inUse = new Set<pg.PoolClient>();
  #closed: AppError | undefined;

  /** From now on every call is told that the database is closed. */
  close(subject: string): void {
    this.#closed = new AppError('UNAVAILABLE', `The database ${subject} is closed.`);
  }

  /**
   * Notes that the server gave no answer to the simplest question. Who still waits for one is not kept waiting. (One
   * connection that breaks says nothing of the kind: the next one is made at once.)
   */
  isAway(error: ConnectionLost): void {
    this.#lost = { error, at: performance.now() };
    this.#isLooking = false;
    for (const client of this.#inUse) void client.end();
  }

  /** Notes that the server answered a statement. */
  answered(): void {
    this.#lost = undefined;
    this.#isLooking = false;
  }

  /** Notes that a connection goes back; who looked and asked nothing lets the next one look. */
  released(client: pg.PoolClient): void {
    this.#isLooking = false;
    this.#inUse.delete(client);
  }

  /**
   * Takes a connection from the pool.
   * @throws ConnectionLost, at once while the server is known to be away; AppError UNAVAILABLE when all are in use
   */
  async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    if (this.#lost && (this.#isLooking || performance.now() - this.#lost.at < REFUSE_MS)) {
      throw this.#lost.error;
    }
    return this.look(pool);
  }

  /** The same, whatever is known. */
  async look(pool: pg.Pool): Promise<pg.PoolClient> {
    if (this.#closed) throw this.#closed;
    this.#isLooking = this.#lost !== undefined;
    const isFull = pool.idleCount === 0 && pool.totalCount >= pool.options.max;
    try {
      const client = await pool.connect();
      this.#inUse.add(client);
      return client;
    } catch (error) {
      if (!isFull) {
        this.#lost = { error: new ConnectionLost(error), at: performance.now() };
        this.#isLooking = false;
        throw this.#lost.error;
      }
      throw new AppError(
        'UNAVAILABLE',
        'All connections to the database are in use. Try again.',
        { connections: pool.totalCount },
        true,
      );
    }
  }
}

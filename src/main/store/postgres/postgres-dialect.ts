// Kysely on PostgreSQL through node-postgres, with a driver of its own: connections that break are told apart from
// errors of the server, and a commit whose answer was lost is settled by asking. Used by postgres/connect.ts alone.
// Source: decision 011
import {
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import { isDefiniteRefusal, postgresError, uncommittedError } from '../store-errors.ts';
import type { LostCommit } from './lost-commit.ts';
import { type ConnectionUse, PostgresConnection } from './postgres-connection.ts';
import type { PostgresHealth } from './postgres-health.ts';

export interface PostgresDialectOptions {
  readonly pool: pg.Pool;
  readonly health: PostgresHealth;
  /** Names the database in errors. */
  readonly subject: string;
  /** Called when the answer to a commit was lost. Resolves when the transaction is committed, throws otherwise. */
  readonly onLostCommit: (lost: LostCommit) => Promise<void>;
  readonly use: ConnectionUse;
}

/**
 * Of a process, one writes at a time; the others wait here and not with a connection in hand. (Kysely has a mutex for
 * dialects with one connection, which stays locked when a connection cannot be had.)
 */
class Queue {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  async enter(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

class PostgresDriver implements Driver {
  readonly #options: PostgresDialectOptions;
  readonly #writers = new Queue();

  constructor(options: PostgresDialectOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  /** @throws AppError UNAVAILABLE, at once while the server is known to be away */
  async acquireConnection(): Promise<PostgresConnection> {
    const { health, pool, subject, use } = this.#options;
    if (use === 'write') await this.#writers.enter();
    try {
      const client = use === 'look' ? await health.look(pool) : await health.connect(pool);
      return new PostgresConnection(client, this.#options);
    } catch (error) {
      if (use === 'write') this.#writers.leave();
      throw postgresError(error, subject);
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
    if (this.#options.use === 'write') this.#writers.leave();
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const { onLostCommit, subject } = this.#options;
    const { xid, head } = connection;
    try {
      await connection.commit();
    } catch (error) {
      if (xid === null || isDefiniteRefusal(error)) throw postgresError(error, subject);
      // Thrown only once the server has said that the transaction did not take place.
      await onLostCommit({ xid, head, error: uncommittedError(error, subject) });
    }
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  /** The pool is its maker's to end. */
  async destroy(): Promise<void> {}
}

export function postgresDialect(options: PostgresDialectOptions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(options) as Driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

// Many runs of one statement in one journey to the server: parsed once, then bound and executed row after row, with one
// Sync at the end. Each run is a statement of its own, so `on conflict` and duplicates within a batch mean what they
// mean one at a time. Speaks the protocol through node-postgres's interface for custom queries, as pg-cursor does.
// Used by postgres-connection.ts within transactions. Source: PostgreSQL "Extended Query", "Pipelining".
import type { FieldDef, Submittable } from 'pg';
import type { DbValue, SqlValue } from '../sqlite-protocol.ts';
import { textParser } from './postgres-types.ts';

type ResultRow = Record<string, SqlValue> | null;

/** What of node-postgres's connection a custom query uses. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { text: string }): void;
  bind(portal: { values: (string | null)[] }): void;
  describe(statement: { type: 'S' }): void;
  execute(portal: { rows?: number }): void;
  sync(): void;
}

type Field = Pick<FieldDef, 'name' | 'dataTypeID'>;

/** One statement with rows of values. Resolves with the first row each run returned, null where it returned none. */
export class PostgresBatch implements Submittable {
  readonly done: Promise<ResultRow[]>;
  readonly #sql: string;
  readonly #rows: readonly (readonly DbValue[])[];
  readonly #results: ResultRow[] = [];
  #fields: readonly (Field & { parse: (text: string) => SqlValue })[] = [];
  #current: ResultRow = null;
  #resolve: (rows: ResultRow[]) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(sql: string, rows: readonly (readonly DbValue[])[]) {
    this.#sql = sql;
    this.#rows = rows;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    // Corked, the messages leave as a few large writes.
    wire.stream.cork();
    try {
      wire.parse({ text: this.#sql });
      wire.describe({ type: 'S' });
      for (const row of this.#rows) {
        wire.bind({ values: row.map(textOf) });
        wire.execute({});
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields.map((field) => ({ ...field, parse: textParser(field.dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#current) return;
    const row: Record<string, SqlValue> = {};
    for (const [i, field] of this.#fields.entries()) {
      const text = fields[i] ?? null;
      row[field.name] = text === null ? null : field.parse(text);
    }
    this.#current = row;
  }

  /** One run is complete. */
  handleCommandComplete(): void {
    this.#results.push(this.#current);
    this.#current = null;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results);
  }

  /** The server skips what is left of the batch; the transaction it stands in is undone. */
  handleError(error: unknown): void {
    this.#reject(error);
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}
}

function textOf(value: DbValue): string | null {
  return value === null ? null : String(value);
}

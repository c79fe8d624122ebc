// Rows that go into a table and give nothing back, as one stream: PostgreSQL takes them in without parsing and planning a statement of thousands of
// values, at half the price and less. Checks, keys and triggers see every row as they would any other. Within transactions; used by connect.ts through
// postgres-connection.ts. Source: PostgreSQL manual, COPY text format; decision 011
import { CompiledQuery, InsertQueryNode, PrimitiveValueListNode, ValuesNode } from 'kysely';
import type { Connection, Submittable } from 'pg';
import type { DbValue } from '../sqlite-protocol.ts';
import type { StatementTemplate } from '../statement-template.ts';

/** Rows from which on a stream is worth its begin and end. */
export const FEWEST_COPIED = 32;

/** What a copy is to put where. */
export interface CopyQuery extends CompiledQuery {
  readonly copied: Buffer;
}

/** @returns the statement that takes the rows of an insert in; null for one that gives rows back or asks what is there already */
export function copyStatement(
  { node }: Pick<StatementTemplate<never, unknown>, 'node'>,
  valuesPerRow: number,
): string | null {
  if (!InsertQueryNode.is(node) || !node.into || !node.values || !ValuesNode.is(node.values)) return null;
  if (node.onConflict || node.returning || node.with) return null;
  const [row] = node.values.values;
  const { columns = [] } = node;
  if (!row || !PrimitiveValueListNode.is(row) || columns.length !== valuesPerRow) return null;
  const { schema, identifier } = node.into.table;
  if (schema) return null;
  const names = columns.map(({ column }) => quoted(column.name)).join(', ');
  return `copy ${quoted(identifier.name)} (${names}) from stdin`;
}

export function copyQuery(statement: string, rows: readonly (readonly DbValue[])[]): CopyQuery {
  return { ...CompiledQuery.raw(statement), copied: Buffer.from(rows.map(lineOf).join('')) };
}

/** What of node-postgres's connection a copy uses. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** What `pg` calls while the server takes rows in. */
export class PostgresCopyIn implements Submittable {
  readonly done: Promise<void>;
  readonly #query: Pick<CopyQuery, 'sql' | 'copied'>;
  #settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  #error: unknown;

  constructor(query: Pick<CopyQuery, 'sql' | 'copied'>) {
    this.#query = query;
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  /** All of it in one journey: a server that refuses the statement passes over the rows that follow. Source: PostgreSQL "COPY Operations". */
  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    try {
      wire.query(this.#query.sql);
      wire.sendCopyFromChunk(this.#query.copied);
      wire.endCopyFrom();
    } finally {
      wire.stream.uncork();
    }
  }

  /** The server takes nothing more; the transaction it stands in is undone. */
  handleError(error: unknown): void {
    this.#error = error;
    this.#settle?.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.#settle?.resolve();
  }

  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

function lineOf(values: readonly DbValue[]): string {
  return `${values.map(textOf).join('\t')}\n`;
}

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function textOf(value: DbValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return value.replace(SPECIAL, (one) => ESCAPED[one] ?? one);
  return String(value);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

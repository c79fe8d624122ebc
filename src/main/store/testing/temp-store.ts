// For tests: a real database of their own, a SQLite file or a PostgreSQL 18 database, and a clock that moves when told to.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import type { Clock } from '../../../shared/model/clock.ts';
import { SEED_DIMENSIONS } from '../../../shared/model/graph.ts';
import { openStore, type Store, type StoreLocation, type StoreLog } from '../store.ts';
import { readDictionary } from '../words/dictionary.ts';

/** A Saturday in 2026; any fixed moment would do. */
export const START = 1_795_219_200_000;

export class ManualClock implements Clock {
  #now = START;
  #timers: { at: number; callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - START;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves on and calls back what is due by then, earliest first. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter((timer) => timer.at <= this.#now).sort((a, b) => a.at - b.at);
    this.#timers = this.#timers.filter((timer) => timer.at > this.#now);
    for (const timer of due) timer.callback();
  }

  /** Milliseconds until the next timer; undefined when none is set. */
  get nextTimer(): number | undefined {
    return this.#timers.length === 0
      ? undefined
      : Math.min(...this.#timers.map((timer) => timer.at)) - this.#now;
  }
}

/** A log that keeps what it is told. */
export class MemoLog implements StoreLog {
  readonly lines: { level: string; message: string; fields: object }[] = [];
  info = (fields: object, message: string) => void this.lines.push({ level: 'info', message, fields });
  warn = (fields: object, message: string) => void this.lines.push({ level: 'warn', message, fields });
  error = (fields: object, message: string) => void this.lines.push({ level: 'error', message, fields });
}

export type TestDialect = 'sqlite' | 'postgres';

export interface TempStore extends AsyncDisposable {
  readonly dialect: TestDialect;
  readonly store: Store;
  readonly clock: ManualClock;
  readonly log: MemoLog;
  /** Where the database is, as `openStore` takes it. */
  readonly location: StoreLocation;
  /** The same as `--database` takes it. */
  readonly database: string;
  /** A directory of the test's own; SQLite's file lies in it. */
  readonly dir: string;
  /** Opens the same database once more, as another process would. */
  readonly again: () => Promise<Store>;
}

/** What a test runs on: both databases, or SQLite alone where there is no PostgreSQL; `store.test.ts` says so then. */
export const TEST_DIALECTS: readonly TestDialect[] =
  'url' in inject('postgres') ? ['sqlite', 'postgres'] : ['sqlite'];

/** A fresh, migrated, bootstrapped database; closed and removed with the value. */
export async function tempStore(
  dialect: TestDialect = 'sqlite',
  words: 'few' | 'all' = 'few',
): Promise<TempStore> {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-store-'));
  const place = await freshDatabase(dialect, dir, words);
  const clock = new ManualClock();
  const log = new MemoLog();
  const opened: Store[] = [];
  const again = async () => {
    const store = await openStore({ ...place.location, clock, log });
    opened.push(store);
    return store;
  };
  return {
    dialect,
    store: await again(),
    clock,
    log,
    ...place,
    dir,
    again,
    async [Symbol.asyncDispose]() {
      for (const store of opened) await store.close();
      rmSync(dir, { recursive: true, force: true });
      if ('url' in place.location) await dropDatabase(place.location.url);
    },
  };
}

/**
 * A fresh database nobody has open; a PostgreSQL one is removed with `dropDatabase`.
 * @param dir for SQLite's file
 * @param words of the dictionary
 */
export function freshDatabase(
  dialect: TestDialect,
  dir: string,
  words: 'few' | 'all' = 'few',
): Promise<FreshDatabase> {
  if (words === 'all') return emptyDatabase(dialect, dir);
  return dialect === 'sqlite' ? freshSqlite(dir) : freshPostgres();
}

/** Nothing is there: whoever opens it makes the tables and gives it the whole dictionary. */
async function emptyDatabase(dialect: TestDialect, dir: string): Promise<FreshDatabase> {
  if (dialect === 'sqlite') {
    const databasePath = join(dir, 'memory.db');
    return { location: { databasePath }, database: databasePath };
  }
  const url = await emptyPostgres();
  return { location: { url }, database: url };
}

interface FreshDatabase {
  readonly location: StoreLocation;
  readonly database: string;
}

/** A fresh database's bytes: making one once in a test file is enough. */
let fresh: Promise<Buffer> | undefined;

async function freshSqlite(dir: string): Promise<FreshDatabase> {
  fresh ??= freshBytes();
  const databasePath = join(dir, 'memory.db');
  writeFileSync(databasePath, await fresh);
  return { location: { databasePath }, database: databasePath };
}

async function freshBytes(): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-fresh-'));
  const databasePath = join(dir, 'fresh.db');
  const store = await openStore({ databasePath, clock: new ManualClock(), log: new MemoLog() });
  await forgetRareWords(store);
  await store.close();
  const file = new Sqlite(databasePath);
  file.exec('vacuum');
  file.close();
  const bytes = readFileSync(databasePath);
  rmSync(dir, { recursive: true });
  return bytes;
}

/**
 * Leaves of the dictionary the most common words: tests make thousands of databases, and fifty thousand words are read, copied and
 * compared in each. A program that a test starts on no database makes its own, whole.
 */
async function forgetRareWords(store: Store): Promise<void> {
  const kept = [...readDictionary([10]), ...SEED_DIMENSIONS.map(({ token }) => token)];
  await store.write(({ db }) => db.deleteFrom('soas').where('token', 'not in', kept).execute());
}

/** The database that new ones are copied from, once made by whichever test file comes first. */
const TEMPLATE = 'festinger_fresh';
/** Serialises template making and copying over all test files: PostgreSQL copies a database only while nobody uses it. */
const TEMPLATE_LOCK = 0x0fe5_99;

function server(): string {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(`There is no PostgreSQL here: ${postgres.missing}`);
  return postgres.url;
}

function ofServer(name: string): string {
  const url = new URL(server());
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server());
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An empty database, not migrated yet; drop it with `dropDatabase`. */
export async function emptyPostgres(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((client) => client.query(`create database ${name}`));
  return ofServer(name);
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
}

async function freshPostgres(): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount === 0) {
      await client.query(`create database ${TEMPLATE}_new`);
      const url = ofServer(`${TEMPLATE}_new`);
      const store = await openStore({ url, clock: new ManualClock(), log: new MemoLog() });
      await forgetRareWords(store);
      await store.close();
      await client.query(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`);
    }
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  const url = ofServer(name);
  return { location: { url }, database: url };
}

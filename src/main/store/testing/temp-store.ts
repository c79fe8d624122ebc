// For tests: a real database of their own, a SQLite file or a PostgreSQL 18 database, and a clock that moves when told to.
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Clock } from '../../../shared/model/clock.ts';
import { openStore, type Store, type StoreLocation, type StoreLog } from '../store.ts';
import { onDatabase } from './on-database.ts';
import { START, TEMPLATE } from './start.ts';

export { START };

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

/** A data directory of a test's own, in which a fresh database lies: a first start has no dictionary to make. */
export function freshDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-data-'));
  copyFileSync(inject('freshSqlite'), join(dir, 'festinger.db'));
  return dir;
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

async function freshSqlite(dir: string): Promise<FreshDatabase> {
  const databasePath = join(dir, 'memory.db');
  copyFileSync(inject('freshSqlite'), databasePath);
  return { location: { databasePath }, database: databasePath };
}

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

/** A database that is empty, not migrated yet, or a copy; drop it with `dropDatabase`. */
export async function emptyPostgres(template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Files copied: a third of what PostgreSQL takes to write the copy into its log.
  await onDatabase(server(), (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return ofServer(name);
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onDatabase(server(), (client) => client.query(`drop database if exists ${name} with (force)`));
}

async function freshPostgres(): Promise<FreshDatabase> {
  const url = await emptyPostgres(TEMPLATE);
  return { location: { url }, database: url };
}

// For tests: a real SQLite file in a temporary directory, and a clock that moves when it is told to.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../shared/model/clock.ts';
import { openStore, type Store, type StoreLog } from '../store.ts';

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

export interface TempStore extends AsyncDisposable {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly log: MemoLog;
  readonly path: string;
  readonly dir: string;
  /** Opens the same file once more, as another process would. */
  readonly again: () => Promise<Store>;
}

/** A fresh database's bytes: loading the dictionary once in a test file is enough. */
let fresh: Promise<Buffer> | undefined;

async function freshDatabase(): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-fresh-'));
  const databasePath = join(dir, 'fresh.db');
  const store = await openStore({ databasePath, clock: new ManualClock(), log: new MemoLog() });
  await store.close();
  const bytes = readFileSync(databasePath);
  rmSync(dir, { recursive: true });
  return bytes;
}

export async function tempStore(): Promise<TempStore> {
  fresh ??= freshDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'festinger-store-'));
  const path = join(dir, 'memory.db');
  writeFileSync(path, await fresh);
  const clock = new ManualClock();
  const log = new MemoLog();
  const opened: Store[] = [];
  const again = async () => {
    const store = await openStore({ databasePath: path, clock, log });
    opened.push(store);
    return store;
  };
  return {
    store: await again(),
    clock,
    log,
    path,
    dir,
    again,
    async [Symbol.asyncDispose]() {
      for (const store of opened) await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

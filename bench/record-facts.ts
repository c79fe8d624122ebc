// How many facts the write path takes, on SQLite and on PostgreSQL, both with durable commits: one at a time, each
// acknowledged before the next, and in arrays of 1,000 and 10,000. New facts, the same again, and contradictions.
// `npm run bench:facts`; prints a table of medians and writes bench/results/record-facts.json.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../src/main/core/clock.ts';
import { ConceptGraph } from '../src/main/graph/columns/concept-graph.ts';
import { type Memory, openMemory } from '../src/main/memory/memory.ts';
import { openStore, type StoreLocation } from '../src/main/store/store.ts';
import { startPostgres } from '../src/main/store/testing/postgres-server.ts';
import { queueOver } from '../src/main/store/testing/temp-jobs.ts';
import { createLog } from '../src/main/telemetry/log.ts';
import type { Fact, Provenance } from '../src/shared/model/graph.ts';
import { DEFAULT_SETTINGS } from '../src/shared/model/settings.ts';

const ROUNDS = 5;
const SINGLES = 200;
const DIRECTORY = join(import.meta.dirname, 'results');

interface Measurement {
  readonly database: string;
  readonly what: string;
  /** Facts acknowledged per second. */
  readonly factsPerSecond: number;
  /** Of one call, milliseconds. */
  readonly msPerCall: number;
}

const told: Provenance = {
  ...{
    source: 'gutask',
    client: 'bench',
    conversation: null,
    role: null,
    segment: null,
    sentence: null,
    at: 0,
  },
};

function facts(from: number, count: number, parent: string): Fact[] {
  return Array.from({ length: count }, (_, i) => ({
    ...{
      concept: `b${from + i}`,
      parent: `${parent}-${i % 100}`,
      dimension: 'type',
      isIsa: true,
      confidence: 1,
    },
  }));
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function measure(database: string, memory: Memory): Promise<Measurement[]> {
  const found: Measurement[] = [];
  let next = 0;
  const note = (what: string, perCall: number, ms: readonly number[]) => {
    const msPerCall = median(ms);
    found.push({ database, what, msPerCall, factsPerSecond: (perCall / msPerCall) * 1000 });
  };
  await memory.tell('bench', facts(next, 1000, 'kind'), told);
  next += 1000;
  const singles: number[] = [];
  for (let i = 0; i < SINGLES; i++) {
    singles.push(await timed(() => memory.tell('bench', facts(next++, 1, 'kind'), told)));
  }
  note('one at a time', 1, singles);
  for (const size of [1000, 10_000]) {
    const ms: Record<'new' | 'again' | 'contradicting', number[]> = { new: [], again: [], contradicting: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const from = next;
      ms.new.push(await timed(() => memory.tell('bench', facts(from, size, 'kind'), told)));
      ms.again.push(await timed(() => memory.tell('bench', facts(from, size, 'kind'), told)));
      ms.contradicting.push(await timed(() => memory.tell('bench', facts(from, size, 'other'), told)));
      next += size;
    }
    for (const [what, values] of Object.entries(ms))
      note(`${size.toLocaleString('en')} ${what}`, size, values);
  }
  return found;
}

async function run(database: string, location: StoreLocation): Promise<Measurement[]> {
  const log = createLog('silent');
  const store = await openStore({ ...location, clock: systemClock, log });
  const jobs = queueOver(store, { clock: systemClock, log });
  const memory = await openMemory({
    ...{ store, graph: new ConceptGraph(), clock: systemClock, log, settings: () => DEFAULT_SETTINGS, jobs },
  });
  const found = await measure(database, memory);
  const { ok } = await memory.verify();
  await jobs.close();
  await memory.close();
  await store.close();
  if (!ok) throw new Error(`The memory on ${database} does not verify after the benchmark.`);
  return found;
}

const dir = mkdtempSync(join(tmpdir(), 'festinger-bench-facts-'));
const server = await startPostgres({ durable: true });
try {
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  const results = [
    ...(await run('SQLite', { databasePath: join(dir, 'bench.db') })),
    ...(await run('PostgreSQL', { url: server.databaseUrl('bench') })),
  ];
  console.table(
    results.map(({ database, what, factsPerSecond, msPerCall }) => ({
      ...{ database, what, 'facts/s': Math.round(factsPerSecond), 'ms/call': Number(msPerCall.toFixed(2)) },
    })),
  );
  mkdirSync(DIRECTORY, { recursive: true });
  const file = join(DIRECTORY, 'record-facts.json');
  const host = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version };
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), host, results }, null, 2)}\n`);
  console.log(`written to ${file}`);
} finally {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
}

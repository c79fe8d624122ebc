// What reshaping a large memory costs: a dimension of 100,000 facts taken apart, two of them merged, one renamed; looked at, applied, taken
// back, on SQLite and on PostgreSQL. Meanwhile prompts are recalled every few milliseconds, and how long the event loop is held is measured.
// `npm run bench:edits`, `-- --facts 20000` for fewer, `-- --contested 40` for more that contradicts; prints a table and writes bench/results/edits.json.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { systemClock } from '../src/main/core/clock.ts';
import { ConceptGraph } from '../src/main/graph/columns/concept-graph.ts';
import { type Memory, openMemory } from '../src/main/memory/memory.ts';
import { openStore, type StoreLocation } from '../src/main/store/store.ts';
import { startPostgres } from '../src/main/store/testing/postgres-server.ts';
import { queueOver } from '../src/main/store/testing/temp-jobs.ts';
import { createLog } from '../src/main/telemetry/log.ts';
import type { Fact, Provenance } from '../src/shared/model/graph.ts';
import type { GraphEdit } from '../src/shared/model/memory/graph-edit.ts';
import { DEFAULT_SETTINGS } from '../src/shared/model/settings.ts';

const { values } = parseArgs({
  options: { facts: { type: 'string', default: '100000' }, contested: { type: 'string', default: '1' } },
});
const FACTS = Number(values.facts);
const BATCH = 10_000;
const KINDS = 200;
/** Of two dimensions that are merged: so many in a hundred places say something else, and as many the same; at most 50. */
const CONTESTED = Number(values.contested);
const BY = { actor: 'bench', reason: '' };
const DIRECTORY = join(import.meta.dirname, 'results');

interface Measurement {
  readonly database: string;
  readonly what: string;
  readonly ms: number;
  /** The longest the event loop was held, milliseconds. */
  readonly heldMs: number;
  /** Recalls answered meanwhile, and the slowest of them, microseconds. */
  readonly recalls: number;
  readonly slowestRecallUs: number;
}

const told: Provenance = {
  ...{ source: 'gutask', client: 'bench', conversation: null, role: null, segment: null, sentence: null },
  at: Date.now(),
};

const fact = (concept: string, parent: string, dimension: string): Fact => ({
  ...{ concept, parent, dimension, isIsa: true, confidence: 1 },
});

async function tellAll(memory: Memory, make: (n: number) => Fact): Promise<void> {
  for (let from = 0; from < FACTS; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, FACTS - from) }, (_, i) => make(from + i));
    await memory.tell('default', batch, told);
  }
}

/** Runs something while names are recalled every two milliseconds. */
async function measured<T>(
  memory: Memory,
  database: string,
  what: string,
  work: () => Promise<T>,
): Promise<{ result: T; line: Measurement }> {
  let heldMs = 0;
  let recalls = 0;
  let slowest = 0;
  let isOver = false;
  const watch = async () => {
    for (let last = performance.now(); !isOver; ) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      const now = performance.now();
      heldMs = Math.max(heldMs, now - last - 2);
      memory.concepts.recall('default', `c${(recalls * 7919) % FACTS}`);
      slowest = Math.max(slowest, performance.now() - now);
      recalls++;
      last = performance.now();
    }
  };
  const watching = watch();
  const started = performance.now();
  const result = await work();
  const ms = performance.now() - started;
  isOver = true;
  await watching;
  const line = { database, what, ms, heldMs, recalls, slowestRecallUs: slowest * 1000 };
  console.log(
    `${database.padEnd(9)} ${what.padEnd(34)} ${ms.toFixed(0).padStart(7)} ms, loop held ${heldMs.toFixed(1).padStart(6)} ms, ${recalls} recalls, slowest ${line.slowestRecallUs.toFixed(0)} µs`,
  );
  return { result, line };
}

async function measure(database: string, location: StoreLocation): Promise<Measurement[]> {
  const clock = systemClock;
  const log = createLog('silent');
  const store = await openStore({ ...location, clock, log });
  const settings = () => DEFAULT_SETTINGS;
  const jobs = queueOver(store, { clock, log });
  const graph = new ConceptGraph();
  const memory = await openMemory({ store, graph, clock, log, settings, jobs });
  jobs.start();
  const lines: Measurement[] = [];
  const run = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const { result, line } = await measured(memory, database, what, work);
    lines.push(line);
    return result;
  };
  const look = async (name: string, edits: GraphEdit[]) => {
    const { basis, totals, problems } = await run(`${name}: looked at`, () =>
      memory.graphEdits.preview('default', edits),
    );
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    console.log(`          ${JSON.stringify(totals)}`);
    return basis;
  };
  const reshape = async (name: string, edits: GraphEdit[]) => {
    const basis = await look(name, edits);
    const { id } = await run(`${name}: applied`, () => memory.graphEdits.apply('default', edits, basis, BY));
    await run(`${name}: taken back`, () => memory.history.undo(id, BY));
  };
  await run('told', () => tellAll(memory, (n) => fact(`c${n}`, `kind-${n % KINDS}`, 'one')));
  await run('told another', () =>
    tellAll(memory, (n) => {
      if (n % 100 < CONTESTED) return fact(`c${n}`, `else-${n % KINDS}`, 'two');
      return n % 100 < 2 * CONTESTED
        ? fact(`c${n}`, `kind-${n % KINDS}`, 'two')
        : fact(`d${n}`, `kind-${n % KINDS}`, 'two');
    }),
  );
  const parents = Array.from({ length: KINDS / 2 }, (_, n) => `kind-${n}`);
  await reshape('split', [
    {
      ...{ edit: 'split', dimension: 'one' },
      parts: [
        { dimension: 'lower', question: 'Which lower one?', which: { by: 'rule', parents } },
        { dimension: 'upper', question: 'Which upper one?', which: { by: 'rule', flavour: 'isa' } },
      ],
    },
  ]);
  await reshape('merge', [{ edit: 'merge', names: ['two'], into: 'one' }]);
  // The claims that the merge opens go on to the new name. Too much to be taken back as one, so it is looked at alone.
  await look('merge, then rename', [
    { edit: 'merge', names: ['two'], into: 'one' },
    { edit: 'rename', name: 'one', to: 'first' },
  ]);
  await reshape('rename', [{ edit: 'rename', name: 'one', to: 'first' }]);
  await jobs.close();
  await memory.close();
  await store.close();
  return lines;
}

const directory = mkdtempSync(join(tmpdir(), 'festinger-bench-'));
const lines = await measure('sqlite', { databasePath: join(directory, 'festinger.db') });
const server = await startPostgres({ durable: true });
try {
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  lines.push(...(await measure('postgres', { url: server.databaseUrl('bench') })));
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
mkdirSync(DIRECTORY, { recursive: true });
const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`;
writeFileSync(
  join(DIRECTORY, 'edits.json'),
  `${JSON.stringify({ machine, facts: FACTS, lines }, null, 2)}\n`,
);

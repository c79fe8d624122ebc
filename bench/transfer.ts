// Export, backup and import of a large memory: how long, how much memory, and how long the event loop was held.
// npm run bench:transfer [-- EDGES]; SQLite in a temporary directory. Prints a table and writes bench/results/transfer.json.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../src/main/core/clock.ts';
import { ConceptGraph } from '../src/main/graph/columns/concept-graph.ts';
import { openMemory } from '../src/main/memory/memory.ts';
import { TableLoader } from '../src/main/store/bulk/table-loader.ts';
import { openStore, type Store } from '../src/main/store/store.ts';
import { insertTokens } from '../src/main/store/tables/concepts.ts';
import { queueOver } from '../src/main/store/testing/temp-jobs.ts';
import { checkGraphFile } from '../src/main/transfer/import-lines.ts';
import { runImport } from '../src/main/transfer/run-import.ts';
import { exportOnThread, runOnThread } from '../src/main/transfer/transfer-thread.ts';
import { DEFAULT_SETTINGS } from '../src/shared/model/settings.ts';

const EDGES = Number(process.argv[2] ?? 1_000_000);
const IMPORTED = Math.min(EDGES, 50_000);
const PARENTS = 1000;
const log = { info: () => undefined, warn: console.warn, error: console.error };

/** Concepts `c0..` below a thousand parents, in one dimension. */
async function fill(store: Store): Promise<void> {
  await store.write(async (writer) => {
    const tokens = [
      ...Array.from({ length: PARENTS }, (_, i) => `parent_${i}`),
      ...Array.from({ length: EDGES }, (_, i) => `c${i}_concept`),
    ];
    for (let i = 0; i < tokens.length; i += 20_000) {
      await insertTokens(writer, tokens.slice(i, i + 20_000), false);
    }
    const { id: first } = await writer.reader
      .selectFrom('soas')
      .select('id')
      .where('token', '=', 'parent_0')
      .executeTakeFirstOrThrow();
    const columns = [
      'project',
      'id',
      'parent_id',
      'dim_id',
      'is_isa',
      'confidence',
      'last_confirmed',
      'source',
    ];
    const edges = await TableLoader.of(writer, 'urd', [...columns, 'valid_from']);
    const at = Date.now();
    for (let i = 0; i < EDGES; i++) {
      const concept = first + PARENTS + i;
      await edges.add(['default', concept, first + (i % PARENTS), 1, true, 0.8, at, 'inferred', at]);
    }
    await edges.finish(null);
  });
}

interface Measured {
  readonly what: string;
  readonly seconds: number;
  readonly loopMaxMs: number;
  readonly loopP99Ms: number;
  /** What the main thread itself computed. */
  readonly mainCpuSeconds: number;
  readonly rssMb: number;
  readonly megabytes: number;
}

const results: Measured[] = [];

/** Microseconds of this thread since then. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return user + system;
}

async function measure(what: string, work: () => Promise<number>): Promise<void> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  let rss = 0;
  const watch = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage.rss());
  }, 50);
  loop.enable();
  const started = performance.now();
  const cpu = process.threadCpuUsage();
  const bytes = await work();
  const seconds = (performance.now() - started) / 1000;
  loop.disable();
  clearInterval(watch);
  results.push({
    what,
    seconds: Number(seconds.toFixed(1)),
    loopMaxMs: Number((loop.max / 1e6).toFixed(1)),
    loopP99Ms: Number((loop.percentile(99) / 1e6).toFixed(1)),
    mainCpuSeconds: Number((spent(cpu) / 1e6).toFixed(2)),
    rssMb: Math.round(Math.max(rss, process.memoryUsage.rss()) / 1e6),
    megabytes: Math.round(bytes / 1e6),
  });
}

const dir = mkdtempSync(join(tmpdir(), 'festinger-bench-transfer-'));
const place = { databasePath: join(dir, 'festinger.db') };
const options = { signal: new AbortController().signal, progress: () => undefined };
try {
  const store = await openStore({ ...place, clock: systemClock, log });
  await fill(store);
  await measure('nothing (for comparison)', async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return 0;
  });
  for (const format of ['jsonl', 'graphml', 'cytoscape', 'csv'] as const) {
    await measure(`export ${format}, ${EDGES} edges`, async () => {
      const request = { format, project: null, events: false, stamp: { program: 'bench', now: 0 } };
      const run = exportOnThread({ kind: 'export', place, request }, options);
      for await (const _piece of run.pieces);
      return (await run.result).bytes;
    });
  }
  const request = { path: join(dir, 'backup.gz'), program: 'bench', now: 0, keys: null };
  await measure(`backup, ${EDGES} edges`, async () => {
    return (await runOnThread({ kind: 'write_backup', place, request }, options)).bytes;
  });
  await measure('check of that backup', async () => {
    await runOnThread({ kind: 'check_backup', path: request.path }, options);
    return 0;
  });
  const graph = new ConceptGraph();
  const jobs = queueOver(store, { clock: systemClock, log });
  const memory = await openMemory({
    store,
    graph,
    clock: systemClock,
    settings: () => DEFAULT_SETTINGS,
    log,
    jobs,
  });
  const lines = [
    { kind: 'festinger-memory', version: 1 },
    ...Array.from({ length: IMPORTED }, (_, i) => ({
      ...{ kind: 'edge', edge: i + 1, project: 'imported', concept: `c${i}_concept`, dimension: 'type' },
      ...{ parent: `parent_${i % PARENTS}`, is_isa: true, confidence: 0.8, source: 'inferred' },
      ...{ valid_from: 1, last_confirmed: 1 },
    })),
    { kind: 'end', lines: IMPORTED + 2 },
  ];
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const source = async function* () {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  };
  await measure(`import of ${IMPORTED} edges`, async () => {
    const file = await checkGraphFile(source);
    await runImport(memory, { ...options, source, file, actor: 'bench', reason: '', dryRun: false });
    return bytes.length;
  });
  await jobs.close();
  await memory.close();
  await store.close();
} finally {
  rmSync(dir, { recursive: true, force: true });
}
console.table(results);
mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
writeFileSync(join(import.meta.dirname, 'results', 'transfer.json'), `${JSON.stringify(results, null, 2)}\n`);

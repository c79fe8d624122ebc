// Benchmark of a start with a big graph: a million concepts and three million edges, on SQLite and on PostgreSQL 18.
// Each sample is a fresh `festinger serve`; measured are the time from the process's start until it serves and has
// answered a recall, its processor time, and its resident memory. Then, in this process, how long a reload holds the loop.
// Prints a table, writes JSON to bench/results/.
//   node bench/startup.ts [--samples 3] [--concepts 1000000] [--edges 3000000] [--only sqlite|postgres]
// The databases are made once, in the temporary directory (about 1 and 4 minutes), and are read from a warm file cache.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { systemClock } from '../src/main/core/clock.ts';
import { ConceptGraph } from '../src/main/graph/columns/concept-graph.ts';
import { GraphCache } from '../src/main/memory/read/graph-cache.ts';
import { openStore, type StoreLocation } from '../src/main/store/store.ts';
import { startPostgres } from '../src/main/store/testing/postgres-server.ts';
import { type BigSize, bigPostgres, bigSqlite } from './lib/big-database.ts';
import { machine, percentile, printTable, writeResults } from './lib/report.ts';

const ROOT = join(import.meta.dirname, '..');
const PROGRAMS = [
  ['source', join(ROOT, 'src/main/cli.ts')],
  ['built', join(ROOT, 'out/main/cli.js')],
] as const;

const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '3' },
    concepts: { type: 'string', default: '1000000' },
    edges: { type: 'string', default: '3000000' },
    only: { type: 'string' },
  },
});
const size: BigSize = { concepts: Number(values.concepts), edges: Number(values.edges) };

interface Sample {
  /** Seconds from spawning the process to its `--json` line, which says that it listens. */
  readonly serving: number;
  /** Seconds until the first recall was answered. */
  readonly recalled: number;
  /** Seconds of processor time of all threads until then; of a busy machine this is the figure to compare. */
  readonly processor: number;
  readonly rssMb: number;
  readonly peakMb: number;
}

async function startOnce(cli: string, database: string): Promise<Sample> {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-bench-start-'));
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const child = spawn(
    process.execPath,
    [
      ...[cli, 'serve', '--json', '--listen', '127.0.0.1:0', '--data-dir', dataDir],
      ...['--database', database, '--upstream', 'http://127.0.0.1:9'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, FESTINGER_LOG: 'error' } },
  );
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', (code) => reject(new Error(`the program ended with code ${code}`)));
    });
    const serving = seconds();
    const { origin } = new URL((JSON.parse(line) as { url: string }).url);
    const answer = await fetch(`${origin}/recall?concept=type`);
    if (answer.status !== 200) throw new Error(`recall answered ${answer.status}`);
    const recalled = seconds();
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    const [user, system] =
      readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
    const processor = (Number(user) + Number(system)) / 100;
    return { serving, recalled, processor, rssMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
  } finally {
    child.kill('SIGKILL');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Longest the event loop was held, in milliseconds, while a graph of this size was reloaded. */
async function reload(
  location: StoreLocation,
): Promise<{ seconds: number; heldMs: number; heldP99Ms: number }> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await using store = await openStore({ ...location, clock: systemClock, log });
  const cache = new GraphCache(store, new ConceptGraph());
  await cache.load();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  await cache.load();
  delay.disable();
  const ms = (ns: number) => ns / 1e6;
  return {
    seconds: (performance.now() - began) / 1000,
    heldMs: ms(delay.max),
    heldP99Ms: ms(delay.percentile(99)),
  };
}

interface Target {
  readonly name: 'sqlite' | 'postgres';
  readonly database: string;
  readonly location: StoreLocation;
  readonly stop: () => Promise<void>;
}

async function openTarget(name: Target['name']): Promise<Target> {
  const stem = join(tmpdir(), `festinger-bench-${size.concepts}-${size.edges}-${schemaDigest()}`);
  if (name === 'sqlite') {
    const databasePath = await bigSqlite(`${stem}.db`, size);
    return { name, database: databasePath, location: { databasePath }, stop: async () => undefined };
  }
  const server = await startPostgres({ durable: true, dir: `${stem}-postgres` });
  const client = new pg.Client(server.url);
  await client.connect();
  const { rowCount } = await client.query(`select from pg_database where datname = 'big'`);
  if (rowCount === 0) await client.query('create database big');
  await client.end();
  const url = server.databaseUrl('big');
  await bigPostgres(url, size);
  return { name, database: url, location: { url }, stop: () => server.stop() };
}

/** Changes with the schema, so that no database of an older one is opened. */
function schemaDigest(): string {
  const digest = createHash('sha256');
  const migrations = join(ROOT, 'src/main/store/migrations');
  for (const file of readdirSync(migrations).sort()) digest.update(readFileSync(join(migrations, file)));
  return digest.digest('hex').slice(0, 8);
}

const rows: object[] = [];
const table: string[][] = [];
for (const name of ['sqlite', 'postgres'] as const) {
  if (values.only && values.only !== name) continue;
  const target = await openTarget(name);
  try {
    for (const [program, cli] of PROGRAMS) {
      if (!existsSync(cli)) {
        console.log(`${program}: ${cli} is not there (npm run build)`);
        continue;
      }
      await startOnce(cli, target.database); // brings the files into the cache
      const samples: Sample[] = [];
      for (let n = 0; n < Number(values.samples); n++) samples.push(await startOnce(cli, target.database));
      const median = (of: (sample: Sample) => number) =>
        percentile(
          samples.map(of).sort((a, b) => a - b),
          0.5,
        );
      const load = loadavg()[0] ?? 0;
      rows.push({ database: name, program, load, samples });
      table.push([
        ...[name, program, median((s) => s.serving).toFixed(2), median((s) => s.recalled).toFixed(2)],
        ...[median((s) => s.processor).toFixed(2), Math.max(...samples.map((s) => s.rssMb)).toFixed(0)],
        ...[Math.max(...samples.map((s) => s.peakMb)).toFixed(0), load.toFixed(1)],
      ]);
    }
    const again = await reload(target.location);
    rows.push({ database: name, reload: again, load: loadavg()[0] });
    console.log(
      `${name}: a reload took ${again.seconds.toFixed(2)} s and held the event loop ${again.heldMs.toFixed(1)} ms at most (p99 ${again.heldP99Ms.toFixed(1)})`,
    );
  } finally {
    await target.stop();
  }
}
printTable(
  ['database', 'program', 'serving s', 'recalled s', 'processor s', 'RSS MB', 'peak MB', 'load'],
  table,
);
console.log(
  `${size.concepts} concepts, ${size.edges} edges; medians of ${values.samples}; ${machine.cores} cores`,
);
writeResults('startup', { size, rows });

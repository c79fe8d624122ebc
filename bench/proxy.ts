// Benchmark of the proxy beside others, on one mock upstream, in one run: requests per second, time to first byte,
// processor time and memory, as ratios to a bare node:http + undici pass-through. Festinger is the whole program with a
// big graph: it enriches every prompt, counts and reads it afterwards, and keeps its traffic log.
//   node bench/proxy.ts [--quick] [--rounds 5] [--seconds 2] [--sizes 1,32,256] [--concurrency 1,8,32] [--edges 100000] [--tokens 32] [--warm 20] [--only name,...] [--source] [--profile DIR] [--turn known|fresh|same] [--words 45]
// The upstream and the load share core 0, the proxy measured has core 1. All are warmed up, 20 s each. Rounds take the proxies in turn, so that what the
// machine does meanwhile falls on all. nginx is measured where it is installed; http-proxy and @portkey-ai/gateway are
// installed from npm into .cache/bench-proxies. Writes bench/results/proxy.json. Source: proxy.md Speed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { bigSqlite } from './lib/big-database.ts';
import { bigConcepts } from './lib/big-graph.ts';
import { percentile, printTable, writeResults } from './lib/report.ts';
import { type LoadResult, load, TURNS } from './proxy/load.ts';

const ROOT = join(import.meta.dirname, '..');
const OTHERS = join(ROOT, '.cache', 'bench-proxies');
const PACKAGES = ['http-proxy@1.18.1', '@portkey-ai/gateway@1.15.2'];
const FRONT_CORE = '1';
const BACK_CORE = '0';
const CONCEPTS = 200_000;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    sizes: { type: 'string', default: '1,32,256' },
    concurrency: { type: 'string', default: '1,8,32' },
    edges: { type: 'string', default: '100000' },
    tokens: { type: 'string', default: '32' },
    warm: { type: 'string', default: '20' },
    only: { type: 'string' },
    source: { type: 'boolean', default: false },
    turn: { type: 'string', default: 'known' },
    words: { type: 'string', default: '45' },
    profile: { type: 'string' },
  },
});
const numbers = (list: string) => list.split(',').map(Number);
const rounds = values.quick ? 2 : Number(values.rounds);
const seconds = values.quick ? 1 : Number(values.seconds);
const sizes = numbers(values.sizes);
const concurrencies = numbers(values.concurrency);
const turn = TURNS.find((one) => one === values.turn) ?? fail(`--turn is one of ${TURNS.join(', ')}`);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

interface Proxy {
  readonly name: string;
  readonly port: number;
  /** Processes whose processor time and memory count. */
  readonly pids: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
}

const children: ChildProcess[] = [];
const folders: string[] = [];

/** Starts a program on a core and gives the first line it prints. */
async function start(
  core: string,
  command: string,
  args: readonly string[],
): Promise<{ line: string; pid: number }> {
  const child = spawn('taskset', ['-c', core, command, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FESTINGER_LOG: 'error' },
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${command} ended with code ${code}`))),
  ])) as [string];
  lines.resume();
  return { line, pid: child.pid as number };
}

const node = (core: string, ...args: string[]) => start(core, process.execPath, args);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'festinger-bench-proxy-'));
  folders.push(path);
  return path;
}

async function bare(upstream: string): Promise<Proxy> {
  const { line, pid } = await node(FRONT_CORE, join(ROOT, 'bench/proxy/bare.ts'), upstream);
  return { name: 'bare undici', port: Number(line), pids: [pid], headers: {} };
}

async function festinger(upstream: string): Promise<Proxy> {
  const edges = Number(values.edges);
  const size = { concepts: edges >= 1_000_000 ? 1_000_000 : CONCEPTS, edges };
  const made = await bigSqlite(join(tmpdir(), `festinger-bench-proxy-${size.concepts}-${edges}.db`), size);
  const dataDir = folder();
  const database = join(dataDir, 'festinger.db');
  copyFileSync(made, database);
  const cli = values.source ? 'src/main/cli.ts' : 'out/main/cli.js';
  const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
  const { line, pid } = await node(
    FRONT_CORE,
    ...[...profile, join(ROOT, cli), 'serve', '--json', '--listen', '127.0.0.1:0', '--data-dir', dataDir],
    ...['--database', database, '--upstream', upstream],
  );
  const { url } = JSON.parse(line) as { url: string };
  return { name: 'festinger', port: Number(new URL(url).port), pids: [pid], headers: {} };
}

/** nginx as its own documentation sets up a reverse proxy for streams: keep-alive upstream, no buffering. */
async function nginx(upstream: string): Promise<Proxy | string> {
  const binary = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync);
  if (!binary) return 'nginx is not installed';
  const port = await freePort();
  const dir = folder();
  mkdirSync(join(dir, 'temp'));
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (n) => `${n}_temp_path ${dir}/temp/${n};`,
  );
  writeFileSync(
    join(dir, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${dir}/pid; error_log stderr crit; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 4096; }
http { access_log off; keepalive_requests 1000000; ${temps.join(' ')}
  upstream model { server ${upstream.replace('http://', '')}; keepalive 64; keepalive_requests 1000000; }
  server { listen 127.0.0.1:${port}; client_max_body_size 0; client_body_buffer_size 1m;
    location / { proxy_pass http://model; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } } }`,
  );
  const child = spawn('taskset', ['-c', FRONT_CORE, binary, '-p', dir, '-c', join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  await listening(port);
  const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  return { name: 'nginx', port, pids: workers, headers: {} };
}

async function httpProxy(upstream: string): Promise<Proxy> {
  const script = join(ROOT, 'bench/proxy/http-proxy.mjs');
  const { line, pid } = await node(FRONT_CORE, '--no-deprecation', script, upstream, OTHERS);
  return { name: 'http-proxy', port: Number(line), pids: [pid], headers: {} };
}

async function portkey(upstream: string): Promise<Proxy> {
  const port = await freePort();
  const script = join(OTHERS, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const child = spawn(
    'taskset',
    ['-c', FRONT_CORE, process.execPath, script, `--port=${port}`, '--headless'],
    {
      stdio: 'ignore',
      env: { ...process.env, TRUSTED_CUSTOM_HOSTS: 'localhost,127.0.0.1' },
    },
  );
  children.push(child);
  await listening(port);
  const headers = {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstream}/v1`,
    authorization: 'Bearer none',
  };
  return { name: 'portkey', port, pids: [child.pid as number], headers };
}

async function listening(port: number): Promise<void> {
  for (let n = 0; n < 300; n++) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing listens on ${port}`);
}

/** Other proxies from npm, into a folder of their own. @returns what could not be had */
function installOthers(): string | null {
  if (existsSync(join(OTHERS, 'node_modules/@portkey-ai/gateway'))) return null;
  mkdirSync(OTHERS, { recursive: true });
  // With newer ones the gateway answers every stream with 500: it changes headers that they hand out as immutable.
  writeFileSync(join(OTHERS, 'package.json'), '{"private":true,"overrides":{"@hono/node-server":"1.13.8"}}');
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], {
      cwd: OTHERS,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return null;
  } catch (error) {
    return `npm could not install them: ${(error as Error).message}`;
  }
}

/** Seconds of processor time the processes have used, children of the kernel's count included. */
function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) / 100;
  }, 0);
}

const residentMb = (pids: readonly number[]): number =>
  pids.reduce(
    (sum, pid) =>
      sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    0,
  );

interface Sample {
  readonly rps: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuUs: number;
}

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

async function measure(proxy: Proxy, kb: number, concurrency: number, ms: number): Promise<Sample> {
  const before = processorSeconds(proxy.pids);
  const { answers, seconds, firstByteMs }: LoadResult = await load({
    ...{
      port: proxy.port,
      headers: proxy.headers,
      concurrency,
      ms,
      names,
      turn,
      words: Number(values.words),
      historyBytes: kb * 1024,
      seed: kb * 1000,
    },
  });
  const cpu = processorSeconds(proxy.pids) - before;
  return {
    rps: answers / seconds,
    p50: percentile(firstByteMs, 0.5),
    p99: percentile(firstByteMs, 0.99),
    cpuUs: (cpu / answers) * 1e6,
  };
}

const names = Array.from({ length: 2000 }, () => '');
{
  let n = 0;
  for (const { token } of bigConcepts(names.length)) names[n++] = token;
}

async function run(): Promise<void> {
  execFileSync('taskset', ['-pc', BACK_CORE, String(process.pid)], { stdio: 'ignore' });
  const { line } = await node(BACK_CORE, join(ROOT, 'bench/proxy/upstream.ts'), values.tokens);
  const upstream = `http://127.0.0.1:${line}`;
  const wanted = (name: string) =>
    !values.only || name === 'bare undici' || values.only.split(',').includes(name);
  const missing: string[] = [];
  const proxies: Proxy[] = [await bare(upstream)];
  if (wanted('festinger')) proxies.push(await festinger(upstream));
  if (wanted('nginx')) {
    const started = await nginx(upstream);
    if (typeof started === 'string') missing.push(started);
    else proxies.push(started);
  }
  if (wanted('http-proxy') || wanted('portkey')) {
    const problem = installOthers();
    if (problem) missing.push(problem);
    if (!problem && wanted('http-proxy')) proxies.push(await httpProxy(upstream));
    if (!problem && wanted('portkey')) proxies.push(await portkey(upstream));
  }
  for (const what of missing) console.log(`left out: ${what}`);
  // On one core a compiler that is still at work stands in the way of what it compiles.
  for (const proxy of proxies) await measure(proxy, 32, 8, values.quick ? 1000 : Number(values.warm) * 1000);

  const rows: string[][] = [];
  const figures: object[] = [];
  for (const kb of sizes) {
    for (const concurrency of concurrencies) {
      for (const proxy of proxies) await measure(proxy, kb, concurrency, seconds * 1000); // warm, and histories seen
      const samples = new Map(proxies.map(({ name }) => [name, [] as Sample[]]));
      for (let round = 0; round < rounds; round++) {
        for (const proxy of proxies) {
          samples.get(proxy.name)?.push(await measure(proxy, kb, concurrency, seconds * 1000));
        }
      }
      const yardstick = samples.get('bare undici') as Sample[];
      for (const proxy of proxies) {
        const own = samples.get(proxy.name) as Sample[];
        const ratios = own.map(({ rps }, round) => rps / (yardstick[round] as Sample).rps);
        const added = (key: 'p50' | 'p99') =>
          median(own.map((s, round) => s[key] - (yardstick[round] as Sample)[key]));
        const figure = {
          ...{
            proxy: proxy.name,
            kb,
            concurrency,
            rps: median(own.map((s) => s.rps)),
            ratio: median(ratios),
          },
          ...{ lowest: Math.min(...ratios), highest: Math.max(...ratios) },
          ...{ p50: median(own.map((s) => s.p50)), p99: median(own.map((s) => s.p99)) },
          ...{ addedP50: added('p50'), addedP99: added('p99') },
          ...{ cpuUs: median(own.map((s) => s.cpuUs)), residentMb: residentMb(proxy.pids) },
        };
        figures.push(figure);
        rows.push([
          ...[proxy.name, `${kb} KB`, String(concurrency), figure.rps.toFixed(0), figure.ratio.toFixed(2)],
          `${figure.lowest.toFixed(2)}-${figure.highest.toFixed(2)}`,
          ...[
            figure.p50.toFixed(2),
            figure.p99.toFixed(2),
            figure.addedP50.toFixed(2),
            figure.addedP99.toFixed(2),
          ],
          ...[figure.cpuUs.toFixed(0), figure.residentMb.toFixed(0)],
        ]);
      }
    }
  }
  printTable(
    [
      ...['proxy', 'prompt', 'conc.', 'req/s', 'ratio', 'spread', 'ttfb p50 ms', 'p99', 'added p50', 'p99'],
      ...['CPU us/req', 'MB'],
    ],
    rows,
  );
  writeResults('proxy', {
    edges: Number(values.edges),
    tokens: Number(values.tokens),
    rounds,
    seconds,
    missing,
    figures,
  });
}

try {
  await run();
} finally {
  for (const child of children) child.kill('SIGTERM'); // nginx's master takes its worker with it
  for (const path of folders) rmSync(path, { recursive: true, force: true });
}

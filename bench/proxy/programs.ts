// Starts what bench/proxy.ts measures, each pinned to the cores of the proxy: bare undici, the whole of Festinger with a big
// graph, and other proxies where they can be had. Ends them all, and removes their folders, when it is closed.
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
import { systemClock } from '../../src/main/core/clock.ts';
import { openStore } from '../../src/main/store/store.ts';
import { saveClient } from '../../src/main/store/tables/clients.ts';
import { ClientPolicy } from '../../src/shared/model/client.ts';
import { bigSqlite } from '../lib/big-database.ts';
import { sampledBy } from './sampler.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const OTHERS = join(ROOT, '.cache', 'bench-proxies');
const PACKAGES = ['http-proxy@1.18.1', '@portkey-ai/gateway@1.15.2'];
/** Of the load and of the upstream. */
export const BACK_CORE = '0';
const CONCEPTS = 200_000;
/** A client of which nothing is learnt. */
const UNHEARD = 'unheard';
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface MeasuredProxy {
  readonly name: string;
  readonly port: number;
  /** Processes whose processor time and memory count. */
  readonly pids: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
  /** Where its main thread can be sampled. */
  readonly inspector?: { readonly pid: number; readonly port: number };
}

export interface ProgramOptions {
  /** What the proxies run on, as taskset names them. */
  readonly cores: string;
  /** Facts in Festinger's memory. */
  readonly edges: number;
  /** Festinger from its sources, not built. */
  readonly isSource: boolean;
  /** A folder for a processor profile of all its threads. */
  readonly profile: string | undefined;
}

export class Programs {
  readonly #options: ProgramOptions;
  readonly #children: ChildProcess[] = [];
  readonly #folders: string[] = [];

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  /** Ends them: asked first, after five seconds at once. */
  async close(): Promise<void> {
    const running = this.#children.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    const ended = Promise.all(running.map((child) => once(child, 'exit')));
    for (const child of running) child.kill('SIGTERM'); // nginx's master takes its worker with it
    const patience = setTimeout(() => {
      for (const child of running) child.kill('SIGKILL');
    }, 5000);
    await ended;
    clearTimeout(patience);
    for (const path of this.#folders) rmSync(path, { recursive: true, force: true });
  }

  /** Starts a program on a core and gives the first line it prints. */
  async #start(
    core: string,
    command: string,
    args: readonly string[],
  ): Promise<{ line: string; pid: number }> {
    const child = spawn('taskset', ['-c', core, command, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, FESTINGER_LOG: 'error' },
    });
    this.#children.push(child);
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const [line] = (await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`${command} ended with code ${code}`))),
    ])) as [string];
    lines.resume();
    return { line, pid: child.pid as number };
  }

  #node(...args: string[]): Promise<{ line: string; pid: number }> {
    return this.#start(this.#options.cores, process.execPath, args);
  }

  /** The model all of them stand in front of, beside the load. @param tokens of an answer @returns its URL */
  async upstream(tokens: string): Promise<string> {
    const { line } = await this.#start(BACK_CORE, process.execPath, [
      join(ROOT, 'bench/proxy/upstream.ts'),
      tokens,
    ]);
    return `http://127.0.0.1:${line}`;
  }

  #folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'festinger-bench-proxy-'));
    this.#folders.push(path);
    return path;
  }

  async bare(upstream: string): Promise<MeasuredProxy> {
    const { line, pid } = await this.#node(join(ROOT, 'bench/proxy/bare.ts'), upstream);
    return { name: 'bare undici', port: Number(line), pids: [pid], headers: {} };
  }

  /** @param settings of its config.yaml, as YAML; with a name of their own */
  async festinger(
    upstream: string,
    name = 'festinger',
    settings: string | null = null,
  ): Promise<MeasuredProxy> {
    const { edges, isSource, profile } = this.#options;
    const size = { concepts: edges >= 1_000_000 ? 1_000_000 : CONCEPTS, edges };
    const made = await bigSqlite(join(tmpdir(), `festinger-bench-proxy-${size.concepts}-${edges}.db`), size);
    const dataDir = this.#folder();
    const database = join(dataDir, 'festinger.db');
    copyFileSync(made, database);
    await forbidLearning(database);
    if (settings !== null) writeFileSync(join(dataDir, 'config.yaml'), `settings: ${settings}\n`);
    const cli = isSource ? 'src/main/cli.ts' : 'out/main/cli.js';
    const profiled = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
    const inspected = await freePort();
    const { line, pid } = await this.#node(
      ...[
        ...profiled,
        ...sampledBy(inspected),
        join(ROOT, cli),
        'serve',
        '--json',
        '--listen',
        '127.0.0.1:0',
        '--data-dir',
        dataDir,
      ],
      ...['--database', database, '--upstream', upstream],
    );
    const { url } = JSON.parse(line) as { url: string };
    return {
      ...{ name, port: Number(new URL(url).port), pids: [pid], headers: {} },
      inspector: { pid, port: inspected },
    };
  }

  /** The same running program as somebody of whom nothing is learnt: what a follow-up that costs nothing would come to. */
  withoutFollowUp({ inspector: _, ...festinger }: MeasuredProxy): MeasuredProxy {
    return { ...festinger, name: 'no follow-up', headers: { 'x-festinger-client': UNHEARD } };
  }

  /** nginx as its own documentation sets up a reverse proxy for streams: keep-alive upstream, no buffering. */
  async nginx(upstream: string): Promise<MeasuredProxy | string> {
    const binary = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync);
    if (!binary) return 'nginx is not installed';
    const port = await freePort();
    const dir = this.#folder();
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
    const child = spawn(
      'taskset',
      ['-c', this.#options.cores, binary, '-p', dir, '-c', join(dir, 'nginx.conf')],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    this.#children.push(child);
    await listening(port);
    const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number);
    return { name: 'nginx', port, pids: workers, headers: {} };
  }

  async httpProxy(upstream: string): Promise<MeasuredProxy> {
    const script = join(ROOT, 'bench/proxy/http-proxy.mjs');
    const { line, pid } = await this.#node('--no-deprecation', script, upstream, OTHERS);
    return { name: 'http-proxy', port: Number(line), pids: [pid], headers: {} };
  }

  async portkey(upstream: string): Promise<MeasuredProxy> {
    const port = await freePort();
    const script = join(OTHERS, 'node_modules/@portkey-ai/gateway/build/start-server.js');
    const child = spawn(
      'taskset',
      ['-c', this.#options.cores, process.execPath, script, `--port=${port}`, '--headless'],
      {
        stdio: 'ignore',
        env: { ...process.env, TRUSTED_CUSTOM_HOSTS: 'localhost,127.0.0.1' },
      },
    );
    this.#children.push(child);
    await listening(port);
    const headers = {
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstream}/v1`,
      authorization: 'Bearer none',
    };
    return { name: 'portkey', port, pids: [child.pid as number], headers };
  }
}

/** So that the same program can be asked without its follow-up: it counts and learns nothing of what this client says. */
async function forbidLearning(databasePath: string): Promise<void> {
  await using store = await openStore({ databasePath, clock: systemClock, log: QUIET });
  const policy = ClientPolicy.parse({ learning: 'off' });
  await store.write((writer) => saveClient(writer, UNHEARD, policy, 0, systemClock.now()));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
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
export function installOthers(): string | null {
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

// Real Festinger processes for tests and benchmarks: `node src/main/cli.ts serve --json` on free ports, each with a data
// directory of its own, over whatever database they share. Nothing here is faked; kill -9 is kill -9.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FactAnswer } from '../../../shared/model/graph.ts';

/** The command line: the built one where the tests' configuration names it (vitest.config.ts). */
export const CLI = process.env.FESTINGER_CLI ?? join(import.meta.dirname, '..', '..', 'cli.ts');
/** Nobody listens there: an upstream for processes that are asked about facts only. */
const NO_UPSTREAM = 'http://127.0.0.1:9';
const START_MS = 30_000;
/** Lines of the log kept for a failing test to show. */
const KEPT_LINES = 200;

export interface ProcessOptions {
  /** As `--database` takes it; without it each process has a SQLite file of its own. */
  readonly database?: string | undefined;
  /** Kept when given; otherwise made, and removed with the process. */
  readonly dataDir?: string;
  /** Null: what config.yaml in `dataDir` names. */
  readonly upstream?: string | null;
  /** More words of the command line. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Words before the command line, such as `unshare`: how the process is run. */
  readonly through?: readonly string[];
  /** The user the process runs as; needs root. */
  readonly uid?: number | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** One running Festinger. Disposing kills what still runs. */
export interface FestingerProcess extends AsyncDisposable {
  readonly pid: number;
  readonly baseUrl: string;
  readonly token: string;
  readonly dataDir: string;
  /** fetch on it, JSON parsed. @throws TypeError when it is gone */
  call(path: string, init?: RequestInit): Promise<Answer>;
  /** The same as the operator. */
  operator(path: string, init?: RequestInit): Promise<Answer>;
  /** Tells facts in one call. @throws Error unless all of it was taken (200) */
  tell(facts: readonly string[], project?: string): Promise<FactAnswer[]>;
  /** What an agent would recall of a concept: the lines of its recollection; empty while nothing is known. */
  recall(concept: string, project?: string): Promise<string>;
  /** What it logged last, for a failing test to show. */
  log(): string;
  /** SIGKILL. Resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Starts one and waits until it serves. @throws Error with its log when it does not */
export async function startProcess(options: ProcessOptions = {}): Promise<FestingerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'festinger-process-'));
  const [program = process.execPath, ...words] = [
    ...(options.through ?? []),
    process.execPath,
    ...commandLine(options, dataDir),
  ];
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
  });
  const gone = once(child, 'exit').then(([code]) => code as number | null);
  const remove = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const ready = await readyLine(child, gone, () => lines.join('\n'));
    return festinger(child, gone, ready, { dataDir, lines, remove });
  } catch (error) {
    child.kill('SIGKILL');
    await gone;
    remove();
    throw error;
  }
}

/** Starts several over one database, the first alone so that it makes the schema. */
export async function startProcesses(
  count: number,
  options: ProcessOptions = {},
): Promise<FestingerProcess[]> {
  const started: FestingerProcess[] = [];
  try {
    for (let i = 0; i < count; i++) started.push(await startProcess(options));
    return started;
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

/** Kills all of them and removes what they left. */
export async function stopAll(processes: readonly FestingerProcess[]): Promise<void> {
  await Promise.all(processes.map((one) => one[Symbol.asyncDispose]()));
}

function commandLine({ database, upstream, args = [] }: ProcessOptions, dataDir: string): string[] {
  return [
    ...[CLI, 'serve', '--json', '--listen', '127.0.0.1:0', '--data-dir', dataDir],
    ...(upstream === null ? [] : ['--upstream', upstream ?? NO_UPSTREAM]),
    ...(database === undefined ? [] : ['--database', database]),
    // What a test counts is what it brought itself.
    ...(args.includes('--demo') ? [] : ['--no-evidence']),
    ...args,
  ];
}

interface Ready {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
}

function readyLine(child: ChildProcess, gone: Promise<unknown>, log: () => string): Promise<Ready> {
  const { stdout } = child;
  if (!stdout) throw new Error('the process has no stdout');
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`A Festinger process ${what}:\n${log()}`));
    const timer = setTimeout(() => fail(`was not ready after ${START_MS} ms`), START_MS);
    createInterface({ input: stdout }).once('line', (line) => {
      clearTimeout(timer);
      resolve(JSON.parse(line) as Ready);
    });
    void gone.then((code) => {
      clearTimeout(timer);
      fail(`ended with code ${code} before it was ready`);
    });
  });
}

interface Belongings {
  readonly dataDir: string;
  readonly lines: readonly string[];
  readonly remove: () => void;
}

function festinger(
  child: ChildProcess,
  gone: Promise<number | null>,
  ready: Ready,
  { dataDir, lines, remove }: Belongings,
): FestingerProcess {
  const baseUrl = new URL(ready.url).origin;
  const call = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(baseUrl + path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text };
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  return {
    pid: ready.pid,
    baseUrl,
    token: ready.token,
    dataDir,
    call,
    operator: (path, init) =>
      call(path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${ready.token}` } }),
    async tell(facts, project) {
      const { status, body } = await call('/iknowthat', {
        method: 'POST',
        body: JSON.stringify({ facts, ...(project === undefined ? {} : { project }) }),
      });
      if (status !== 200) throw new Error(`iknowthat answered ${status}: ${JSON.stringify(body)}`);
      return (body as { data: FactAnswer[] }).data;
    },
    async recall(concept, project) {
      const query = new URLSearchParams({ concept, ...(project === undefined ? {} : { project }) });
      const { body } = await call(`/recall?${query}`);
      return (body as { data: { recollection: string | null } }).data.recollection ?? '';
    },
    log: () => lines.join('\n'),
    kill,
    async stop() {
      child.kill('SIGTERM');
      return gone;
    },
    async [Symbol.asyncDispose]() {
      await kill();
      remove();
    },
  };
}

// Starts the built command line as a user would, on a fresh data directory, does to it what may happen to a program, and stops
// it. For e2e and screenshots.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const CLI = join(import.meta.dirname, '..', '..', 'out', 'main', 'cli.js');

export interface RunningFestinger {
  /** The one-time link of its start. */
  readonly url: string;
  readonly token: string;
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly stderr: () => string;
  /** A fresh one-time link. */
  link(): Promise<string>;
  /** Stands still where it is (SIGSTOP) until `thaw`: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Ends it at once, as a crash would; the data directory stays. */
  kill(): Promise<void>;
  /** Starts what was killed on the same port, where it was or in a fresh data directory. */
  revive(where?: 'elsewhere'): Promise<void>;
  stop(): Promise<number | null>;
}

interface Started {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  readonly stderr: () => string;
  readonly url: string;
  readonly token: string;
  readonly dataDir: string;
}

async function start(args: readonly string[], dataDir: string, port: string): Promise<Started> {
  const child = spawn(
    process.execPath,
    [
      CLI,
      'serve',
      '--json',
      '--listen',
      `127.0.0.1:${port}`,
      '--data-dir',
      dataDir,
      ...(args.includes('--demo') ? [] : ['--no-evidence']),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    exited.then((code) => Promise.reject(new Error(`festinger exited with ${code}:\n${stderr}`))),
  ]);
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { child, exited, stderr: () => stderr, url, token, dataDir };
}

/** @param args of `festinger serve`, e.g. `['--demo']` @param config what its config.yaml holds. @throws Error with its stderr when it does not come up. */
export async function startFestinger(
  args: readonly string[] = [],
  config: string | null = null,
): Promise<RunningFestinger> {
  const dataDirs: string[] = [];
  const fresh = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-e2e-'));
    dataDirs.push(dataDir);
    if (config !== null) writeFileSync(join(dataDir, 'config.yaml'), config);
    return dataDir;
  };
  let now = await start(args, fresh(), '0');
  const { origin: baseUrl, port } = new URL(now.url);
  return {
    baseUrl,
    get url() {
      return now.url;
    },
    get token() {
      return now.token;
    },
    get dataDir() {
      return now.dataDir;
    },
    stderr: () => now.stderr(),
    async link() {
      const answer = await fetch(`${baseUrl}/api/console/system/session-link`, {
        method: 'POST',
        headers: { authorization: `Bearer ${now.token}` },
      });
      return ((await answer.json()) as { data: { url: string } }).data.url;
    },
    freeze: () => void now.child.kill('SIGSTOP'),
    thaw: () => void now.child.kill('SIGCONT'),
    async kill() {
      now.child.kill('SIGKILL');
      await now.exited;
    },
    async revive(where) {
      now = await start(args, where === undefined ? now.dataDir : fresh(), port);
    },
    async stop() {
      now.child.kill('SIGCONT');
      now.child.kill('SIGTERM');
      const code = await now.exited;
      for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

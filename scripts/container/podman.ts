// Podman as the tests of the container drive it: each call is one command, told by its words and answered with what it printed.
// Containers share the host's network, as compose.yaml has it. Used by container.int.test.ts.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LIMITS = ['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=4000:4000'];
/** Where crun is missing or too old, runc is mostly there. */
const runtime = (): string[] => (isThere('runc') ? ['--runtime', 'runc'] : []);
const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `podman …words`. Never rejects. */
export async function podman(...words: readonly string[]): Promise<Ended> {
  try {
    const { stdout, stderr } = await run('podman', [...runtime(), ...words], { maxBuffer: 64 * 1024 * 1024 });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout = '', stderr = String(error) } = error as { code?: number } & Partial<Ended>;
    return { code: typeof code === 'number' ? code : -1, stdout, stderr };
  }
}

/** The same, where it must succeed. @returns what it printed, trimmed */
export async function podmanDoes(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await podman(...words);
  if (code !== 0) throw new Error(`podman ${words.join(' ')} ended with ${code}: ${stderr}`);
  return stdout.trim();
}

/** The words of `podman run` in front of an image. */
export const runWords = (...options: readonly string[]): string[] => [
  ...['run', '--pull', 'never', '--network', 'host'],
  ...LIMITS,
  ...options,
];

export const NO_PODMAN = 'no podman here';

/**
 * Imports an image and runs its Node.
 * @param pack makes the image's archive
 * @returns why no container can be run here; null when one can
 */
export async function whyNoPodman(pack: () => string, image: string): Promise<string | null> {
  if (!isThere('podman')) return NO_PODMAN;
  await podmanDoes('import', pack(), image);
  const { code, stderr } = await podman(...runWords('--rm'), image, 'node', '--version');
  return code === 0 ? null : `podman cannot run a container here: ${stderr.trim()}`;
}

/** A container that runs until it is stopped; its words are those behind `podman run`'s options. */
export class Container implements AsyncDisposable {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #ended: Promise<number | null>;
  #log = '';

  constructor(name: string, options: readonly string[], image: string, words: readonly string[]) {
    this.name = name;
    const all = [...runtime(), ...runWords('--rm', '--name', name, ...options), image, ...words];
    this.#process = spawn('podman', all, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#ended = once(this.#process, 'exit').then(([code]) => code as number | null);
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#log += chunk.toString();
    });
  }

  /** The first line it prints. @throws Error with its log when it ends before */
  async firstLine(): Promise<string> {
    for await (const line of createInterface({ input: this.#process.stdout as Readable })) return line;
    throw new Error(`the container ended with ${await this.#ended}: ${this.#log}`);
  }

  /** Runs a command in it. */
  exec(...words: readonly string[]): Promise<string> {
    return podmanDoes('exec', this.name, ...words);
  }

  /** SIGTERM, as `podman stop` and Compose do it. @returns its exit code */
  async stop(): Promise<number | null> {
    await podman('stop', '--time', '15', this.name);
    return this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null) await podman('kill', this.name);
    await this.#ended;
  }
}

// For tests: what the container engines of tests have in common, and their images. An image is busybox in a file system of its own. Containers share
// the host's network, which needs no rights beyond root's own.
import { type ChildProcess, execFile, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { promisify } from 'node:util';
import Docker from 'dockerode';

const execute = promisify(execFile);

const APPLETS = [
  ...['sh', 'cat', 'cp', 'dd', 'echo', 'head', 'ln', 'ls', 'mkdir', 'mv', 'pwd', 'realpath', 'rm', 'sleep'],
  ...['wc', 'yes'],
];

export const IMAGE = 'localhost/festinger-busybox:1';
/** The same without anything but one program: nothing to write with. */
export const BARE_IMAGE = 'localhost/festinger-bare:1';

/** An engine of a test's own: all it keeps lies in one temporary directory that is removed with it. */
export abstract class TestEngine implements AsyncDisposable {
  /** Where this engine keeps its data; also for what its containers mount. */
  readonly dir: string;
  readonly socket: string;
  readonly docker: Docker;
  /** A directory with the engine's own command that speaks to this engine, for a PATH. */
  readonly bin: string;
  abstract readonly name: 'docker' | 'podman';
  #service: ChildProcess | null = null;

  /** @param dir empty, with a short path: a socket's has 107 characters at most */
  constructor(dir: string) {
    this.dir = dir;
    this.socket = join(dir, 'engine.sock');
    this.docker = new Docker({ socketPath: this.socket });
    this.bin = join(dir, 'bin');
    mkdirSync(this.bin);
  }

  /** Starts the service and imports the images. @throws Error where no container can be run here */
  abstract up(): Promise<void>;
  /** Runs the engine's command. @throws Error with its output where it fails */
  protected abstract run(...args: readonly string[]): Promise<{ stdout: string }>;
  abstract [Symbol.asyncDispose](): Promise<void>;

  /** Runs the engine's command with some arguments. */
  async command(...args: readonly string[]): Promise<{ readonly exitCode: number; readonly stdout: string }> {
    try {
      return { exitCode: 0, stdout: (await this.run(...args)).stdout };
    } catch (error) {
      return { exitCode: 1, stdout: String((error as { stdout?: string }).stdout ?? '') };
    }
  }

  /** @returns the id of a container that is created, and not started */
  async made(
    name: string,
    argv: readonly string[],
    more: Docker.ContainerCreateOptions = {},
  ): Promise<string> {
    const { HostConfig, ...rest } = more;
    const container = await this.docker.createContainer({
      name,
      Image: IMAGE,
      Cmd: [...argv],
      ...rest,
      HostConfig: {
        NetworkMode: 'host',
        Ulimits: [
          { Name: 'nofile', Soft: 20_000, Hard: 20_000 },
          { Name: 'nproc', Soft: 4000, Hard: 4000 },
        ],
        ...HostConfig,
      },
    });
    return container.id;
  }

  /** Starts a container. @returns its id */
  async started(
    name: string,
    argv: readonly string[],
    more: Docker.ContainerCreateOptions = {},
  ): Promise<string> {
    const id = await this.made(name, argv, more);
    await this.docker.getContainer(id).start();
    return id;
  }

  async remove(name: string): Promise<void> {
    await this.docker.getContainer(name).remove({ force: true, v: true });
  }

  /** Ends the service, and leaves containers as they are. */
  async down(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const service = this.#service;
    this.#service = null;
    if (!service || service.exitCode !== null) return;
    const exit = once(service, 'exit');
    service.kill(signal);
    const limit = setTimeout(() => service.kill('SIGKILL'), 10_000);
    await exit;
    clearTimeout(limit);
  }

  protected async serve(
    [program, ...args]: readonly [string, ...string[]],
    env: NodeJS.ProcessEnv,
    stdio: StdioOptions = 'ignore',
  ): Promise<void> {
    this.#service = spawn(program, args, { env, stdio });
    for (let tries = 0; ; tries++) {
      try {
        await this.docker.ping();
        return;
      } catch (error) {
        if (this.#service.exitCode !== null) throw new Error('its service ended', { cause: error });
        if (tries === 400) throw new Error('its service does not answer', { cause: error });
        await later(25);
      }
    }
  }

  /** @throws Error where rights, control groups or the runtime let no container run */
  protected async proveThatContainersRun(): Promise<void> {
    // It is left to go with the engine: Podman removes nothing while it still tidies up behind it.
    const id = await this.started(`probe-${process.pid}`, ['echo', 'well']);
    const { StatusCode } = (await this.docker.getContainer(id).wait()) as { StatusCode: number };
    if (StatusCode !== 0) throw new Error(`a container that says something ends with ${StatusCode}`);
  }

  protected async importImages(): Promise<void> {
    await this.run('import', imageArchive(this.dir), IMAGE);
    await this.run('import', imageArchive(this.dir, ['sleep']), BARE_IMAGE);
  }

  /** Puts a command that speaks to this engine into `bin`. @param words of a shell */
  protected putCommand(name: string, words: readonly string[]): void {
    writeFileSync(join(this.bin, name), `#!/bin/sh\n${words.join(' ')} "$@"\n`, { mode: 0o755 });
  }
}

/** @returns why there is none to be had, where there is none */
export async function startEngine(
  name: 'docker' | 'podman',
  programs: readonly string[],
  create: (dir: string) => TestEngine,
): Promise<TestEngine | { readonly missing: string }> {
  const absent = programs.filter((program) => pathOf(program) === null);
  if (absent.length > 0)
    return { missing: `no ${absent.join(', no ')} here: a container engine is not tried` };
  if (process.getuid?.() !== 0) return { missing: 'only root runs containers here without more set-up' };
  // Podman takes no folder for what runs whose path has more than 50 characters, which that of the tests' own may have.
  const engine = create(mkdtempSync(join('/tmp', `festinger-${name}-`)));
  try {
    await engine.up();
    return engine;
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    return {
      missing: `${name} cannot run a container here: ${error instanceof Error ? error.message : error}`,
    };
  }
}

export function pathOf(program: string): string | null {
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, program));
  return places.find(existsSync) ?? null;
}

export async function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ stdout: string }> {
  return await execute(program, [...args], { env });
}

/** A root file system with busybox in it. @returns the path of its archive */
export function imageArchive(dir: string, applets: readonly string[] = APPLETS): string {
  const root = mkdtempSync(join(dir, 'image-'));
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'tmp'));
  copyFileSync(pathOf('busybox') ?? '', join(root, 'bin', 'busybox'));
  for (const applet of applets) symlinkSync('busybox', join(root, 'bin', applet));
  const archive = `${root}.tar`;
  const { status, stderr } = spawnSync('tar', ['-C', root, '-cf', archive, '.'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar: ${stderr}`);
  return archive;
}

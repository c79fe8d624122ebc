// For tests: a real Podman engine of its own. Its storage, locks, networks and socket lie in a temporary directory that goes with it, so
// that no other engine of this machine sees it. Its one image is busybox; containers share the host's network, which needs no rights
// beyond root's own. Where that cannot be had, it says why in words for the one who runs the tests.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { promisify } from 'node:util';
import Docker from 'dockerode';

const run = promisify(execFile);
/** Its own, and what it starts to watch others. */
const PODMAN = /(?:^|\/)(?:podman|conmon)$/;
const PROGRAMS = ['podman', 'runc', 'busybox'];
const APPLETS = [
  'sh',
  'cat',
  'cp',
  'dd',
  'echo',
  'head',
  'ln',
  'ls',
  'mkdir',
  'mv',
  'pwd',
  'realpath',
  'rm',
  'sleep',
  'wc',
  'yes',
];

/** Podman takes no folder for what runs whose path has more than 50 characters, which that of the tests' own may have. */
const SHORT = '/tmp';

export const IMAGE = 'localhost/festinger-busybox:1';
/** The same without anything but one program: nothing to write with. */
export const BARE_IMAGE = 'localhost/festinger-bare:1';

export interface PodmanEngine extends AsyncDisposable {
  readonly socket: string;
  /** A directory of this engine's, for what its containers mount. */
  readonly dir: string;
  /** A directory with a `podman` that speaks to this engine, for a PATH. */
  readonly bin: string;
  readonly docker: Docker;
  /** Starts a container. @returns its id */
  started(name: string, argv: readonly string[], more?: Docker.ContainerCreateOptions): Promise<string>;
  made(name: string, argv: readonly string[], more?: Docker.ContainerCreateOptions): Promise<string>;
  /** Runs `podman` with some arguments on this engine. */
  command(...args: readonly string[]): Promise<{ readonly exitCode: number; readonly stdout: string }>;
  /** Ends the service, and leaves containers as they are. */
  down(): Promise<void>;
}

/** Starts one. @returns why there is none to be had, where there is none */
export async function startPodman(): Promise<PodmanEngine | { readonly missing: string }> {
  const absent = PROGRAMS.filter((program) => pathOf(program) === null);
  if (absent.length > 0)
    return { missing: `no ${absent.join(', no ')} here: a container engine is not tried` };
  if (process.getuid?.() !== 0) return { missing: 'only root runs containers here without more set-up' };
  const dir = mkdtempSync(join(SHORT, 'festinger-podman-'));
  const engine = new OwnPodman(dir);
  try {
    await engine.up();
    return engine;
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    return {
      missing: `podman cannot run a container here: ${error instanceof Error ? error.message : error}`,
    };
  }
}

function pathOf(program: string): string | null {
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, program));
  return places.find(existsSync) ?? null;
}

class OwnPodman implements PodmanEngine {
  readonly dir: string;
  readonly bin: string;
  readonly socket: string;
  readonly docker: Docker;
  readonly #env: NodeJS.ProcessEnv;
  #service: ChildProcess | null = null;

  constructor(dir: string) {
    this.dir = dir;
    this.socket = join(dir, 'engine.sock');
    this.docker = new Docker({ socketPath: this.socket });
    this.#env = {
      ...process.env,
      CONTAINERS_CONF: join(dir, 'containers.conf'),
      CONTAINERS_REGISTRIES_CONF: join(dir, 'registries.conf'),
    };
    writeFileSync(join(dir, 'containers.conf'), configuration(dir));
    // A registry of a test speaks plain HTTP.
    writeFileSync(join(dir, 'registries.conf'), '[[registry]]\nlocation = "127.0.0.1"\ninsecure = true\n');
    this.bin = join(dir, 'bin');
    mkdirSync(this.bin);
    const words = [
      `CONTAINERS_CONF=${dir}/containers.conf`,
      `CONTAINERS_REGISTRIES_CONF=${dir}/registries.conf`,
      'exec',
      pathOf('podman'),
      ...this.#flags(),
      '"$@"',
    ];
    writeFileSync(join(this.bin, 'podman'), `#!/bin/sh\n${words.join(' ')}\n`, { mode: 0o755 });
  }

  async up(): Promise<void> {
    for (const [image, applets] of [
      [IMAGE, APPLETS],
      [BARE_IMAGE, ['sleep']],
    ] as const) {
      await this.#podman('import', imageArchive(this.dir, applets), image);
    }
    this.#service = spawn(
      'podman',
      [...this.#flags(), 'system', 'service', '-t', '0', `unix://${this.socket}`],
      {
        env: this.#env,
        stdio: 'ignore',
      },
    );
    await this.#answers();
    // Whether containers run at all here: rights, cgroups, the runtime. It is left to go with the engine: Podman removes nothing while it
    // still tidies up behind it.
    const id = await this.started(`probe-${process.pid}`, ['echo', 'well']);
    const { StatusCode } = (await this.docker.getContainer(id).wait()) as { StatusCode: number };
    if (StatusCode !== 0) throw new Error(`a container that says something ends with ${StatusCode}`);
  }

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

  async started(
    name: string,
    argv: readonly string[],
    more: Docker.ContainerCreateOptions = {},
  ): Promise<string> {
    const id = await this.made(name, argv, more);
    await this.docker.getContainer(id).start();
    return id;
  }

  async down(): Promise<void> {
    const service = this.#service;
    this.#service = null;
    if (!service || service.exitCode !== null) return;
    service.kill('SIGKILL');
    await once(service, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.down();
    // Containers are no children of the service: they would go on without it.
    await this.#podman('rm', '--all', '--force', '--time', '0', '--volumes').catch(() => undefined);
    this.#endWatchers();
    // What tidies up after containers writes a moment longer.
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 });
  }

  /**
   * Podman keeps a watcher for five minutes behind each exec, and tidies up after containers in programs of their own: both would make
   * this directory anew.
   */
  #endWatchers(): void {
    for (const pid of readdirSync('/proc').filter((name) => Number(name) > 0)) {
      try {
        const words = readFileSync(join('/proc', pid, 'cmdline'), 'utf8').split('\0');
        if (PODMAN.test(words[0] ?? '') && words.some((word) => word.startsWith(`${this.dir}/`))) {
          process.kill(Number(pid), 'SIGKILL');
        }
      } catch {
        // gone by now
      }
    }
  }

  #flags(): string[] {
    return [
      '--root',
      join(this.dir, 'storage'),
      '--runroot',
      join(this.dir, 'run'),
      '--storage-driver',
      'vfs',
    ];
  }

  async command(...args: readonly string[]) {
    try {
      return { exitCode: 0, stdout: (await this.#podman(...args)).stdout };
    } catch (error) {
      return { exitCode: 1, stdout: String((error as { stdout?: string }).stdout ?? '') };
    }
  }

  async #podman(...words: readonly string[]): Promise<{ stdout: string }> {
    return await run('podman', [...this.#flags(), ...words], { env: this.#env });
  }

  /** Until the service listens. */
  async #answers(): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      try {
        await this.docker.ping();
        return;
      } catch (error) {
        if (this.#service?.exitCode !== null) throw new Error('its service ended', { cause: error });
        await later(25);
      }
    }
    throw new Error('its service does not answer');
  }
}

/** Locks in files and a folder of its own: with the machine's shared ones, it would free those of others. */
function configuration(dir: string): string {
  for (const folder of ['tmp', 'networks']) mkdirSync(join(dir, folder));
  return `
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
tmp_dir = "${join(dir, 'tmp')}"
[network]
network_config_dir = "${join(dir, 'networks')}"
`;
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

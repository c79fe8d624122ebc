// For tests: a real Podman engine of its own, with storage, locks, networks and a socket that no other engine of this machine sees. Where that cannot
// be had, it says why in words for the one who runs the tests.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf, runProgram, startEngine, TestEngine } from './container-engine.ts';

/** Its own, and what it starts to watch others. */
const PODMAN = /(?:^|\/)(?:podman|conmon)$/;

/** Starts one. @returns why there is none to be had, where there is none */
export const startPodman = () =>
  startEngine('podman', ['podman', 'runc', 'busybox'], (dir) => new OwnPodman(dir));

class OwnPodman extends TestEngine {
  readonly name = 'podman';
  readonly #env: NodeJS.ProcessEnv;
  readonly #flags: readonly string[];

  constructor(dir: string) {
    super(dir);
    this.#flags = [
      ...['--root', join(dir, 'storage'), '--runroot', join(dir, 'run')],
      ...['--storage-driver', 'vfs'],
    ];
    const own = {
      CONTAINERS_CONF: join(dir, 'containers.conf'),
      CONTAINERS_REGISTRIES_CONF: join(dir, 'registries.conf'),
    };
    this.#env = { ...process.env, ...own };
    writeFileSync(own.CONTAINERS_CONF, configuration(dir));
    // A registry of a test speaks plain HTTP.
    writeFileSync(own.CONTAINERS_REGISTRIES_CONF, '[[registry]]\nlocation = "127.0.0.1"\ninsecure = true\n');
    const settings = Object.entries(own).map(([name, value]) => `${name}=${value}`);
    this.putCommand('podman', [...settings, 'exec', pathOf('podman') ?? '', ...this.#flags]);
  }

  async up(): Promise<void> {
    await this.importImages();
    const service = ['podman', ...this.#flags, 'system', 'service', '-t', '0', `unix://${this.socket}`];
    await this.serve(service as [string, ...string[]], this.#env);
    await this.proveThatContainersRun();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.down();
    // Containers are no children of the service: they would go on without it.
    await this.run('rm', '--all', '--force', '--time', '0', '--volumes').catch(() => undefined);
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

  protected run(...args: readonly string[]) {
    return runProgram('podman', [...this.#flags, ...args], this.#env);
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

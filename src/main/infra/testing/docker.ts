// For tests: a real Docker engine of its own. It touches no firewall, no bridge and no kernel setting of the machine. Where that cannot be had, it says
// why in words for the one who runs the tests.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf, runProgram, startEngine, TestEngine } from './container-engine.ts';

/** Starts one. @returns why there is none to be had, where there is none */
export const startDocker = () =>
  startEngine('docker', ['dockerd', 'docker', 'containerd', 'busybox'], (dir) => new OwnDocker(dir));

class OwnDocker extends TestEngine {
  readonly name = 'docker';
  readonly #env: NodeJS.ProcessEnv;

  constructor(dir: string) {
    super(dir);
    this.#env = { ...process.env, DOCKER_HOST: `unix://${this.socket}`, DOCKER_CONFIG: dir };
    writeFileSync(join(dir, 'daemon.json'), '{}');
    const settings = [`DOCKER_HOST=unix://${this.socket}`, `DOCKER_CONFIG=${dir}`];
    for (const program of ['docker', 'docker-compose']) {
      const path = pathOf(program);
      if (path !== null) this.putCommand(program, [...settings, 'exec', path]);
    }
  }

  async up(): Promise<void> {
    const { dir } = this;
    const places = [
      ...['--config-file', join(dir, 'daemon.json'), '--data-root', join(dir, 'data')],
      ...['--exec-root', join(dir, 'exec'), '--pidfile', join(dir, 'pid'), '-H', `unix://${this.socket}`],
    ];
    const quiet = ['--iptables=false', '--ip6tables=false', '--ip-forward=false', '--bridge=none'];
    await this.serve(['dockerd', ...places, ...quiet, '--storage-driver=vfs'], process.env);
    await this.importImages();
    await this.proveThatContainersRun();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const containers = await this.docker.listContainers({ all: true }).catch(() => []);
    for (const { Id } of containers) await this.remove(Id).catch(() => undefined);
    await this.down('SIGTERM');
    // It leaves this mounted.
    spawnSync('umount', [join(this.dir, 'exec', 'netns', 'default')]);
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 });
  }

  protected run(...args: readonly string[]) {
    return runProgram('docker', args, this.#env);
  }
}

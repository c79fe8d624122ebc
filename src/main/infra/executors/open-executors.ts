// Which executor walks a path: step by step from this machine or a host inwards, each step within the one before. Opens nothing
// before it is used. Made by core and handed to the hands and to providers. Source: agent, What it acts on (Executors, ReachableVia).
import type { Clock, Ids } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ExecutorPath, Hop } from '../../../shared/model/resource.ts';
import type { Executor, Executors } from '../executor.ts';
import { findContainer } from './container-cli.ts';
import { inVm } from './guest-agent.ts';
import { InnerExecutor, inContainer, inLxc } from './inner-executor.ts';
import { LocalExecutor } from './local-executor.ts';
import type { Programs } from './local-program.ts';
import { SshExecutor } from './ssh/ssh-executor.ts';
import type { SshLinks } from './ssh/ssh-links.ts';

const ENGINE_LIMITS = { timeoutMs: 10_000, maxOutputBytes: 4096, writes: false } as const;

export interface ExecutorsParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ssh: SshLinks;
  /** Starts those of this machine. */
  readonly programs: Programs;
  /** Into a container of this machine, by its engine's socket; null where no engine is there. */
  readonly containerExec: ((path: ExecutorPath) => Promise<Executor>) | null;
}

export class OpenExecutors implements Executors {
  readonly #parts: ExecutorsParts;

  constructor(parts: ExecutorsParts) {
    this.#parts = parts;
  }

  async on(path: ExecutorPath): Promise<Executor> {
    let executor: Executor | null = null;
    for (const [at, hop] of path.entries()) {
      // A container of this machine is entered by its engine's interface, which is a step of the way there and runs nothing itself.
      const isEngine = at === 0 && hop.via === 'api' && path[at + 1]?.via === 'container_exec';
      if (!isEngine) executor = await this.#step(path.slice(0, at + 1), hop, executor);
    }
    if (executor === null) throw new AppError('INVALID_INPUT', 'a path to a resource has at least one step');
    return executor;
  }

  async #step(path: ExecutorPath, hop: Hop, outer: Executor | null): Promise<Executor> {
    const { clock, ids, ssh, programs } = this.#parts;
    switch (hop.via) {
      case 'local':
        return new LocalExecutor(path, { ids, programs });
      case 'ssh':
        // How a host is reached through others stands in its own configuration.
        return new SshExecutor(path, ssh.to(uidOf(hop, 'host', HOST_NAME)), { clock, ids });
      case 'container_exec':
        return await this.#container(path, hop, outer);
      case 'pct_exec':
        return new InnerExecutor(path, within(outer, hop), inLxc(uidOf(hop, 'lxc', VMID)));
      case 'qm_exec':
        return new InnerExecutor(path, within(outer, hop), inVm(uidOf(hop, 'vm', VMID)));
      case 'api':
        throw new AppError('NOT_ALLOWED', `${hop.words}: no program can be run through an interface`);
    }
  }

  async #container(path: ExecutorPath, hop: Hop, outer: Executor | null): Promise<Executor> {
    if (outer === null || outer instanceof LocalExecutor) {
      if (this.#parts.containerExec === null)
        throw new AppError(
          'UNAVAILABLE',
          'there is no Docker or Podman on this machine to reach a container by',
        );
      return await this.#parts.containerExec(path);
    }
    const id = uidOf(hop, 'docker_container', CONTAINER);
    const found = await findContainer(
      (argv) => outer.run({ argv, ...ENGINE_LIMITS }, AbortSignal.timeout(ENGINE_LIMITS.timeoutMs)),
      id,
      path.at(-2)?.words ?? '',
    );
    if (found !== null) return new InnerExecutor(path, outer, inContainer(found.engine, found.id));
    throw new AppError('UNAVAILABLE', `neither docker nor podman knows container ${id} there`);
  }
}

const HOST_NAME = /^\w[\w.-]{0,63}$/;
const VMID = /^\d{1,9}$/;
const CONTAINER = /^[0-9a-f]{12}$/;

/** The last part of a resource's id, which its provider made. @throws AppError NOT_ALLOWED for what names no such thing */
function uidOf({ target, words }: Hop, kind: string, form: RegExp): string {
  const parts = target.split(':');
  const uid = parts.at(-1) ?? '';
  if (parts[0] === kind && parts.length > 1 && form.test(uid)) return uid;
  throw new AppError('NOT_ALLOWED', `${words}: ${target} names no ${kind} that a program can be run in`);
}

function within(outer: Executor | null, { words }: Hop): Executor {
  if (outer === null)
    throw new AppError('NOT_ALLOWED', `${words}: a guest is reached through its node; name that first`);
  return outer;
}

// One far machine, asked: fixed argument vectors that read, each with its limits, and what they answer as the parsers beside it read
// it. Changes nothing. Made by ssh-provider.ts for each host. Source: agent, What it acts on (ssh).
import { AppError } from '../../../../shared/model/envelope.ts';
import type { CommandResult, Executor, Executors } from '../../executor.ts';
import type { SshHost } from '../../executors/ssh/ssh-config.ts';
import { ENGINES, type Engine, type FarContainer, readContainers, readIds } from './far-containers.ts';
import { type FarMachine, MACHINE_ARGV, readMachine } from './far-machine.ts';
import { sshPath } from './far-resources.ts';
import { type FarService, readServices, servicesArgv } from './far-services.ts';

const ASK_MS = 15_000;
const MAX_ANSWER_BYTES = 8_000_000;
/** What `env` and shells say of a program that is not there. */
const NOT_THERE = new Set([126, 127]);

export type Argv = readonly [string, ...string[]];

export class FarHost {
  readonly host: SshHost;
  readonly #executors: Executors;
  #bootId: string | null = null;

  constructor(host: SshHost, executors: Executors) {
    this.host = host;
    this.#executors = executors;
  }

  /** As it was when it was asked last; null before. */
  get bootId(): string | null {
    return this.#bootId;
  }

  executor(): Promise<Executor> {
    return this.#executors.on(sshPath(this.host));
  }

  async ask(argv: Argv, signal: AbortSignal): Promise<CommandResult> {
    const limits = { timeoutMs: ASK_MS, maxOutputBytes: MAX_ANSWER_BYTES, writes: false };
    return await (await this.executor()).run({ argv, ...limits }, signal);
  }

  async machine(signal: AbortSignal): Promise<FarMachine> {
    const machine = readMachine((await this.ask(MACHINE_ARGV, signal)).stdout);
    this.#bootId = machine.bootId;
    return machine;
  }

  /** @param unit or a pattern of units; none where there is no systemd */
  async services(unit: string, signal: AbortSignal): Promise<FarService[]> {
    const { exitCode, stdout } = await this.ask(servicesArgv(unit), signal);
    return exitCode === 0 ? readServices(stdout) : [];
  }

  /** The first engine that answers; null where there is none. */
  async engine(
    signal: AbortSignal,
  ): Promise<{ readonly engine: Engine; readonly ids: readonly string[] } | null> {
    for (const engine of ENGINES) {
      const { exitCode, stdout } = await this.ask([engine, 'ps', '-a', '-q', '--no-trunc'], signal);
      if (exitCode === 0) return { engine, ids: readIds(stdout) };
    }
    return null;
  }

  async containers(engine: Engine, ids: readonly string[], signal: AbortSignal): Promise<FarContainer[]> {
    if (ids.length === 0) return [];
    // One that went in between makes it fail, and the others are described all the same.
    const { stdout, stderr } = await this.ask([engine, 'inspect', '--type', 'container', ...ids], signal);
    const containers = readContainers(stdout);
    if (containers !== null) return containers;
    const said = stderr.trim().slice(0, 200);
    throw new AppError(
      'UNAVAILABLE',
      `${engine} on ${this.host.name} did not describe its containers: ${said}`,
    );
  }

  /** @throws AppError EXECUTION_FAILED with what it said */
  async change(argv: Argv, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const executor = await this.executor();
    const limits = { timeoutMs, maxOutputBytes: 20_000, writes: true };
    const { exitCode, stdout, stderr } = await executor.run({ argv, ...limits }, signal);
    if (exitCode === 0) return;
    const said = (stderr.trim() || stdout.trim()).slice(0, 500);
    const why = NOT_THERE.has(exitCode ?? 0) ? `${argv[0]} is not there` : said;
    throw new AppError(
      'EXECUTION_FAILED',
      `${argv.join(' ')} on ${this.host.name} failed (${exitCode}): ${why}`,
      {
        exit_code: exitCode,
      },
    );
  }
}

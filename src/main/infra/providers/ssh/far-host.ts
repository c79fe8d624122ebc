// One far machine, asked: fixed argument vectors that read, each with its limits, and what they answer as the parsers beside it read
// it. Changes nothing. Made by ssh-provider.ts for each host. Source: agent, What it acts on (ssh).
import { AppError } from '../../../../shared/model/envelope.ts';
import type { CommandResult, Executor, Executors } from '../../executor.ts';
import { type EngineContainer, findContainer, listContainers } from '../../executors/container-cli.ts';
import type { SshHost } from '../../executors/ssh/ssh-config.ts';
import { type FarContainer, MOST_CONTAINERS, readContainers } from './far-containers.ts';
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

  /** The container whose id begins with some digits, and its engine. @throws AppError UNAVAILABLE, STALE_VERSION */
  container(digits: string, signal: AbortSignal): Promise<EngineContainer | null> {
    return findContainer((argv) => this.ask(argv, signal), digits, this.host.name);
  }

  /** Of all engines; none where no engine answers. */
  async containers(signal: AbortSignal): Promise<FarContainer[]> {
    const listed = (await listContainers((argv) => this.ask(argv, signal))) ?? [];
    return await this.describe(listed.slice(0, MOST_CONTAINERS), signal);
  }

  async describe(containers: readonly EngineContainer[], signal: AbortSignal): Promise<FarContainer[]> {
    const described: FarContainer[] = [];
    for (const engine of new Set(containers.map((each) => each.engine))) {
      const ids = containers.filter((each) => each.engine === engine).map(({ id }) => id);
      // One that went in between makes it fail, and the others are described all the same.
      const { stdout, stderr } = await this.ask([engine, 'inspect', '--type', 'container', ...ids], signal);
      const read = readContainers(stdout, engine);
      if (read === null) {
        const said = stderr.trim().slice(0, 200);
        const message = `${engine} on ${this.host.name} did not describe its containers: ${said}`;
        throw new AppError('UNAVAILABLE', message);
      }
      described.push(...read.filter(({ Id }) => ids.includes(Id)));
    }
    return described;
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

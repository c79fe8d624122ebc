// Programs and files inside a container or a guest whose host takes commands: `docker exec 4f2c… argv`, `pct exec 141 -- argv`, as an
// argument vector within another executor, so that no shell of the inside ever reads it. Made by open-executors.ts.
// When time is over the call is ended on its host; what it began inside may go on there. Source: agent, What it acts on (Executors).
import type { ExecutorPath } from '../../../shared/model/resource.ts';
import type { Command, CommandResult, Executor, FileContent } from '../executor.ts';
import { checkCommand } from './command-limits.ts';
import { ProgramFiles } from './program-files.ts';

/** How a command becomes one of the host, and its answer the inside's. */
export interface Inside {
  /** For messages: `lxc 141`. */
  readonly words: string;
  wrap(command: Command): Command;
  unwrap(result: CommandResult, command: Command): CommandResult;
}

export class InnerExecutor implements Executor {
  readonly path: ExecutorPath;
  readonly #host: Executor;
  readonly #inside: Inside;
  readonly #files: ProgramFiles;

  constructor(path: ExecutorPath, host: Executor, inside: Inside) {
    this.path = path;
    this.#host = host;
    this.#inside = inside;
    this.#files = new ProgramFiles((command, signal) => this.run(command, signal), inside.words);
  }

  async run(command: Command, signal: AbortSignal): Promise<CommandResult> {
    checkCommand(command);
    return this.#inside.unwrap(await this.#host.run(this.#inside.wrap(command), signal), command);
  }

  readFile(path: string, maxBytes: number, signal: AbortSignal): Promise<FileContent> {
    return this.#files.read(path, maxBytes, signal);
  }

  writeFile(
    path: string,
    bytes: Uint8Array,
    expected: string | null,
    signal: AbortSignal,
  ): Promise<FileContent> {
    return this.#files.write(path, bytes, expected, signal);
  }
}

/** The command with its directory, where whatever calls it knows none: a constant line, to which all of it is data. */
export function inDirectory({ argv, cwd }: Pick<Command, 'argv' | 'cwd'>): readonly string[] {
  return cwd === undefined ? argv : ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', cwd, ...argv];
}

const without = ({ cwd: _, ...command }: Command): Omit<Command, 'cwd'> => command;

/** @param engine `docker` or `podman` @param id as the engine takes it */
export const inContainer = (engine: string, id: string): Inside => ({
  words: `container ${id}`,
  wrap(command) {
    const input = command.stdin === undefined ? [] : ['-i'];
    const directory = command.cwd === undefined ? [] : ['-w', command.cwd];
    return { ...without(command), argv: [engine, 'exec', ...input, ...directory, id, ...command.argv] };
  },
  unwrap: (result) => result,
});

export const inLxc = (vmid: string): Inside => ({
  words: `lxc ${vmid}`,
  wrap: (command) => ({ ...without(command), argv: ['pct', 'exec', vmid, '--', ...inDirectory(command)] }),
  unwrap: (result) => result,
});

// Programs and files of this machine. Made by open-executors.ts.
// Source: agent, What it acts on (Executors), Command policy.
import type { Ids } from '../../../shared/model/clock.ts';
import type { ExecutorPath } from '../../../shared/model/resource.ts';
import type { Command, CommandResult, Executor, FileContent } from '../executor.ts';
import { checkCommand } from './command-limits.ts';
import { readLocalFile, writeLocalFile } from './local-files.ts';
import type { Programs } from './local-program.ts';

export interface LocalParts {
  readonly ids: Ids;
  readonly programs: Programs;
}

export class LocalExecutor implements Executor {
  readonly path: ExecutorPath;
  readonly #parts: LocalParts;

  constructor(path: ExecutorPath, parts: LocalParts) {
    this.path = path;
    this.#parts = parts;
  }

  async run(command: Command, signal: AbortSignal): Promise<CommandResult> {
    checkCommand(command);
    return await this.#parts.programs.run(command, signal);
  }

  readFile(path: string, maxBytes: number, signal: AbortSignal): Promise<FileContent> {
    return readLocalFile(path, maxBytes, signal);
  }

  writeFile(
    path: string,
    bytes: Uint8Array,
    expected: string | null,
    signal: AbortSignal,
  ): Promise<FileContent> {
    return writeLocalFile(path, bytes, expected, { signal, random: this.#parts.ids() });
  }
}

// Programs started by a small process beside this one, so that starting one holds up nobody here. That process is made when the first program is asked
// for, ends with this one, and is made anew when it was lost. Handed to the executors by core. Source: agent, What it acts on (Executors).
import { type ChildProcess, fork } from 'node:child_process';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Command, CommandResult } from '../../executor.ts';
import { throwIfCancelled } from '../command-limits.ts';
import type { Programs } from '../local-program.ts';
import type { FromLauncher, ToLauncher } from './protocol.ts';

// From source the launcher is TypeScript; in the build it lies beside the bundle as JavaScript.
const LAUNCHER_FILE = import.meta.url.endsWith('.ts') ? './program-launcher.ts' : './program-launcher.js';

interface Waiting {
  resolve(result: CommandResult): void;
  reject(error: AppError): void;
  readonly program: string;
}

export class LaunchedPrograms implements Programs {
  readonly #waiting = new Map<number, Waiting>();
  #launcher: ChildProcess | undefined;
  #last = 0;

  async run(command: Command, signal: AbortSignal): Promise<CommandResult> {
    const [program] = command.argv;
    throwIfCancelled(signal, program);
    const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
    const id = ++this.#last;
    const launcher = this.#ready();
    this.#waiting.set(id, { resolve, reject, program });
    const tell = (message: ToLauncher) =>
      launcher.send(message, (error) => {
        if (error) this.#lost(launcher);
      });
    const stop = () => tell({ stop: id });
    signal.addEventListener('abort', stop, { once: true });
    tell({ run: id, command });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** No program is started any more; those that run go on. */
  close(): void {
    const launcher = this.#launcher;
    if (!launcher) return;
    this.#lost(launcher);
    if (launcher.connected) launcher.disconnect();
  }

  #ready(): ChildProcess {
    if (this.#launcher?.connected) return this.#launcher;
    const launcher = fork(fileURLToPath(new URL(LAUNCHER_FILE, import.meta.url)), {
      // Nothing of ours goes along, nor what this process was started with.
      ...{ env: { HOME: homedir() }, execArgv: ['--no-warnings'], serialization: 'advanced', detached: true },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    launcher.on('message', (message) => this.#heard(message as FromLauncher));
    launcher.on('error', () => this.#lost(launcher));
    launcher.on('exit', () => this.#lost(launcher));
    // It holds nobody up who wants to end.
    launcher.unref();
    launcher.channel?.unref();
    this.#launcher = launcher;
    return launcher;
  }

  #heard(message: FromLauncher): void {
    const waiting = this.#waiting.get(message.ended);
    this.#waiting.delete(message.ended);
    if (!waiting) return;
    if ('result' in message) waiting.resolve(message.result);
    else {
      const { code, message: words, details, retryable } = message.error;
      waiting.reject(new AppError(code, words, details, retryable));
    }
  }

  /** What it had started may go on: nobody knows. */
  #lost(launcher: ChildProcess): void {
    if (this.#launcher !== launcher) return;
    this.#launcher = undefined;
    for (const { reject, program } of this.#waiting.values())
      reject(
        new AppError(
          'UNAVAILABLE',
          `the process that starts programs was lost while ${program} ran; what became of ${program} is not known`,
          { outcome: 'unknown' },
        ),
      );
    this.#waiting.clear();
  }
}

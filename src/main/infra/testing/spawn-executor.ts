// For tests: an executor that really starts programs, in front of which others may stand (`nsenter …`). It reads and writes no
// files. The program's own is infra/executors.
import { spawn } from 'node:child_process';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Command, CommandResult, Executor } from '../executor.ts';

/** @param before what each command is run by */
export function spawnExecutor(before: readonly string[] = []): Executor & { readonly ran: string[] } {
  const ran: string[] = [];
  const none = () => Promise.reject(new AppError('NOT_ALLOWED', 'This one runs programs only.'));
  return {
    ran,
    path: [{ via: 'local', target: 'host:test', words: 'this machine' }],
    readFile: none,
    writeFile: none,
    run(command, signal) {
      ran.push(command.argv.join(' '));
      return started(command, before, signal);
    },
  };
}

function started(command: Command, before: readonly string[], signal: AbortSignal): Promise<CommandResult> {
  const [program = '', ...rest] = [...before, ...command.argv];
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: command.timeoutMs,
      signal,
    });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] = (texts[name] + text).slice(0, command.maxOutputBytes);
      });
    }
    child.once('error', (error) => reject(new AppError('EXECUTION_FAILED', String(error))));
    child.once('close', (exitCode) => resolve({ exitCode, ...texts, dropped: 0, ms: 0 }));
  });
}

// A program of this machine, from its start to its end: an argument vector and no shell, an environment of three variables and none of ours (keys and
// FESTINGER_* stay here), a process group that is ended as a whole. Called by local-executor.ts, in this process or in the launcher.
// Source: agent, What it acts on (Executors), Command policy.
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Command, CommandResult } from '../executor.ts';
import { BoundedOutput } from './bounded-output.ts';
import { throwIfCancelled, watchLimits } from './command-limits.ts';

export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** How long a program that was asked to end may take. */
const GRACE_MS = 2000;
/** How long output is waited for that something left in the background may still write. */
const LINGER_MS = 500;

/** Runs programs; in this process, or through another one. */
export interface Programs {
  /** @throws AppError TIMEOUT, CANCELLED, EXECUTION_FAILED when it cannot be started, UNAVAILABLE when what became of it is unknown */
  run(command: Command, signal: AbortSignal): Promise<CommandResult>;
}

/** In this process: starting one holds it up for as long as copying the tables of its memory takes. */
export const programsHere = (clock: Clock): Programs => ({
  async run(command, signal) {
    const [program, ...args] = command.argv;
    throwIfCancelled(signal, program);
    const cwd = command.cwd ?? homedir();
    if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
      throw new AppError('EXECUTION_FAILED', `there is no directory ${cwd} to run ${program} in`);
    const child = spawn(program, args, {
      cwd,
      env: { PATH: SYSTEM_PATH, LANG: 'C.UTF-8', HOME: homedir() },
      detached: true,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return await ended(child, command, { signal, clock });
  },
});

function ended(
  child: ChildProcess,
  command: Command,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<CommandResult> {
  const [program] = command.argv;
  const [out, err] = [new BoundedOutput(command.maxOutputBytes), new BoundedOutput(command.maxOutputBytes)];
  child.stdout?.on('data', (piece: Buffer) => out.take(piece));
  child.stderr?.on('data', (piece: Buffer) => err.take(piece));
  // A program that reads no input, or ends before it read all of it, is no failure.
  child.stdin?.on('error', () => {});
  child.stdin?.end(command.stdin ?? new Uint8Array());
  const began = clock.monotonic();

  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const waits: (() => void)[] = [];
  let stopped: AppError | null = null;
  const settle = (exitCode: number | null) => {
    for (const cancel of waits) cancel();
    child.stdout?.destroy();
    child.stderr?.destroy();
    if (stopped !== null) return reject(stopped);
    const ms = Math.round(clock.monotonic() - began);
    resolve({ exitCode, stdout: out.text(), stderr: err.text(), dropped: out.dropped + err.dropped, ms });
  };
  const stop = (why: AppError) => {
    if (stopped !== null) return;
    stopped = why;
    signalGroup(child, 'SIGTERM');
    waits.push(clock.after(GRACE_MS, () => signalGroup(child, 'SIGKILL')));
    // What hangs in the kernel outlives even that; whoever asked does not wait for it.
    waits.push(clock.after(2 * GRACE_MS, () => settle(null)));
  };
  waits.push(watchLimits(clock, signal, { what: program, timeoutMs: command.timeoutMs }, stop));
  child.on('error', (error) => {
    stopped = notStarted(program, error);
    settle(null);
  });
  child.on('exit', (exitCode) => {
    // What it left running in its group: of a program that only reads, nothing shall stay.
    if (stopped !== null || !command.writes) signalGroup(child, 'SIGKILL');
    waits.push(clock.after(LINGER_MS, () => settle(exitCode)));
  });
  child.on('close', settle);
  return promise;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty.
  }
}

function notStarted(program: string, error: Error): AppError {
  const code = 'code' in error ? String(error.code) : error.message;
  const words: Record<string, string> = {
    ENOENT: `there is no program ${program} on this machine (looked in ${SYSTEM_PATH})`,
    EACCES: `${program} may not be run by this user`,
    E2BIG: `the arguments of ${program} are longer than this system takes`,
  };
  return new AppError('EXECUTION_FAILED', words[code] ?? `${program} could not be started: ${code}`);
}

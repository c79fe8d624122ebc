// What every executor asks of a command before it runs, and what ends it while it does: an argument vector that any program can be
// given as it stands, a time limit, a caller who gives up. Called by the executors. Source: agent, Command policy.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Command } from '../executor.ts';

/** @throws AppError INVALID_INPUT for what no program can be given */
export function checkCommand({ argv, cwd }: Command): void {
  const [program] = argv;
  for (const [at, word] of [...argv, cwd ?? ''].entries()) {
    const what = at < argv.length ? `argument ${at} of ${program}` : 'the directory';
    if (word.includes('\0')) throw new AppError('INVALID_INPUT', `${what} holds a NUL; leave it out`);
    if (!word.isWellFormed())
      throw new AppError('INVALID_INPUT', `${what} is no text (half a surrogate pair)`);
  }
  // `env`, which far sides are asked through, reads these as options and variables.
  if (program === '' || program.startsWith('-') || program.includes('='))
    throw new AppError('INVALID_INPUT', `"${program}" is no program: name one, such as ls or /usr/bin/ls`);
  if (cwd !== undefined && !cwd.startsWith('/'))
    throw new AppError('INVALID_INPUT', `the directory "${cwd}" is no absolute path; begin it with /`);
}

/** @throws AppError CANCELLED */
export function throwIfCancelled(signal: AbortSignal, what: string): void {
  if (signal.aborted) throw cancelled(what);
}

export const cancelled = (what: string): AppError =>
  new AppError('CANCELLED', `${what} was cancelled; what it had done by then stands`);

export const timedOut = (what: string, ms: number): AppError =>
  new AppError(
    'TIMEOUT',
    `${what} did not end within ${ms / 1000} s and was ended; what it had done by then stands`,
  );

/**
 * Calls back once, when the time is over or the caller gives up.
 * @returns stops watching
 */
export function watchLimits(
  clock: Clock,
  signal: AbortSignal,
  { what, timeoutMs }: { readonly what: string; readonly timeoutMs: number },
  stop: (why: AppError) => void,
): () => void {
  const onAbort = () => stop(cancelled(what));
  const cancelTimer = clock.after(timeoutMs, () => stop(timedOut(what, timeoutMs)));
  signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    cancelTimer();
    signal.removeEventListener('abort', onAbort);
  };
}

/** The promise, or CANCELLED as soon as the caller gives up; what was begun goes on for others who wait for it. */
export async function orCancelled<T>(promise: Promise<T>, signal: AbortSignal, what: string): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(cancelled(what));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

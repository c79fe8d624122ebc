// Waiting for something far away to come about. Owns the rhythm of looking again; never longer than it is told, and over at once
// when the caller's signal ends. Called by the remote providers' act, verify and followed logs. Source: agent, What it acts on.

import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';

const FIRST_MS = 400;
const LONGEST_MS = 3000;
const GROWTH = 1.5;

/** @returns false when the signal ended it */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = (): void => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve(true);
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Looks until there is something to see.
 * @param look what is awaited; undefined: not yet
 * @returns undefined when neither the time nor the signal allowed to wait for it
 */
export async function lookUntil<T>(
  clock: Clock,
  limitMs: number,
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = clock.monotonic() + limitMs;
  for (let ms = FIRST_MS; ; ms = Math.min(LONGEST_MS, ms * GROWTH)) {
    const seen = await look();
    if (seen !== undefined || clock.monotonic() >= end) return seen;
    if (!(await pause(clock, ms, signal))) return undefined;
  }
}

/** Why a call ended before its time: its own time was over, or somebody took it back. @param what what goes on without us */
export function endedEarly(signal: AbortSignal, what: string): AppError {
  const timedOut = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return timedOut
    ? new AppError('TIMEOUT', `${what}: the time for it is over.`)
    : new AppError('CANCELLED', `${what}: it was cancelled.`);
}

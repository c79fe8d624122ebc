// What takes too long is given up: its signal comes, and whoever waits goes on, though it may never come back itself.
// Called by the inventory and the sampler. Source: agent, What it acts on.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';

export interface Bounds {
  readonly clock: Clock;
  readonly ms: number;
  /** What is done, for the message: `looking at ssh`. */
  readonly what: string;
  /** Of whoever asks, if they may leave before. */
  readonly signal?: AbortSignal;
}

/** @throws AppError TIMEOUT, CANCELLED; and what `work` throws */
export function within<T>(
  { clock, ms, what, signal }: Bounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const give = (error: AppError) => {
      end();
      stop.abort(error);
      reject(error);
    };
    const cancel = clock.after(ms, () =>
      give(new AppError('TIMEOUT', `No answer within ${Math.round(ms / 1000)} s, ${what}.`, undefined, true)),
    );
    const left = () => give(new AppError('CANCELLED', `Cancelled, ${what}.`));
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', left);
    };
    if (signal?.aborted) return left();
    signal?.addEventListener('abort', left, { once: true });
    // A provider that throws at once does so into the same place.
    Promise.resolve()
      .then(() => work(stop.signal))
      .then(resolve, reject)
      .finally(end);
  });
}

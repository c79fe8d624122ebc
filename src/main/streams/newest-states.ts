// Turns "call me when something changes" into the async iterator that a typed stream needs.
// Holds at most one state waiting per stream: a slow reader gets the newest, never a growing queue.
import { bell } from './bell.ts';

/**
 * A state now, then whenever it changes; what changes while the first is read or taken is not missed.
 * @param signal ends the stream
 */
export async function* states<T>(
  source: { state(): T | Promise<T>; watch(listener: (state: T) => void): () => void },
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  const { ring, rung, close } = bell(signal);
  let waiting: { readonly state: T } | undefined;
  const stop = source.watch((state) => {
    waiting = { state };
    ring();
  });
  try {
    yield await source.state();
    for (; !signal?.aborted; await rung()) {
      if (!waiting) continue;
      const { state } = waiting;
      waiting = undefined;
      yield state;
    }
  } finally {
    stop();
    close();
  }
}

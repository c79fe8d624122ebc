// Turns "call me when something changes" into the async iterator that a typed stream needs.
// Holds at most one value waiting per stream: a slow reader gets the merge, never a growing queue.

/** The merge of states that hold everything: the newer one. */
const newest = <T>(_waiting: T, newer: T): T => newer;

/** A state now, then whenever it changes. */
export async function* states<T>(
  source: { state(): T | Promise<T>; watch(listener: (state: T) => void): () => void },
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  yield await source.state();
  yield* changes<T>((listener) => source.watch(listener), newest, signal);
}

/**
 * @param subscribe calls back on every change; returns unsubscribe.
 * @param merge combines a value not yet read with a newer one.
 * @param signal ends the stream.
 * @param first given at once, when the listener already hears: what is read after it misses nothing.
 */
export async function* changes<T>(
  subscribe: (listener: (value: T) => void) => () => void,
  merge: (waiting: T, newer: T) => T,
  signal: AbortSignal | undefined,
  first?: T,
): AsyncGenerator<T, void, void> {
  let waiting: { value: T } | undefined = first === undefined ? undefined : { value: first };
  let wake: (() => void) | undefined;
  const unsubscribe = subscribe((value) => {
    waiting = { value: waiting ? merge(waiting.value, value) : value };
    wake?.();
  });
  const onAbort = () => wake?.();
  signal?.addEventListener('abort', onAbort);
  try {
    while (!signal?.aborted) {
      if (waiting) {
        const { value } = waiting;
        waiting = undefined;
        yield value;
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    unsubscribe();
  }
}

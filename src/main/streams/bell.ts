// What a stream waits for when it has nothing to tell. A ring while nobody waits is kept, so that none is missed.

export interface Bell {
  ring(): void;
  /** Resolves once it rang since the last time; at once when the stream is aborted. */
  rung(): Promise<void>;
  /** Lets go of the signal. */
  close(): void;
}

/** @param signal rings when it is aborted */
export function bell(signal: AbortSignal | undefined): Bell {
  let next = Promise.withResolvers<void>();
  const ring = () => next.resolve();
  signal?.addEventListener('abort', ring);
  return {
    ring,
    async rung() {
      if (signal?.aborted) return;
      await next.promise;
      next = Promise.withResolvers();
    },
    close: () => signal?.removeEventListener('abort', ring),
  };
}

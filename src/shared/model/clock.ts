// Time and ids as things passed in, so that no test sleeps and no result depends on the wall clock.
// The real ones are made once, in `core`; tests pass their own.

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds from an arbitrary start, never going back; for durations. */
  monotonic(): number;
  /** Calls back once after `ms`; the returned function cancels. Never keeps the process alive. */
  after(ms: number, callback: () => void): () => void;
}

/** A source of short unique ids (sortable by time where the real one is used). */
export type Ids = () => string;

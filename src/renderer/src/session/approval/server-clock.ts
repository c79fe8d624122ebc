// What time it is at the core, which says when an approval is over: this machine's clock may be another. Each status says its time; the one that
// took least to arrive comes nearest. Used by the approval's card and list.
import { useEffect, useState } from 'react';
import { systemStore } from '../system-store.ts';

/** So many of the last statuses are compared: a clock that is set anew is followed soon. */
const LOOKED_AT = 5;

/** How far the core's clock is ahead of ours, milliseconds, from what its statuses said. */
export class Skew {
  readonly #last: number[] = [];

  heard(said: number, at: number): void {
    this.#last.push(said - at);
    if (this.#last.length > LOOKED_AT) this.#last.shift();
  }

  /** On its way a time can only get older: the largest difference is the nearest. 0 before anything was heard. */
  get ms(): number {
    return this.#last.length === 0 ? 0 : Math.max(...this.#last);
  }
}

const skew = new Skew();
/** What the core said that its time is, just now. */
export const hearServerTime = (said: number): void => skew.heard(said, Date.now());

systemStore.subscribe(({ status }, before) => {
  if (status && status !== before.status) hearServerTime(status.now);
});

/** Epoch milliseconds at the core. */
export const serverNow = (): number => Date.now() + skew.ms;

const STEP_MS = 1000;

/** Steps once a second while `until` lies ahead. */
export function useServerNow(until: number): number {
  const [now, setNow] = useState(serverNow);
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), STEP_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return now;
}

// The real clock and the real ids. Everything else gets them passed in.
import { randomBytes } from 'node:crypto';
import type { Clock, Ids } from '../../shared/model/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const RANDOM_CHARS = 8;
const POOL_BYTES = 4096;

/** Ids that sort by time: 9 characters of base-36 milliseconds, 8 of randomness (taken from a pool, since asking for it costs). */
export function timeSortedIds(clock: Clock): Ids {
  let pool = '';
  let at = 0;
  return () => {
    if (at + RANDOM_CHARS > pool.length) {
      pool = randomBytes(POOL_BYTES).toString('base64url').replace(/[-_]/g, '0');
      at = 0;
    }
    at += RANDOM_CHARS;
    return clock.now().toString(36).padStart(9, '0') + pool.slice(at - RANDOM_CHARS, at);
  };
}

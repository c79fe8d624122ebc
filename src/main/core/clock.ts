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

/** Ids that sort by time: 9 characters of base-36 milliseconds, 8 of randomness. */
export function timeSortedIds(clock: Clock): Ids {
  return () =>
    clock.now().toString(36).padStart(9, '0') + randomBytes(6).toString('base64url').replace(/[-_]/g, '0');
}

// For tests that wait for real programs: the clock on the wall.
import type { Clock } from '../../../shared/model/clock.ts';

export const liveClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

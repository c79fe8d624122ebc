// The clock of an upstream that is given none: tests of other rooms need no clock of their own to have an upstream.
import type { Clock } from '../../shared/model/clock.ts';

export const wallClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

// What a program that a test starts as a process of its own needs around a memory: the real clock, and a log that is silent.
import type { Clock } from '../../../shared/model/clock.ts';

export const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

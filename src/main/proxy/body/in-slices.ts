// Work on the event loop that nobody waits for, in slices between which other work gets its turn. The first slice runs at once, so that
// little work is done when the call returns. Used by sent-prompt.ts.
import type { Clock } from '../../../shared/model/clock.ts';

const SLICE_MS = 6;

/** What is told of the end of the work: one of the two, once. */
export interface SlicedEnd<T> {
  done(result: T): void;
  failed(error: unknown): void;
}

/** Never throws. */
export function inSlices<T>(
  work: Generator<void, T>,
  clock: Pick<Clock, 'monotonic'>,
  end: SlicedEnd<T>,
): void {
  const until = clock.monotonic() + SLICE_MS;
  try {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) {
        end.done(step.value);
        return;
      }
      if (clock.monotonic() < until) continue;
      setImmediate(() => inSlices(work, clock, end));
      return;
    }
  } catch (error) {
    end.failed(error);
  }
}

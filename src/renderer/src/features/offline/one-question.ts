// One question at a time: a newer one, or a stop, lets go of the one before, and what that comes to is not looked at. Used by the flows of this screen.
import { describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';

export interface OneQuestion {
  /** Asks, and tells what came of it, unless something else was asked or it was stopped meanwhile. Never throws. */
  ask<T>(
    work: (signal: AbortSignal) => Promise<T>,
    answered: (answer: T) => void,
    failed: (failure: Failure) => void,
  ): Promise<void>;
  stop(): void;
}

export function oneQuestion(): OneQuestion {
  let current: AbortController | null = null;
  return {
    async ask(work, answered, failed) {
      current?.abort();
      const mine = new AbortController();
      current = mine;
      const isCurrent = () => current === mine;
      try {
        const answer = await work(mine.signal);
        if (isCurrent()) answered(answer);
      } catch (thrown) {
        if (isCurrent()) failed(describeFailure(thrown));
      }
    },
    stop() {
      current?.abort();
      current = null;
    },
  };
}

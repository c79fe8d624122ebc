// How the stores ask the core: what fails becomes a state to show, and of several questions only the newest counts.
// Called by the stores alone.
import type { Failure } from '../ui/failure.ts';
import { describeFailure } from './client.ts';

/** Does something. @returns null when it was done, else why not */
export async function attempt(work: () => Promise<unknown>): Promise<Failure | null> {
  try {
    await work();
    return null;
  } catch (thrown) {
    return describeFailure(thrown);
  }
}

/** Asks one question after the other and drops what an earlier one comes to, failure or answer. */
export function newestOnly() {
  let asked = 0;
  return async <T>(
    ask: () => Promise<T>,
    answered: (answer: T) => void,
    failed: (failure: Failure) => void,
  ): Promise<void> => {
    asked += 1;
    const mine = asked;
    const failure = await attempt(async () => {
      const answer = await ask();
      if (mine === asked) answered(answer);
    });
    if (failure && mine === asked) failed(failure);
  };
}

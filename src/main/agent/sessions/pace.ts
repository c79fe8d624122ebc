// How fast runs go on: at their own pace while nobody else wants this thread, and while agents are served in short steps with long pauses between, so
// that an agent's request seldom meets more than one of them. A turn takes up to a tenth of a second longer for it. Source: agent, Models (agents first); decision 054
import { setTimeout as sleep, setImmediate as yieldLoop } from 'node:timers/promises';
import type { Clock } from '../../../shared/model/clock.ts';

/** Less work than that since the last pause is no reason for another. */
const STEP_MS = 0.3;
/** So much longer than a step is the pause after it, within bounds. */
const PAUSES = 8;
const LEAST_PAUSE_MS = 4;
const MOST_PAUSE_MS = 20;
/** Agents that asked a moment ago are about to ask again. */
const AGENTS_STAY_MS = 2000;

export class Pace {
  readonly #clock: Clock;
  readonly #isServing: () => boolean;
  #askedAt = Number.NEGATIVE_INFINITY;
  #since: number;

  /** @param isServing whether any agent's request is under way */
  constructor(clock: Clock, isServing: () => boolean) {
    this.#clock = clock;
    this.#isServing = isServing;
    this.#since = clock.monotonic();
  }

  agentAsked(): void {
    this.#askedAt = this.#clock.monotonic();
  }

  /** Called between two steps of a run, as often as it likes. */
  async breath(): Promise<void> {
    const now = this.#clock.monotonic();
    const worked = now - this.#since;
    if (worked < STEP_MS) return;
    const agents = this.#isServing() || now - this.#askedAt < AGENTS_STAY_MS;
    if (agents) await sleep(Math.min(Math.max(worked * PAUSES, LEAST_PAUSE_MS), MOST_PAUSE_MS));
    else await yieldLoop();
    this.#since = this.#clock.monotonic();
  }
}

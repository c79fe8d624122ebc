// What kinds of jobs that ask a model share: which of its failures are a job's fault (tried again, then dead) and which are not; then all jobs of the kind are held,
// since the next would fare no better. One for each worker. Source: memory, Writing.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ClaimedJob, Unfinished } from './job.ts';

/** A model that keeps answering nonsense is asked so often about one job. */
export const MAX_BAD_ANSWERS = 3;
/** Nobody could be asked: every job waits so long, longer each time in a row. */
const FIRST_HOLD_MS = 15_000;
const LONGEST_HOLD_MS = 600_000;
/** Something an operator has to mend first; a change of settings or models ends it. */
const MEND_HOLD_MS = 300_000;

/** Failures that say nothing about the job; `details.kind` of an AppError of the model layer. */
const NOBODY_THERE: ReadonlySet<unknown> = new Set(['unreachable', 'overloaded', 'rate_limited']);
/** An operator has to mend the key, the name or the address; until then every job would fare alike. */
const TO_MEND: ReadonlySet<unknown> = new Set(['unauthenticated', 'not_found']);

export class ModelHold {
  readonly #clock: Pick<Clock, 'now'>;
  #held: { readonly until: number; readonly reason: string } | undefined;
  #inARow = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Why no job is begun now; null when one may be. */
  reason(): string | null {
    return this.#held && this.#clock.now() < this.#held.until ? this.#held.reason : null;
  }

  /** Something was changed that may have mended it. */
  lift(): void {
    this.#held = undefined;
    this.#inARow = 0;
  }

  /** The model answered. */
  answered(): void {
    this.#inARow = 0;
  }

  /** @returns what becomes of the job; undefined for what is its own fault, and is tried again */
  judge(error: unknown, { attempts }: Pick<ClaimedJob<unknown>, 'attempts'>): Unfinished | undefined {
    if (!(error instanceof AppError)) return undefined;
    const { code, message: reason, details = {} } = error;
    if (code === 'CANCELLED') return { kind: 'wait', afterMs: 0, reason };
    if (code === 'BAD_ANSWER') return attempts + 1 >= MAX_BAD_ANSWERS ? { kind: 'dead', reason } : undefined;
    if (code === 'BUDGET_EXCEEDED') {
      const now = this.#clock.now();
      return this.untilMended(reason, (numberOf(details.resetsAt) ?? now + MEND_HOLD_MS) - now);
    }
    if (code !== 'UNAVAILABLE') return undefined;
    if (TO_MEND.has(details.kind)) return this.untilMended(reason);
    if (!NOBODY_THERE.has(details.kind)) return undefined;
    const doubled = Math.min(FIRST_HOLD_MS * 2 ** this.#inARow++, LONGEST_HOLD_MS);
    const afterMs = Math.max(doubled, numberOf(details.retryAfterMs) ?? 0);
    this.#hold(afterMs, reason);
    return { kind: 'wait', afterMs, reason };
  }

  /**
   * For what an operator may put right before the time is over: the hold alone keeps the job, so that a raised budget or a new key lets it go on at once,
   * after a restart too.
   */
  untilMended(reason: string, ms: number = MEND_HOLD_MS): Unfinished {
    this.#hold(ms, reason);
    return { kind: 'wait', afterMs: 0, reason };
  }

  #hold(ms: number, reason: string): void {
    this.#held = { until: this.#clock.now() + ms, reason };
  }
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

// What the resolution job is made of. Types only.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Decision, DecisionOptions } from '../../../shared/model/decision.ts';
import type { Conflict } from '../../../shared/model/graph.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Store, StoreWriter } from '../../store/store.ts';
import type { AskModel } from '../ask-model.ts';
import type { MemoryLog } from '../memory-log.ts';

export interface DecidedBy {
  readonly actor: string;
  readonly reason: string;
  readonly expectedVersion: number;
  readonly proposal?: { readonly model: string; readonly runId: number; readonly reasoning: string };
}

/** What the job does to conflicts; the decisions of people go the same way. */
export interface ConflictDesk {
  /** @throws AppError NOT_FOUND */
  conflict(id: number): Promise<Conflict>;
  options(id: number): Promise<DecisionOptions>;
  /**
   * @param alongside written in the decision's own transaction
   * @throws AppError STALE_VERSION, NOT_ALLOWED, INVALID_INPUT, and what `alongside` throws
   */
  decide(
    id: number,
    decision: Decision,
    by: DecidedBy,
    alongside: (writer: StoreWriter) => Promise<void>,
  ): Promise<unknown>;
  /**
   * Notes that an answer about an open conflict could not be used; the third in a row makes it `needs_human`.
   * @param alongside written in the same transaction, after the conflict
   * @throws AppError STALE_VERSION
   */
  refuseAnswer(
    id: number,
    refusal: { readonly expectedVersion: number; readonly problem: string },
    alongside: (writer: StoreWriter) => Promise<void>,
  ): Promise<unknown>;
}

export interface ResolutionParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly ask: AskModel;
  readonly desk: ConflictDesk;
  readonly log: MemoryLog;
  /** Names this process among those of one database; no two are alike. */
  readonly runner: string;
}

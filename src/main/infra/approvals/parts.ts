// What approvals are made with, and what they tell of. Types only.
import type { Approval, ApprovalStatus, Execution } from '../../../shared/model/approval.ts';
import type { Clock, Ids } from '../../../shared/model/clock.ts';
import type { Store } from '../../store/store.ts';
import type { Log } from '../../telemetry/log.ts';
import type { ActionRun } from '../provider.ts';
import type { Planned } from './planned.ts';

export interface LongWork {
  readonly title: string;
  /** The id of the resource it is done to. */
  readonly about: string;
  work(run: ActionRun): Promise<string>;
}

export interface ApprovalParts {
  readonly store: Pick<Store, 'write' | 'reader'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Who we are: only what was asked here is carried out here. */
  readonly host: string;
  /** How long something waits for a word, milliseconds. */
  readonly expiryMs: () => number;
  /** Plans a call anew, through every gate but the operator's word. @throws AppError what the gates say */
  replan(tool: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Planned>;
  /** Whether a resource exists no more, as its provider says. Never throws: one that does not answer says nothing. */
  isGone(resourceId: string): Promise<boolean>;
  /** Takes secrets out of everything that is kept or shown. */
  redact(text: string): string;
  /** Long work a person may watch and stop. */
  startTask(long: LongWork): void;
  /** Something became of an approval, or of what it began; `pending` and `started` when they are new. */
  readonly counted: {
    approval(status: ApprovalStatus): void;
    execution(state: Execution['state']): void;
  };
  /** Something that waits or runs is another by now. */
  onChange(): void;
  /** Something new waits for the operator's word. */
  onAsked(approval: Approval): void;
}

/** Who asks for a write. */
export interface Asker {
  readonly by: string;
  readonly session: string | null;
  /**
   * An agent from outside, and what `by` begins with for it: it always waits for a person, whatever rule there is, and shares a card with itself
   * alone.
   */
  readonly outside?: string | undefined;
}

// Whether a request is part of a loop, and what is done about it. A fault of ours there is no fault of the request's.
// Source: loops, Counting. Called by enrich.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Mitigation } from '../../../shared/model/loop.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { type LocalAnswer, localAnswer } from '../loops/answer/breaker-answer.ts';
import { type MitigationPlan, planMitigations } from '../loops/answer/mitigate.ts';
import type { LoopFinding } from '../loops/finding.ts';
import type { Conversation } from './conversation.ts';
import type { ScannedPrompt } from './recognise.ts';

/** A loop the request is a part of, and what is done about it. */
export interface LoopAction {
  readonly finding: LoopFinding;
  readonly plan: MitigationPlan;
  /** The whole answer, when the breaker gives it. */
  readonly answer: LocalAnswer | null;
}

export interface LoopParts {
  readonly settings: () => Settings;
  readonly clock: Pick<Clock, 'now'>;
  /** Told of what went wrong while looking; the request goes on. */
  readonly onFault?: (error: unknown) => void;
}

const NOTHING_OFF: ReadonlySet<Mitigation> = new Set();

/** Looks for a loop; a fault of ours there is no fault of the request's. */
export function lookForLoop(
  { settings, clock, onFault }: LoopParts,
  { request, index }: ScannedPrompt,
  conversation: Conversation,
  sharedBytes: number,
): LoopAction | null {
  const { loop_detection_enabled: isOn, loop_breaker_minutes: minutes } = settings();
  const { route, body, client = '', mitigationsOff: off = NOTHING_OFF } = request;
  const shared = conversation.isLoopsCurrent ? sharedBytes : 0;
  conversation.isLoopsCurrent = false;
  if (!isOn) return null;
  try {
    const now = clock.now();
    const seen = { body, index, route };
    const look = { ...seen, client, sharedBytes: shared, now, off, breakerMs: minutes * 60_000 };
    const finding = conversation.loops.look(look);
    conversation.isLoopsCurrent = true;
    if (!finding) return null;
    const plan = planMitigations(finding, seen, off);
    return {
      finding,
      plan,
      answer: plan.answer === 'local' ? localAnswer(finding, { ...seen, now }) : null,
    };
  } catch (error) {
    onFault?.(error);
    return null;
  }
}

// All gates in their order, and the walk through them: the first that blocks or answers is the last that is asked. The order is the one that
// shared/model/assistant/words.ts tells the screen. Source: agent D1.
import type { GateVerdict } from '../../../../shared/model/assistant/transcript.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import { approval } from './approval.ts';
import { fsm } from './fsm.ts';
import type { Answered, CallOnItsWay, Gate, GateRun } from './gate.ts';
import { intent } from './intent.ts';
import { knowledge } from './knowledge.ts';
import { policy } from './policy.ts';
import { profile } from './profile.ts';
import { repetition } from './repetition.ts';
import { resolution } from './resolution.ts';
import { routing } from './routing.ts';
import { schema } from './schema.ts';
import { secrets } from './secrets.ts';

export const PIPELINE: readonly Gate[] = [
  ...[schema, profile, fsm, resolution, routing, intent, secrets, repetition, knowledge],
  ...[policy, approval],
];

export type Judged =
  | { readonly passed: true }
  | ({ readonly passed: false } & Answered)
  /** What a gate threw, as it was thrown. */
  | { readonly passed: false; readonly error: unknown };

/** @param tell hears each verdict as it falls */
export async function judge(
  call: CallOnItsWay,
  run: GateRun,
  tell: (verdict: GateVerdict) => void,
): Promise<Judged> {
  for (const gate of PIPELINE) {
    await run.breath();
    try {
      run.signal.throwIfAborted();
      const answered = await gate.judge(call, run);
      tell({
        gate: gate.name,
        verdict: answered ? 'answered' : 'passed',
        code: null,
        reason: answered ? 'It is known already.' : null,
      });
      if (answered) return { passed: false, ...answered };
    } catch (error) {
      const told =
        error instanceof AppError ? error : new AppError('INTERNAL', 'The gate broke; the log has it.');
      tell({ gate: gate.name, verdict: 'blocked', code: told.code, reason: told.message });
      return { passed: false, error };
    }
  }
  return { passed: true };
}

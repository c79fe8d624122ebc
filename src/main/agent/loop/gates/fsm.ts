// Third gate: what the state admits. Nothing is written before something was discovered, nor after a write that is not proven; the operator is asked
// only after the model has looked, but is not kept from a model that insists. Source: agent D2, Tools (question).
import { AppError } from '../../../../shared/model/envelope.ts';
import { refusalOf, stateOf } from '../fsm.ts';
import { gate } from './gate.ts';

const MOST_REFUSALS = 2;
/** Until the operator writes something by themselves. */
const MOST_QUESTIONS = 3;

export const fsm = gate('fsm', ({ parsed: { tool, args, kind } }, run) => {
  const refusal = refusalOf(run.fsm, { kind, hasTarget: tool.target(args) !== null, strict: run.strict });
  if (refusal !== null)
    throw new AppError('FSM_BLOCKED', refusal, {
      state: stateOf(run.fsm),
      recovery_hint:
        run.fsm.unproven.length > 0
          ? `Read ${run.fsm.unproven.map(({ resourceId }) => resourceId).join(', ')} first.`
          : 'Find it with query first.',
    });
  if (kind !== 'user_input') return undefined;
  if (run.questions >= MOST_QUESTIONS)
    throw new AppError(
      'RATE_LIMITED',
      `${MOST_QUESTIONS} questions a run, and no more: answer with what you know.`,
    );
  if (stateOf(run.fsm) !== 'RESOLVING' || run.askedTooSoon >= MOST_REFUSALS) {
    run.questions += 1;
    return undefined;
  }
  run.askedTooSoon += 1;
  throw new AppError('FSM_BLOCKED', 'Look first: what can be found out is not asked.', {
    state: 'RESOLVING',
    recovery_hint: 'Use query, read or graph_query; ask when the answer is nowhere.',
  });
});

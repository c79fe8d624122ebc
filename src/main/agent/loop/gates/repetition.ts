// Eighth gate: the same call for the fourth time is a loop. Source: agent, The loop (loop detection).
import { AppError } from '../../../../shared/model/envelope.ts';
import { gate } from './gate.ts';

export const repetition = gate('repetition', ({ parsed: { tool, args } }, { repeats }) => {
  const times = repeats.tooOften({ tool: tool.name, args });
  if (times === null) return undefined;
  throw new AppError(
    'LOOP_DETECTED',
    `${tool.name} was called with the same arguments ${times} times already. Its answer will not be another.`,
    { times, recovery_hint: 'Go on with what you know, look elsewhere, or give your answer.' },
  );
});

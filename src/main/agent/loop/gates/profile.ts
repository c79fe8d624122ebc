// Second gate: how this run may act. Unattended runs only read, or change what was allowed by name, and ask nobody. Source: agent, The loop (execution
// profiles).
import { AppError } from '../../../../shared/model/envelope.ts';
import { gate } from './gate.ts';

export const profile = gate('profile', ({ parsed }, run) => {
  const isUnattended = run.profile === 'investigation' || run.profile === 'autonomous';
  if (parsed.kind === 'user_input' && isUnattended)
    throw new AppError('ACTION_NOT_ALLOWED', 'Nobody is there to be asked: this run goes on by itself.', {
      recovery_hint: 'Go on with what can be found out, and say what is not known.',
    });
  if (parsed.kind !== 'write') return undefined;
  if (run.profile === 'investigation')
    throw new AppError('READ_ONLY_VIOLATION', 'An investigation only reads: nothing is changed in it.', {
      recovery_hint: 'Say in your answer what should be done, and why.',
    });
  if (run.readOnly)
    throw new AppError('READ_ONLY_VIOLATION', 'The operator has switched the assistant to reading only.', {
      recovery_hint: 'Say in your answer what should be done, and why.',
    });
  return undefined;
});

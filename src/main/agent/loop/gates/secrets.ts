// Seventh gate: no secret leaves in the arguments of a read, which nobody sees before it runs. Those of a write are on its card.
// Source: agent, Tools; security.
import { AppError } from '../../../../shared/model/envelope.ts';
import { gate } from './gate.ts';

export const secrets = gate('secrets', ({ parsed: { args, kind } }, { isSecret }) => {
  if (kind === 'write' || !isSecret(JSON.stringify(args))) return undefined;
  throw new AppError('POLICY_BLOCKED', 'Its arguments hold something that looks like a secret.', {
    recovery_hint: 'Call it without keys, tokens and passwords.',
  });
});

// Seventh gate: what leaves with a read, which nobody sees before it runs. No secret does; and once words were read that others wrote, nothing goes to an
// address outside: whoever wrote them may be listening there. Arguments of a write are on its card. Source: agent, Tools; security.
import { AppError } from '../../../../shared/model/envelope.ts';
import { asksOutside } from '../../../infra/command/outward.ts';
import { gate } from './gate.ts';

export const secrets = gate('secrets', ({ parsed: { args, kind } }, { isSecret, hasReadOthersWords }) => {
  if (kind === 'write') return undefined;
  if (isSecret(JSON.stringify(args)))
    throw new AppError('POLICY_BLOCKED', 'Its arguments hold something that looks like a secret.', {
      recovery_hint: 'Call it without keys, tokens and passwords.',
    });
  const outside = typeof args.command === 'string' && hasReadOthersWords() ? asksOutside(args.command) : null;
  if (outside !== null)
    throw new AppError(
      'POLICY_BLOCKED',
      `It asks outside (${outside}) after this session has read what others wrote, so it needs the operator's approval. Call run_command with the same command and resource: that asks for it.`,
      { recovery_hint: 'Call run_command with the same command and resource.', auto_recoverable: true },
    );
  return undefined;
});

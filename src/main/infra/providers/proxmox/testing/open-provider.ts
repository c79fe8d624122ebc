// A Proxmox provider over a double, and what tests ask of it. Used by the tests of the Proxmox provider.
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { ActionRequest } from '../../../provider.ts';
import type { HastyClock } from '../../remote/testing/hasty-clock.ts';
import { ProxmoxConfig } from '../config.ts';
import { ProxmoxProvider } from '../provider.ts';
import { TOKEN } from './proxmox-double.ts';

export const never = new AbortController().signal;

export function openProxmox(
  url: string,
  clock: HastyClock,
  more: object = {},
  env: Readonly<Record<string, string>> = { PVE: TOKEN },
): ProxmoxProvider {
  return new ProxmoxProvider(ProxmoxConfig.parse([{ name: 'home', url, token_env: 'PVE', ...more }]), {
    clock,
    env,
  });
}

export async function askOf(
  provider: ProxmoxProvider,
  id: string,
  action: ActionRequest['action'],
  given: Readonly<Record<string, unknown>> = {},
): Promise<ActionRequest> {
  const resource = await provider.find(id, never);
  if (resource === null) throw new Error(`${id} is not there`);
  return { resource, action, arguments: given };
}

/** What a work is refused with; the test fails when it was done, or broke. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it was done'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

// The restart policy of a container that exists, changed at its engine: Docker and, from 5.1 on, Podman can. Pure: makes the call. Used by what
// replaces a container and by the action that sets the policy.
import type { EngineCall } from '../engine.ts';
import type { EngineVersion } from './container-setup.ts';
import type { RestartPolicy } from './create-request.ts';

export function policyCall(
  id: string,
  { Name, MaximumRetryCount }: RestartPolicy,
  { podman }: EngineVersion,
): EngineCall {
  const retries = Name === 'on-failure' && MaximumRetryCount ? MaximumRetryCount : 0;
  if (podman === null)
    return {
      ...{ method: 'POST', path: `/containers/${id}/update` },
      body: { RestartPolicy: { Name, MaximumRetryCount: retries } },
    };
  const query = { restartPolicy: Name, ...(retries > 0 ? { restartRetries: retries } : {}) };
  return { method: 'POST', path: `/v5.0.0/libpod/containers/${id}/update`, query, body: {} };
}

export const policyWords = (
  policy:
    | { readonly Name?: string | null | undefined; readonly MaximumRetryCount?: number | null | undefined }
    | null
    | undefined,
): string =>
  policy?.Name === 'on-failure' && policy.MaximumRetryCount
    ? `on-failure, ${policy.MaximumRetryCount} times at most`
    : policy?.Name || 'no';

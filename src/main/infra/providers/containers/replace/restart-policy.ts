// The restart policy of a container: as the engine takes it, and as people write it. Pure. Docker and, from 5.1 on, Podman can change that of a
// container that exists. Used by what replaces a container, by the action that sets the policy, and by the details of a container.
import type { EngineCall } from '../engine.ts';
import type { EngineVersion } from './engine-version.ts';

export interface RestartPolicy {
  readonly Name?: string | null | undefined;
  /** Of `on-failure` alone; 0: no limit. */
  readonly MaximumRetryCount?: number | null | undefined;
}

/** A policy without what engines leave out or add. */
const wholePolicy = (policy: RestartPolicy | null | undefined) => ({
  Name: policy?.Name || 'no',
  MaximumRetryCount: policy?.Name === 'on-failure' ? (policy.MaximumRetryCount ?? 0) : 0,
});

export function policyCall(
  id: string,
  policy: RestartPolicy | null | undefined,
  { podman }: EngineVersion,
): EngineCall {
  const { Name, MaximumRetryCount: retries } = wholePolicy(policy);
  if (podman === null)
    return {
      method: 'POST',
      path: `/containers/${id}/update`,
      body: { RestartPolicy: { Name, MaximumRetryCount: retries } },
    };
  const query = { restartPolicy: Name, ...(retries > 0 ? { restartRetries: retries } : {}) };
  return { method: 'POST', path: `/v5.0.0/libpod/containers/${id}/update`, query, body: {} };
}

/** As `docker run --restart` takes it: `on-failure:3`. */
export function policyText(policy: RestartPolicy | null | undefined): string {
  const { Name, MaximumRetryCount } = wholePolicy(policy);
  return MaximumRetryCount > 0 ? `${Name}:${MaximumRetryCount}` : Name;
}

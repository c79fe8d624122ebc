// Where what a host holds is found: the names and the way that all its resources share. Called by what makes resources of a host.
// Source: agent, What it acts on.
import { createHash } from 'node:crypto';
import type { ExecutorPath, ProviderName } from '../../../../shared/model/resource.ts';

export interface HostPlace {
  readonly provider: ProviderName;
  readonly hostName: string;
  readonly hostId: string;
  readonly path: ExecutorPath;
}

/** This machine. */
export function localPlace(hostName: string): HostPlace {
  const hostId = `host:${hostName}`;
  return {
    provider: 'host',
    hostName,
    hostId,
    path: [{ via: 'local', target: hostId, words: 'this machine' }],
  };
}

/** Names what an approval relies on. */
export function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

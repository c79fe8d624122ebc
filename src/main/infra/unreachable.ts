// A resource whose provider or engine doesn't answer, as it is shown meanwhile. Pure. Called by the inventory and the containers provider.
import type { Resource } from '../../shared/model/resource.ts';

/** As it was known, but without actions and with another version: no approval outlives the outage. */
export function unreachable(resource: Resource, reason: string): Resource {
  if (resource.state === 'unreachable' && resource.version.startsWith('unreachable:')) return resource;
  return {
    ...resource,
    state: 'unreachable',
    actions: [],
    detail: `does not answer: ${reason}`.slice(0, 500),
    version: `unreachable:${resource.version}`.slice(0, 100),
  };
}

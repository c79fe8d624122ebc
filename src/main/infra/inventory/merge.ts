// What several providers found, as one list. An id is of one thing: where two providers give the same, the first in order tells of
// it, and takes along what names and ways the other knows. Things of different ids are never taken for one, however alike their
// names: an approval is bound to an id, and a name proves nothing. Pure. Called by inventory.ts. Source: agent, What it acts on.
import type { ProviderName, Resource } from '../../../shared/model/resource.ts';

export interface Collision {
  readonly id: string;
  readonly kept: ProviderName;
  readonly other: ProviderName;
}

const MOST_ALIASES = 50;
const MOST_WAYS = 6;

/** @param found of each provider, in their order */
export function merged(found: readonly (readonly Resource[])[]): {
  byId: ReadonlyMap<string, Resource>;
  collisions: readonly Collision[];
} {
  const byId = new Map<string, Resource>();
  const collisions: Collision[] = [];
  for (const resource of found.flat()) {
    const known = byId.get(resource.id);
    if (known && known.provider !== resource.provider) {
      collisions.push({ id: resource.id, kept: known.provider, other: resource.provider });
    }
    byId.set(resource.id, known ? joined(known, resource) : resource);
  }
  return { byId, collisions };
}

function joined(first: Resource, other: Resource): Resource {
  if (first.kind !== other.kind || first.provider === other.provider) return first;
  const names = [...first.aliases, other.name, ...other.aliases].filter((name) => name !== first.name);
  const ways = new Map(
    [...first.reachableVia, ...other.reachableVia].map((path) => [JSON.stringify(path), path]),
  );
  return {
    ...first,
    aliases: [...new Set(names)].slice(0, MOST_ALIASES),
    reachableVia: [...ways.values()].slice(0, MOST_WAYS),
  };
}

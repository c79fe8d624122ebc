// What lies in what: from a container over its guest to the node, as the providers say by `parent`. A chain that leads back to
// itself ends there. Pure. Called by inventory.ts. Source: agent, What it acts on, D4.
import type { Resource, ResourceKind } from '../../../shared/model/resource.ts';

type ById = ReadonlyMap<string, Resource>;

const DEEPEST = 10;

/** What people call a kind. */
const WORDS: Partial<Record<ResourceKind, string>> = {
  docker_container: 'container',
  k8s_cluster: 'cluster',
  k8s_deployment: 'deployment',
  k8s_pod: 'pod',
};

/** What it lies in, innermost first. */
export function parentsOf(byId: ById, id: string): Resource[] {
  const chain: Resource[] = [];
  const seen = new Set([id]);
  for (let at = byId.get(id)?.parent; at && !seen.has(at) && chain.length < DEEPEST; ) {
    const parent = byId.get(at);
    if (!parent) break;
    seen.add(at);
    chain.push(parent);
    at = parent.parent;
  }
  return chain;
}

/** Everything that lies in it, however deep; itself left out. */
export function allChildrenOf(byId: ById, id: string): Resource[] {
  const children = new Map<string, Resource[]>();
  for (const resource of byId.values()) {
    if (resource.parent === null) continue;
    const siblings = children.get(resource.parent) ?? [];
    siblings.push(resource);
    children.set(resource.parent, siblings);
  }
  const found = new Map<string, Resource>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const child of children.get(at) ?? []) {
      if (child.id === id || found.has(child.id)) continue;
      found.set(child.id, child);
      open.push(child.id);
    }
  }
  return [...found.values()];
}

/** The way to it in words, from the machine inwards: `via node delly → lxc media`; empty for what lies in nothing. */
export function routeOf(byId: ById, resource: Resource): string {
  const chain = parentsOf(byId, resource.id).toReversed();
  if (chain.length === 0) return '';
  return `via ${chain.map(({ kind, name }) => `${WORDS[kind] ?? kind} ${name}`).join(' → ')}`;
}

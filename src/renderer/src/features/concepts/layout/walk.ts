// Reading the tree in order: for the table from the root downwards, for the arrow keys step by step. Pure.
import type { LayoutInput } from './tree-layout.ts';

/** Where a key leads from a concept; the concept itself when there is nothing that way, null for other keys. */
export function walk(nodes: readonly LayoutInput[], from: string, key: string): string | null {
  const parent = nodes.find((n) => n.token === from)?.parent ?? null;
  const present = (token: string | null) =>
    token !== null && nodes.some((n) => n.token === token) ? token : from;
  const siblings = nodes.filter((n) => n.parent === parent && n.parent !== null).map((n) => n.token);
  const place = siblings.indexOf(from);
  switch (key) {
    case 'ArrowUp':
      return present(parent);
    case 'ArrowDown':
      return nodes.find((n) => n.parent === from && n.token !== from)?.token ?? from;
    case 'ArrowLeft':
      return siblings[Math.max(0, place - 1)] ?? from;
    case 'ArrowRight':
      return siblings[Math.min(siblings.length - 1, place + 1)] ?? from;
    default:
      return null;
  }
}

/** Each concept after its parent and its earlier siblings' descendants; those without a parent in the list first. */
export function inTreeOrder<T>(
  nodes: readonly T[],
  tokenOf: (node: T) => string,
  parentOf: (node: T) => string | null,
): T[] {
  const known = new Set(nodes.map(tokenOf));
  const below = new Map<string | null, T[]>();
  for (const node of nodes) {
    const parent = parentOf(node);
    const key = parent !== null && known.has(parent) && parent !== tokenOf(node) ? parent : null;
    below.set(key, [...(below.get(key) ?? []), node]);
  }
  const ordered: T[] = [];
  const waiting = [...(below.get(null) ?? [])].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    ordered.push(node);
    waiting.push(...[...(below.get(tokenOf(node)) ?? [])].reverse());
  }
  return ordered;
}

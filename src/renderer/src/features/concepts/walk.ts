// Walking the tree with the arrow keys: up to the parent, down to the first child, sideways among siblings. Pure.
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

// What the tree holds of a neighbourhood: the same boxes as the canvas, in the same places, each within its parent. Pure.
import { type Drawn, GONE, layoutInput, MORE } from '../canvas/canvas-elements.ts';
import { SIGN } from '../compare/compare-store.ts';
import type { Neighbourhood, TreeNode } from '../concepts-store.ts';

export interface TreeRow {
  /** A concept's own token, or what stands for children left out (`more:`) and for what was there once (`gone:`). */
  readonly id: string;
  readonly kind: 'concept' | 'more' | 'gone';
  /** The concept it opens. */
  readonly token: string;
  /** Null for what is no concept of the answer. */
  readonly node: TreeNode | null;
  /** How it differs from what it is compared with: a sign. */
  readonly sign: string | null;
  /** `old → new` of a name that the draft changes. */
  readonly renamed: string | null;
  /** Children there are and that are not here: of `more:` alone. */
  readonly leftOut: number;
  readonly below: readonly TreeRow[];
}

/** Rows that are open at first stand at most so deep below the concept in focus. */
const OPEN_DEPTH = 2;

/** The rows at the top, each with what is below it. */
export function treeRows(drawn: Drawn): TreeRow[] {
  const { nodes, marks } = drawn;
  const byToken = new Map(nodes.map((node) => [node.concept.token, node]));
  const signOf = (token: string) => {
    const kind = marks.get(token)?.kind;
    return kind === undefined || kind === 'renamed' ? null : SIGN[kind];
  };
  const renamedOf = (token: string) => {
    const mark = marks.get(token);
    return mark?.kind === 'renamed' ? mark.label : null;
  };
  const boxes = layoutInput(drawn, String);
  const here = new Set(boxes.map(({ token }) => token));
  const children = Map.groupBy(boxes, ({ token, parent }) =>
    parent !== null && parent !== token && here.has(parent) ? parent : null,
  );
  const rowOf = (id: string): TreeRow => {
    const kind = id.startsWith(MORE) ? 'more' : id.startsWith(GONE) ? 'gone' : 'concept';
    const token = kind === 'concept' ? id : id.slice((kind === 'more' ? MORE : GONE).length);
    const node = byToken.get(token);
    return {
      ...{ id, kind, token, node: kind === 'concept' ? (node ?? null) : null },
      sign: kind === 'gone' ? SIGN.gone : kind === 'concept' ? signOf(token) : null,
      renamed: kind === 'concept' ? renamedOf(token) : null,
      leftOut: kind === 'more' && node ? node.childrenTotal - node.childrenShown : 0,
      below: (children.get(id) ?? []).map((child) => rowOf(child.token)),
    };
  };
  return (children.get(null) ?? []).map(({ token }) => rowOf(token));
}

/** Which rows are open when a concept is opened: what is above it, itself, and two levels below. */
export function openAtFirst({ nodes }: Neighbourhood): Set<string> {
  return new Set(nodes.filter(({ depth }) => depth < OPEN_DEPTH).map(({ concept }) => concept.token));
}

// A neighbourhood as it would be with the draft: what comes is there already, what goes or moves leaves a ghost at its old place.
// Made of what the core says becomes of each fact, whatever the edits were. Pure.
import type { Drawn } from '../canvas/canvas-elements.ts';
import { SIGN } from '../compare/compare-store.ts';
import type { Neighbourhood, TreeNode } from '../concepts-store.ts';
import type { EdgeCourse } from './draft-store.ts';
import { NO_EDGE } from './make-edits.ts';

const ALIAS = 'alias';
type Said = NonNullable<EdgeCourse['before']>;
type Marks = Map<string, { readonly kind: 'added' | 'gone' | 'moved' | 'renamed'; readonly label: string }>;

/** A concept that stands here only in the draft. */
function newNode(
  token: string,
  parent: string | null,
  depth: number,
  said: (Said & { readonly edgeId: number }) | null,
): TreeNode {
  return {
    concept: {
      ...{ id: 0, token, encounterCount: 0, saliency: 0, novelty: 0, common: false, lastSeen: null },
      ...{ edges: 0, children: 0, conflicts: 0, recalled: 0 },
    },
    parent,
    depth,
    edge: said && {
      ...{ ...said, project: '', confidence: 1, source: 'operator', lastConfirmed: 0 },
      ...{ doNotUse: false, contested: false },
    },
    childrenTotal: 0,
    childrenShown: 0,
    isWay: false,
  };
}

/** Names that become other names, and what they become. */
function renames(edges: readonly EdgeCourse[]): Map<string, string> {
  return new Map(
    edges.flatMap(({ before, after }) =>
      after !== null && after.dimension === ALIAS && before === null ? [[after.concept, after.parent]] : [],
    ),
  );
}

/** @param edges what becomes of each fact of what is shown, as the core says */
export function drawnDraft(neighbourhood: Neighbourhood, edges: readonly EdgeCourse[]): Drawn {
  const { dimension, nodes } = neighbourhood;
  const byToken = new Map(nodes.map((node) => [node.concept.token, node]));
  const marks: Marks = new Map();
  const ghosts: { token: string; parent: string; label: string }[] = [];
  const named = renames(edges);
  const isHere = (said: Said | null): said is Said => said !== null && said.dimension === dimension;
  /** What stands on the canvas for a name of afterwards: a concept that gets another name keeps its box. */
  const boxes = new Map([...named].filter(([, to]) => !byToken.has(to)).map(([from, to]) => [to, from]));
  const boxOf = (token: string): string => boxes.get(token) ?? token;

  for (const [from, to] of named) {
    const isMerged = byToken.has(to);
    if (!byToken.has(from)) continue;
    const label = isMerged ? `${SIGN.gone} ${from}` : `${from} → ${to}`;
    marks.set(from, { kind: isMerged ? 'gone' : 'renamed', label });
  }
  const place = (token: string, said: Said, edgeId: number | null) => {
    const parent = boxOf(said.parent);
    const known = byToken.get(token);
    if (!byToken.has(parent) && known) byToken.set(parent, newNode(parent, null, known.depth - 1, null));
    if (!byToken.has(parent)) return false;
    const depth = (byToken.get(parent)?.depth ?? 0) + 1;
    byToken.set(
      token,
      known
        ? { ...known, parent }
        : newNode(token, parent, Math.max(1, depth), { ...said, edgeId: edgeId ?? NO_EDGE }),
    );
    return true;
  };
  for (const { edgeId, before, after } of edges) {
    if (isHere(before) && isHere(after)) {
      const token = boxOf(before.concept);
      if (boxOf(after.concept) === token && boxOf(after.parent) === boxOf(before.parent)) continue;
      // What is said of the one that two become stays where that one stands.
      if (before.concept !== after.concept && byToken.has(after.concept)) continue;
      if (!byToken.has(token)) continue;
      if (!place(token, after, edgeId)) continue;
      if (named.get(before.parent) === after.parent) continue;
      if (!marks.has(token)) marks.set(token, { kind: 'moved', label: `${SIGN.moved} ${token}` });
      if (byToken.has(before.parent))
        ghosts.push({ token, parent: before.parent, label: `${SIGN.gone} ${token}` });
    } else if (isHere(before)) {
      const where = after === null || after.concept !== before.concept ? '' : ` → [${after.dimension}]`;
      if (byToken.has(before.concept) && !marks.has(before.concept))
        marks.set(before.concept, { kind: 'gone', label: `${SIGN.gone} ${before.concept}${where}` });
    } else if (isHere(after)) {
      const token = boxOf(after.concept);
      if (place(token, after, edgeId) && !marks.has(token))
        marks.set(token, { kind: 'added', label: `${SIGN.added} ${token}` });
    }
  }
  return { nodes: [...byToken.values()], marks, ghosts };
}

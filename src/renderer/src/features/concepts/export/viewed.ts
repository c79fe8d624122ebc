// What is looked at, as plain data for files: concepts and facts as they are shown, with what narrows them and counts of all there are. Pure.
import type { Drawn, MarkKind } from '../canvas/canvas-elements.ts';
import type { Around, Neighbourhood, TreeNode } from '../concepts-store.ts';
import { NO_EDGE } from '../draft/make-edits.ts';
import { type Looks, looksIn, queryOfLooks } from '../filter/looks.ts';
import { inTreeOrder } from '../layout/walk.ts';

type Seen = Pick<Around['edges'][number], 'edgeId' | 'concept' | 'parent' | 'dimension' | 'isIsa'> &
  Partial<Pick<Around['edges'][number], 'confidence' | 'source' | 'lastConfirmed' | 'contested'>>;

interface ViewedNode {
  readonly concept: string;
  /** Steps from the concept in focus: below 0 above it; in a picture of all dimensions how far away. */
  readonly distance: number;
  readonly place: 'above' | 'focus' | 'below' | 'on the way' | 'around';
  /** How often it was named; null where the view does not know. */
  readonly named: number | null;
  readonly below: number | null;
  readonly below_shown: number | null;
  readonly facts: number | null;
  readonly change: MarkKind | null;
}

/** A fact; what only a draft says has nobody who said it, and no confidence yet. */
export interface ViewedEdge {
  readonly edge: number | null;
  readonly concept: string;
  readonly parent: string;
  readonly dimension: string;
  readonly relation: 'isa' | 'ispart';
  readonly confidence: number | null;
  readonly source: string | null;
  readonly last_confirmed: string | null;
  readonly contested: boolean;
  /** What becomes of it, or became of it, where that is looked at. */
  readonly change: MarkKind | null;
}

export interface About {
  readonly project: string;
  readonly looks: Looks;
  /** When this was taken out, epoch milliseconds. */
  readonly now: number;
  /** What it is looked at with: a draft that is not applied, or what was at this moment. */
  readonly isDraft?: boolean;
  readonly since?: number | null;
}

export interface Viewed {
  readonly view: 'dimension' | 'around';
  readonly project: string;
  readonly focus: string;
  /** Null: all of them. */
  readonly dimension: string | null;
  readonly over: string | null;
  readonly hops: number | null;
  /** The moment that is looked at; null for now. */
  readonly moment: string | null;
  readonly exported: string;
  readonly draft: boolean;
  /** What `change` is measured against; null where nothing is compared. */
  readonly compared_with: string | null;
  /** As the console's address has them. */
  readonly filters: Readonly<Record<string, string>>;
  readonly counts: { readonly shown: number; readonly total: number | null; readonly hidden: number };
  /** Concepts as they are shown, a tree's in the order of the tree. */
  readonly nodes: readonly ViewedNode[];
  readonly edges: readonly ViewedEdge[];
  /** Places where something stood, or stands until the draft is applied. */
  readonly gone: readonly { readonly concept: string; readonly parent: string }[];
}

const iso = (at: number): string => new Date(at).toISOString();

function common({ project, looks, now, isDraft = false, since = null }: About) {
  const { at: _at, over: _over, ...filters } = looksIn(queryOfLooks(looks));
  const moment = looks.at === null ? null : iso(looks.at);
  const compared_with = since === null ? null : iso(since);
  return { project, moment, exported: iso(now), draft: isDraft, compared_with, filters };
}

function viewedEdge(edge: Seen, change: MarkKind | null = null): ViewedEdge {
  // What only a draft says is held by nobody yet.
  const isHeld = edge.edgeId !== NO_EDGE;
  return {
    ...{ edge: isHeld ? edge.edgeId : null, concept: edge.concept, parent: edge.parent },
    ...{ dimension: edge.dimension, relation: edge.isIsa ? 'isa' : 'ispart' },
    confidence: isHeld ? (edge.confidence ?? null) : null,
    source: isHeld ? (edge.source ?? null) : null,
    last_confirmed: isHeld && edge.lastConfirmed !== undefined ? iso(edge.lastConfirmed) : null,
    ...{ contested: edge.contested ?? false, change },
  };
}

const placeOf = ({ isWay, depth }: TreeNode): ViewedNode['place'] =>
  isWay ? 'on the way' : depth < 0 ? 'above' : depth === 0 ? 'focus' : 'below';

/** One dimension's tree, a draft or a comparison in it as it is drawn. */
export function viewedTree(neighbourhood: Neighbourhood, drawn: Drawn, about: About): Viewed {
  const { focus, dimension, over, shown, total, hidden } = neighbourhood;
  const change = (token: string): MarkKind | null => drawn.marks.get(token)?.kind ?? null;
  const nodes = inTreeOrder(
    drawn.nodes,
    (node) => node.concept.token,
    (node) => node.parent,
  );
  return {
    ...{ view: 'dimension', focus, dimension, over: over?.dimension ?? null, hops: null },
    ...common(about),
    counts: { shown, total, hidden },
    nodes: nodes.map((node) => ({
      concept: node.concept.token,
      ...{ distance: node.depth, place: placeOf(node), named: node.concept.encounterCount },
      ...{ below: node.childrenTotal, below_shown: node.childrenShown, facts: null },
      change: change(node.concept.token),
    })),
    edges: [
      ...nodes.flatMap(({ edge, parent, concept }) =>
        edge === null ? [] : [viewedEdge({ ...edge, parent: parent ?? edge.parent }, change(concept.token))],
      ),
      ...(over?.edges ?? []).map((edge) => viewedEdge(edge)),
    ],
    gone: drawn.ghosts.map(({ token, parent }) => ({ concept: token, parent })),
  };
}

/** What is around a concept. @param only a dimension that is looked at alone */
export function viewedAround(around: Around, hops: number, only: string | null, about: About): Viewed {
  const { focus, shown, total, hidden } = around;
  return {
    ...{ view: 'around', focus, dimension: only, over: null, hops },
    ...common(about),
    counts: { shown, total, hidden },
    nodes: around.nodes.map((node) => ({
      ...{ concept: node.token, distance: node.hops, place: node.hops === 0 ? 'focus' : 'around' },
      ...{ named: null, below: null, below_shown: null, facts: node.facts, change: null },
    })),
    edges: around.edges
      .filter(({ dimension }) => only === null || dimension === only)
      .map((edge) => viewedEdge(edge)),
    gone: [],
  };
}

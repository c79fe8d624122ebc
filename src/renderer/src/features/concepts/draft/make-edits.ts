// What is selected, and where it is to go, as edits. What is itself only in the draft is changed there. Pure.
import type { GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import type { Neighbourhood } from '../concepts-store.ts';

type Edits = readonly GraphEdit[];
type Add = Extract<GraphEdit, { edit: 'add' }>;

/** The id of a fact that has none yet: it is only in the draft. */
export const NO_EDGE = 0;

/** How the draft becomes another one. */
export type Change = (edits: Edits) => Edits;

/** What an operator chose on one dimension's tree. */
export interface Chosen {
  readonly neighbourhood: Pick<Neighbourhood, 'dimension' | 'nodes'>;
  readonly tokens: readonly string[];
}

export const adding =
  (...more: Edits): Change =>
  (edits) => [...edits, ...more];

const isAdd = (edit: GraphEdit, token: string, dimension: string): edit is Add =>
  edit.edit === 'add' && edit.concept === token && edit.dimension === dimension;

/** The facts that place them, by id. */
export function edgeIdsOf({ neighbourhood, tokens }: Chosen): number[] {
  const wanted = new Set(tokens);
  return neighbourhood.nodes.flatMap(({ concept, edge }) =>
    edge !== null && edge.edgeId !== NO_EDGE && wanted.has(concept.token) ? [edge.edgeId] : [],
  );
}

/** Applies `change` to those of them that the draft adds, or takes them out of it with null. */
function changeAdded(
  { neighbourhood, tokens }: Chosen,
  change: ((add: Add) => Add) | null,
): (edits: Edits) => GraphEdit[] {
  const { dimension } = neighbourhood;
  return (edits) =>
    edits.flatMap((edit) => {
      const token = tokens.find((one) => isAdd(edit, one, dimension));
      return token === undefined ? edit : change === null ? [] : change(edit as Add);
    });
}

/** Under another parent in the same dimension. */
export function moveUnder(chosen: Chosen, parent: string): Change {
  const edges = edgeIdsOf(chosen);
  return (edits) => [
    ...changeAdded(chosen, (add) => ({ ...add, parent }))(edits),
    ...(edges.length === 0 ? [] : [{ edit: 'move', edges, parent } as const]),
  ];
}

/** @param question of a dimension that is made with it; null for one that is there */
export function moveInto(
  chosen: Chosen,
  dimension: string,
  asNew: { readonly question: string | null } | null,
): Change {
  const edges = edgeIdsOf(chosen);
  const from = chosen.neighbourhood.dimension;
  const moved: GraphEdit[] =
    edges.length === 0
      ? []
      : asNew === null
        ? [{ edit: 'move', edges, dimension }]
        : [
            {
              edit: 'split',
              dimension: from,
              parts: [{ dimension, question: asNew.question, which: { by: 'edges', edges } }],
            },
          ];
  return (edits) => [...changeAdded(chosen, (add) => ({ ...add, dimension }))(edits), ...moved];
}

export function forget(chosen: Chosen): Change {
  const edges = edgeIdsOf(chosen);
  return (edits) => [
    ...changeAdded(chosen, null)(edits),
    ...(edges.length === 0 ? [] : [{ edit: 'retire', edges } as const]),
  ];
}

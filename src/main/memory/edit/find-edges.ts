// The edges of a draft that an edit is about, many at a time. Yields to the event loop; decides nothing. Called by the plans of this folder.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { EdgeRow } from '../../graph/types.ts';
import type { Draft } from '../decide/draft.ts';

/** Edges looked at, planned or counted before others get their turn: a few milliseconds. */
export const EDGES_PER_SLICE = 500;

/** Edges that name a concept as subject, parent or dimension; roots left out. */
export function edgesNaming(draft: Draft, project: string, id: number): Promise<EdgeRow[]> {
  const names = ({ concept, parent, dim }: EdgeRow) => concept === id || parent === id || dim === id;
  return collect(draft, project, draft.graph.edgeIdsNaming(project, id), names);
}

/** Facts of one dimension. */
export function edgesIn(draft: Draft, project: string, dim: number): Promise<EdgeRow[]> {
  return collect(draft, project, draft.graph.edgeIdsIn(project, dim), (edge) => edge.dim === dim);
}

async function collect(
  draft: Draft,
  project: string,
  ids: readonly number[],
  fits: (edge: EdgeRow) => boolean,
): Promise<EdgeRow[]> {
  const found: EdgeRow[] = [];
  const seen = new Set<number>();
  const take = (edge: EdgeRow | undefined) => {
    if (!edge || edge.project !== project || edge.concept === edge.dim || !fits(edge)) return;
    if (seen.has(edge.edgeId)) return;
    seen.add(edge.edgeId);
    found.push(edge);
  };
  for (const [i, id] of ids.entries()) {
    if (i % EDGES_PER_SLICE === 0) await yieldLoop();
    take(draft.edgeById(id));
  }
  for (const edge of draft.placed()) take(edge);
  return found;
}

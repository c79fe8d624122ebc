// What an action would do, without doing it: the plan itself, drawn as a diff and as the line agents would see.
// Writes nothing. Called by decisions.ts and edits.ts. Source: console, Conflicts.
import type { DecisionPreview, GraphDiffLine } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { renderConcept } from '../../graph/recollect/recollection-line.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { WriteParts } from '../write/transact.ts';
import { type Draft, type EdgeStep, isOpen } from './draft.ts';
import type { Plan } from './planning.ts';
import { planOnly } from './run-action.ts';

export interface PreviewParts extends Pick<WriteParts, 'store' | 'graph' | 'clock'> {
  readonly settings: () => Settings;
}

/** @param shown the concept whose line is shown before and after */
export async function preview(
  parts: PreviewParts,
  shown: { readonly project: string; readonly concept: number },
  plan: Plan,
): Promise<DecisionPreview> {
  const { graph, settings, clock } = parts;
  const { project, concept } = shown;
  const line = (of: Parameters<typeof renderConcept>[0]) =>
    renderConcept(of, project, concept, settings(), clock.now())?.line ?? null;
  const before = line(graph);
  try {
    const { draft } = await planOnly(parts, plan);
    return { allowed: true, problem: null, diff: [...diffLines(draft)], before, after: line(draft) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INTERNAL' || error.code === 'UNAVAILABLE')
      throw error;
    return { allowed: false, problem: error.message, diff: [], before, after: before };
  }
}

/** The draft as lines: dimensions first, then edges in the order of the steps, then conflicts that open. */
export function* diffLines(draft: Draft): Generator<GraphDiffLine, void, void> {
  for (const { token, isIsa } of draft.roots) {
    const names = { concept: token, parent: token, dimension: token };
    yield { change: 'dimension', ...names, isIsa, toDimension: null };
  }
  for (const step of draft.edges) yield* edgeLines(draft, step);
  for (const step of draft.conflicts) {
    if (step.action === 'open') {
      const { concept, dim, incoming } = step.conflict;
      const parent = draft.tokenOf(incoming.parent);
      const names = { concept: draft.tokenOf(concept), parent, dimension: draft.tokenOf(dim) };
      yield { change: 'conflict', ...names, isIsa: incoming.isIsa, toDimension: null };
    } else if (step.action !== 'count' && !isOpen(step.row.status) && isOpen(step.after.status)) {
      const { concept, dimension, incoming } = step.row;
      const names = { concept: concept.token, parent: incoming.parent, dimension: dimension.token };
      yield { change: 'conflict', ...names, isIsa: incoming.isIsa, toDimension: null };
    }
  }
}

function* edgeLines(draft: Draft, step: EdgeStep): Generator<GraphDiffLine, void, void> {
  const token = (id: number) => draft.tokenOf(id);
  const line = (change: GraphDiffLine['change'], edge: EdgeRow, toDimension: string | null = null) => ({
    ...{ change, concept: token(edge.concept), parent: token(edge.parent), dimension: token(edge.dim) },
    ...{ isIsa: edge.isIsa, toDimension },
  });
  switch (step.action) {
    case 'insert':
    case 'restore':
      yield line('add', step.row);
      return;
    case 'retire':
      yield line('remove', step.edge);
      return;
    case 'confirm':
      yield line('confirm', step.edge);
      return;
    case 'mark':
      return;
    case 'move': {
      const { edge } = step;
      const to = step.change(edge);
      if (to.parent === edge.parent && to.concept === edge.concept) yield line('move', edge, token(to.dim));
      else {
        yield line('remove', edge);
        yield line('add', to);
      }
    }
  }
}

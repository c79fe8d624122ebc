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
    return { allowed: true, problem: null, diff: diffOf(draft), before, after: line(draft) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INTERNAL' || error.code === 'UNAVAILABLE')
      throw error;
    return { allowed: false, problem: error.message, diff: [], before, after: before };
  }
}

/** The draft as lines: dimensions first, then edges in the order of the steps, then conflicts that open. */
export function diffOf(draft: Draft): GraphDiffLine[] {
  const token = (id: number) => draft.tokenOf(id);
  const line = (change: GraphDiffLine['change'], edge: EdgeRow, toDimension: string | null = null) => ({
    ...{ change, concept: token(edge.concept), parent: token(edge.parent), dimension: token(edge.dim) },
    ...{ isIsa: edge.isIsa, toDimension },
  });
  const dimensions = draft.roots.map((root) => ({
    ...{ change: 'dimension' as const, concept: root.token, parent: root.token, dimension: root.token },
    ...{ isIsa: root.isIsa, toDimension: null },
  }));
  const ofStep = (step: EdgeStep): GraphDiffLine[] => {
    switch (step.action) {
      case 'insert':
      case 'restore':
        return [line('add', step.row)];
      case 'retire':
        return [line('remove', step.edge)];
      case 'confirm':
        return [line('confirm', step.edge)];
      case 'mark':
        return [];
      case 'move': {
        const to = step.change(step.edge);
        if (to.parent !== step.edge.parent) return [line('remove', step.edge), line('add', to)];
        return [line('move', step.edge, token(to.dim))];
      }
    }
  };
  const conflicts = draft.conflicts.flatMap((step): GraphDiffLine[] => {
    if (step.action === 'open') {
      const { concept, dim, incoming } = step.conflict;
      return [
        {
          ...{ change: 'conflict', concept: token(concept), parent: token(incoming.parent) },
          ...{ dimension: token(dim), isIsa: incoming.isIsa, toDimension: null },
        },
      ];
    }
    if (step.action === 'count' || isOpen(step.row.status) || !isOpen(step.after.status)) return [];
    const { concept, dimension, incoming } = step.row;
    return [
      {
        ...{ change: 'conflict', concept: concept.token, parent: incoming.parent },
        ...{ dimension: dimension.token, isIsa: incoming.isIsa, toDimension: null },
      },
    ];
  });
  return [...dimensions, ...draft.edges.flatMap(ofStep), ...conflicts];
}

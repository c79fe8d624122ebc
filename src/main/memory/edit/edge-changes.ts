// What a draft makes of the facts that name what is on the screen, each from first to last. Writes nothing; yields to the event
// loop. Called by graph-edits.ts. Source: console, Concepts.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { EditsPreview } from '../../../shared/model/memory/graph-edit.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Draft, EdgeStep } from '../decide/draft.ts';
import { EDGES_PER_SLICE } from './find-edges.ts';

/** As many facts as a canvas holds concepts, twice. */
const MOST = 3000;

interface Course {
  readonly before: EdgeRow | null;
  after: EdgeRow | null;
}

/** @param shown tokens of concepts; a fact counts that has one of them as subject or parent, before or after */
export async function edgeChanges(draft: Draft, shown: readonly string[]): Promise<EditsPreview['edges']> {
  const ids = new Set(shown.flatMap((token) => draft.conceptId(token) ?? []));
  if (ids.size === 0) return [];
  const names = (edge: EdgeRow | null) => edge !== null && (ids.has(edge.concept) || ids.has(edge.parent));
  const courses = new Map<number, Course>();
  for (const [i, step] of draft.edges.entries()) {
    if (i % EDGES_PER_SLICE === 0) await yieldLoop();
    if (step.action === 'confirm' || step.action === 'mark') continue;
    const { id, before, after } = ends(step);
    // A dimension's root is no fact.
    const any = before ?? after;
    if (any === null || any.concept === any.dim) continue;
    const known = courses.get(id);
    if (known) known.after = after;
    else if (courses.size < MOST && (names(before) || names(after))) courses.set(id, { before, after });
  }
  const said = (edge: EdgeRow | null) =>
    edge && {
      ...{ concept: draft.tokenOf(edge.concept), parent: draft.tokenOf(edge.parent) },
      ...{ dimension: draft.tokenOf(edge.dim), isIsa: edge.isIsa },
    };
  return [...courses]
    .filter(([, { before, after }]) => before !== null || after !== null)
    .map(([id, { before, after }]) => ({
      ...{ edgeId: id > 0 ? id : null, before: said(before), after: said(after) },
    }));
}

function ends(step: EdgeStep): { readonly id: number } & Course {
  switch (step.action) {
    case 'insert':
    case 'restore':
      return { id: step.row.edgeId, before: null, after: step.row };
    case 'retire':
      return { id: step.edge.edgeId, before: step.edge, after: null };
    default:
      return { id: step.edge.edgeId, before: step.edge, after: step.change(step.edge) };
  }
}

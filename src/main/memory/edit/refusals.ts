// Why an edit cannot be, with the edges that prove it. Called by the plans of this folder. Source: console, Concepts; memory D1.

import { AppError } from '../../../shared/model/envelope.ts';
import type { EditProblem } from '../../../shared/model/memory/graph-edit.ts';
import { redact } from '../../../shared/redact.ts';
import type { FactCheck } from '../../graph/columns/collision.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Draft, PlacedFact } from '../decide/draft.ts';

type Place = Pick<PlacedFact, 'project' | 'concept' | 'parent' | 'dim'>;
type PathEdge = EditProblem['path'][number];

/** Edges that prove something, as people read them. */
export function pathOf(draft: Draft, edges: readonly EdgeRow[]): PathEdge[] {
  return edges.map(({ edgeId, concept, parent, dim, isIsa }) => ({
    ...{ edgeId, concept: draft.tokenOf(concept), parent: draft.tokenOf(parent) },
    ...{ dimension: draft.tokenOf(dim), isIsa },
  }));
}

export function factName(draft: Draft, { concept, dim, parent }: Omit<Place, 'project'>): string {
  return `${draft.tokenOf(concept)}: [${draft.tokenOf(dim)}] ${draft.tokenOf(parent)}`;
}

/** @throws AppError NOT_ALLOWED unless the fact has a free place */
export function refuseUnlessFree(draft: Draft, fact: Place, check: FactCheck): void {
  switch (check.kind) {
    case 'free':
      return;
    case 'refused':
      throw new AppError('NOT_ALLOWED', `${factName(draft, fact)} cannot be: ${WHY[check.code]}.`);
    case 'confirmed':
      throw inTheWay(draft, fact, check.edge);
    case 'collision':
      throw check.existing ? inTheWay(draft, fact, check.existing) : leadsBack(draft, fact);
  }
}

const WHY = {
  SELF_FACT: 'it would be its own parent',
  ROOT_FACT: 'it is that dimension itself, which has no place in it',
} as const;

/** A question is kept and shown as names are. @throws AppError SECRET_NAME */
export function refuseSecretQuestion(question: string | null): void {
  if (question === null || redact(question) === question) return;
  const message =
    'A question in it holds what looks like a key, a token or a password. Ask without it. Nothing was kept.';
  throw new AppError('SECRET_NAME', message);
}

/** A second parent. */
export function inTheWay(draft: Draft, fact: Place, edge: EdgeRow): AppError {
  const message = `${factName(draft, fact)} has no free place: ${factName(draft, edge)} stands there (edge ${edge.edgeId}). Retire or move that first.`;
  return new AppError('NOT_ALLOWED', message, { edgeId: edge.edgeId, path: pathOf(draft, [edge]) });
}

/** A cycle, with the way that closes it. */
export function leadsBack(draft: Draft, fact: Place): AppError {
  const way = draft.cycle(fact, fact.parent);
  const by = way.length === 0 ? '' : ` by ${way.map((edge) => factName(draft, edge)).join(', ')}`;
  const message = `${factName(draft, fact)} would close a cycle: ${draft.tokenOf(fact.parent)} leads back to ${draft.tokenOf(fact.concept)}${by}.`;
  return new AppError('NOT_ALLOWED', message, { path: pathOf(draft, way) });
}

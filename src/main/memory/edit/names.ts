// What a name in an edit means: the concept it stands for in the draft, other names followed, or a new one. Called by the plans
// of this folder. Source: memory D17.
import { AppError } from '../../../shared/model/envelope.ts';
import { ALIAS_DIMENSION } from '../../../shared/model/graph.ts';
import { lookUp } from '../../graph/recollect/lookup.ts';
import { canonicalToken } from '../../graph/text/tokenise.ts';
import type { Draft } from '../decide/draft.ts';
import type { Planning } from '../decide/planning.ts';

/** @throws AppError INVALID_INPUT */
export function canonicalName(name: string): string {
  const token = canonicalToken(name);
  if (token !== '') return token;
  throw new AppError('INVALID_INPUT', `"${name}" is not a name: it has no letter or digit.`);
}

/** The concept a name means, whatever its spelling; undefined where nothing is called so. */
export function meantBy(draft: Draft, project: string, name: string): number | undefined {
  const id = namedBy(draft, project, canonicalName(name));
  return id === undefined ? undefined : (aliasIn(draft, project, id) ?? id);
}

/** @throws AppError NOT_FOUND */
export function requireMeant(draft: Draft, project: string, name: string): number {
  const id = meantBy(draft, project, name);
  if (id !== undefined) return id;
  throw new AppError('NOT_FOUND', `Nothing is known of "${name}" in the project ${project}.`, { name });
}

/** The concept a name means, made where nothing is called so. @throws AppError INVALID_INPUT, SECRET_NAME */
export async function meantOrNew({ draft, idsOf }: Planning, project: string, name: string): Promise<number> {
  const known = meantBy(draft, project, name);
  if (known !== undefined) return known;
  const [id = 0] = await idsOf([canonicalName(name)]);
  return id;
}

/** The concept that goes by exactly this name, or by another spelling of it; other names are not followed. */
export function namedBy(draft: Draft, project: string, token: string): number | undefined {
  const exact = draft.conceptId(token);
  if (exact !== undefined && isNamed(draft, project, exact)) return exact;
  const alike = lookUp(draft.graph, project, token);
  return alike !== undefined && isNamed(draft, project, alike) ? alike : undefined;
}

/** What the concept is another name of in the draft. */
export function aliasIn(draft: Draft, project: string, id: number): number | undefined {
  const dim = draft.conceptId(ALIAS_DIMENSION);
  return dim === undefined ? undefined : draft.edgeAt(project, id, dim)?.parent;
}

/** Whether something is said with the concept in the draft: about it, under it, in it, or in the queue. */
export function isNamed(draft: Draft, project: string, id: number): boolean {
  if (draft.hasRoot(project, id) || draft.pendingDims(project, id).length > 0) return true;
  if (draft.edgesOf(project, id).length > 0 || draft.graph.mayHaveChildren(project, id)) return true;
  for (const edge of draft.placed()) if (edge.project === project && edge.parent === id) return true;
  return false;
}

// Plans an operator's edit of facts over a draft, and says why where a rule of the graph stands against it.
// Called by edits.ts within run-action.ts. Source: console, Concepts.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact, Provenance } from '../../../shared/model/graph.ts';
import { checkFact } from '../../graph/columns/collision.ts';
import { canonicalToken } from '../../graph/text/tokenise.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Draft, Entered, PlacedFact } from '../decide/draft.ts';
import type { Planning } from '../decide/planning.ts';
import type { ActionHead } from '../decide/write-action.ts';
import { beatsGuess } from '../write/confirmation.ts';

/** What the caller saw of an edge. */
export interface EdgeExpectation {
  readonly parent: string;
  readonly dimension: string;
  readonly isIsa: boolean;
}

interface By {
  readonly actor: string;
  readonly reason: string;
}

/** @returns no head for a refused fact: nothing is written then, not even its words */
export async function planTell(
  planning: Planning,
  project: string,
  fact: Fact,
  provenance: Provenance,
  by: By,
): Promise<{ head: ActionHead | null; entered: Entered }> {
  const { draft } = planning;
  if (fact.concept === fact.parent) return { head: null, entered: { status: 'refused', code: 'SELF_FACT' } };
  if (fact.concept === fact.dimension)
    return { head: null, entered: { status: 'refused', code: 'ROOT_FACT' } };
  const [concept = 0, parent = 0, dim = 0] = await planning.idsOf([
    fact.concept,
    fact.parent,
    fact.dimension,
  ]);
  const { isIsa, confidence } = fact;
  const placed = { project, concept, parent, dim, isIsa, confidence, provenance };
  const guess = guessBeatenBy(draft, placed);
  if (guess) draft.retire(guess);
  const entered = draft.enter(placed);
  const name = `${fact.concept}: [${fact.dimension}] ${fact.parent}`;
  const summary = guess
    ? `${nameOf(draft, guess)} (a guess) corrected to ${fact.parent}`
    : entered.status === 'conflict'
      ? `${name} told, waits in the queue`
      : `${name} ${TOLD[entered.status]}`;
  return { entered, head: { ...head(project, 'tell', by), summary } };
}

/** What an assistant guessed, where the fact contradicts it. */
function guessBeatenBy(draft: Draft, fact: PlacedFact): EdgeRow | undefined {
  const check = checkFact(draft, fact.project, fact);
  const guess = check.kind === 'collision' ? check.existing : undefined;
  if (!guess || !beatsGuess(fact.provenance, guess)) return undefined;
  return draft.wouldCycle(fact.project, fact.concept, fact.parent, fact.dim) ? undefined : guess;
}

const TOLD = { inserted: 'told', confirmed: 'confirmed', refused: 'refused' } as const;

/** @returns null when it is marked so already */
export async function planDoNotUse(
  { draft }: Planning,
  edgeId: number,
  doNotUse: boolean,
  by: By,
): Promise<ActionHead | null> {
  const edge = requireFact(draft, edgeId);
  if (edge.doNotUse === doNotUse) return null;
  draft.mark(edge, (row) => ({ ...row, doNotUse }));
  const summary = `${nameOf(draft, edge)} ${doNotUse ? 'kept out of' : 'let back into'} recollections`;
  return { ...head(edge.project, 'do_not_use', by), summary };
}

export async function planRetire(
  { draft }: Planning,
  edgeId: number,
  expected: EdgeExpectation | null,
  by: By,
): Promise<ActionHead> {
  const edge = requireFact(draft, edgeId);
  refuseChanged(draft, edge, expected);
  draft.retire(edge);
  return { ...head(edge.project, 'retire', by), summary: `${nameOf(draft, edge)} ended` };
}

export async function planMove(
  planning: Planning,
  edgeId: number,
  to: { readonly dimension?: string | undefined; readonly parent?: string | undefined },
  expected: EdgeExpectation | null,
  by: By,
): Promise<ActionHead> {
  const { draft } = planning;
  const edge = requireFact(draft, edgeId);
  refuseChanged(draft, edge, expected);
  const dimension = to.dimension === undefined ? draft.tokenOf(edge.dim) : canonical(to.dimension);
  const parentToken = to.parent === undefined ? draft.tokenOf(edge.parent) : canonical(to.parent);
  const [dim = 0, parent = 0] = await planning.idsOf([dimension, parentToken]);
  if (dim === edge.dim && parent === edge.parent) {
    throw new AppError(
      'NOT_ALLOWED',
      `${nameOf(draft, edge)} is there already. Name another dimension or parent.`,
    );
  }
  const from = nameOf(draft, edge);
  refuseImpossible(draft, edge, parent, dim);
  draft.move(edge, { parent, dim });
  const where = [
    ...(dim === edge.dim ? [] : [`to [${dimension}]`]),
    ...(parent === edge.parent ? [] : [`under ${parentToken}`]),
  ].join(' ');
  return { ...head(edge.project, 'move', by), summary: `${from} moved ${where}` };
}

/** @throws AppError NOT_ALLOWED naming what stands in the way */
function refuseImpossible(draft: Draft, edge: EdgeRow, parent: number, dim: number): void {
  const { project, concept, isIsa } = edge;
  if (dim === edge.dim) {
    // The place is its own; only the way up from the new parent matters.
    if (draft.wouldCycle(project, concept, parent, dim)) throw leadsBack(draft, edge, parent, dim);
    return;
  }
  const check = checkFact(draft, project, { concept, parent, dim, isIsa });
  switch (check.kind) {
    case 'free':
      return;
    case 'refused':
      throw new AppError('NOT_ALLOWED', `${draft.tokenOf(concept)} has no place there: ${WHY[check.code]}.`);
    case 'confirmed':
      throw inTheWay(draft, check.edge);
    case 'collision':
      throw check.existing ? inTheWay(draft, check.existing) : leadsBack(draft, edge, parent, dim);
  }
}

const WHY = {
  SELF_FACT: 'it would be its own parent',
  ROOT_FACT: 'it is that dimension itself',
} as const;

function inTheWay(draft: Draft, edge: EdgeRow): AppError {
  const message = `${nameOf(draft, edge)} stands there (edge ${edge.edgeId}). Retire or move that first.`;
  return new AppError('NOT_ALLOWED', message, { edgeId: edge.edgeId });
}

function leadsBack(draft: Draft, edge: EdgeRow, parent: number, dim: number): AppError {
  const { project, concept } = edge;
  const way = draft.cycle({ project, concept, dim }, parent).map((one) => nameOf(draft, one));
  const by = way.length === 0 ? '' : ` by ${way.join(', ')}`;
  return new AppError(
    'NOT_ALLOWED',
    `${draft.tokenOf(parent)} leads back to ${draft.tokenOf(concept)}${by}.`,
  );
}

/** @throws AppError NOT_FOUND */
function requireFact(draft: Draft, edgeId: number): EdgeRow {
  const edge = draft.edgeById(edgeId);
  if (edge && edge.concept !== edge.dim) return edge;
  throw new AppError('NOT_FOUND', `There is no edge ${edgeId}.`, { edgeId });
}

/** @throws AppError STALE_VERSION */
function refuseChanged(draft: Draft, edge: EdgeRow, expected: EdgeExpectation | null): void {
  if (!expected) return;
  const isSame =
    draft.tokenOf(edge.parent) === expected.parent &&
    draft.tokenOf(edge.dim) === expected.dimension &&
    edge.isIsa === expected.isIsa;
  if (isSame) return;
  throw new AppError('STALE_VERSION', `Edge ${edge.edgeId} says ${nameOf(draft, edge)} by now. Look again.`, {
    edgeId: edge.edgeId,
  });
}

/** @throws AppError INVALID_INPUT */
function canonical(name: string): string {
  const token = canonicalToken(name);
  if (token === '')
    throw new AppError('INVALID_INPUT', `"${name}" is not a name: it has no letter or digit.`);
  return token;
}

function head(project: string, kind: ActionHead['kind'], { actor, reason }: By): Omit<ActionHead, 'summary'> {
  return { project, kind, actor, reason };
}

function nameOf(draft: Draft, edge: EdgeRow): string {
  return `${draft.tokenOf(edge.concept)}: [${draft.tokenOf(edge.dim)}] ${draft.tokenOf(edge.parent)}`;
}

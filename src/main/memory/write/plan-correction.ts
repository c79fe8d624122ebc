// Plans what a correction or a refinement does to the graph, over a draft: what may be overruled ends, what was told by
// somebody more trusted stays and a conflict marked as a correction waits. Writes nothing. Called by corrections.ts
// within run-action.ts. Source: memory D19, D21.
import type { Correction, Fact, FactOutcome, Provenance } from '../../../shared/model/graph.ts';
import { collisionType } from '../../graph/columns/collision.ts';
import { refinement } from '../../graph/columns/refinement.ts';
import { aliasOf, lookUp } from '../../graph/recollect/lookup.ts';
import { foldOf } from '../../graph/text/fold.ts';
import type { CueChange, EdgeRow } from '../../graph/types.ts';
import type { NewConflict } from '../../store/tables/conflict-queue.ts';
import { conflictState } from '../../store/tables/conflict-updates.ts';
import { readConflict, readOpenClaim, type StoredConflict } from '../../store/tables/conflicts.ts';
import type { Resolution } from '../decide/deltas.ts';
import type { Draft, PlacedFact } from '../decide/draft.ts';
import { knowTokens, type Planning } from '../decide/planning.ts';
import { assentTo, beatsGuess, confirmedEdge, isGuess, mayOverrule } from './confirmation.ts';
import { decidedAgainst } from './dismissed-claims.ts';

/** What somebody says, and who does. */
export interface Said {
  readonly project: string;
  readonly fact: Fact;
  readonly provenance: Provenance;
}

/** What a plan came to. Ids of edges may be the draft's own; a new conflict has none yet. */
export type Outcome = Pick<FactOutcome, 'status' | 'edgeId' | 'conflictId' | 'reason' | 'until'>;

export interface Planned {
  readonly outcome: Outcome;
  /** What was done, in one plain line; null when nothing was. */
  readonly summary: string | null;
}

/** Corrections are looked at before what merely contradicts. */
const PRIORITY = 1;
const ABSENT: Planned = { outcome: { status: 'absent' }, summary: null };

/** Ends the fact that says exactly this; a claim that waits to say it is withdrawn. Makes no words. */
export async function planEnd(planning: Planning, { project, fact, provenance }: Said): Promise<Planned> {
  const { draft, reader } = planning;
  const tokens = [fact.concept, fact.parent, fact.dimension];
  await knowTokens(planning, tokens);
  const [concept, parent, dim] = tokens.map((token) => draft.conceptId(token));
  if (concept === undefined || parent === undefined || dim === undefined || concept === dim) return ABSENT;
  const { isIsa, confidence } = fact;
  const standing = draft.edgeAt(project, concept, dim);
  if (standing?.parent === parent && standing.isIsa === isIsa) {
    if (!mayOverrule(provenance.source, standing.source)) {
      const placed = { project, concept, parent, dim, isIsa, confidence, provenance };
      return waits(planning, placed, standing, 'ends');
    }
    draft.retire(standing);
    return {
      outcome: { status: 'retracted', edgeId: standing.edgeId },
      summary: `${nameOf(draft, standing)} ended`,
    };
  }
  const waiting = await readOpenClaim(reader, { project, concept, dim, parent, isIsa, ends: false });
  const row = waiting === undefined ? undefined : await readConflict(reader, waiting);
  if (!row) return ABSENT;
  if (!mayOverrule(provenance.source, row.incoming.source))
    return { outcome: { status: 'absent', conflictId: row.id }, summary: null };
  draft.setConflict('withdraw', row, withdrawn(planning, row, provenance));
  return {
    outcome: { status: 'retracted', conflictId: row.id },
    summary: `${fact.concept}: [${fact.dimension}] ${fact.parent} withdrawn from the queue`,
  };
}

/** Puts a fact in the place of what stands there. */
export async function planNow(
  planning: Planning,
  said: Said,
  { from }: Extract<CueChange, { kind: 'now' }>,
): Promise<Planned> {
  const { draft } = planning;
  const placed = await placedOf(planning, said);
  const standing = draft.edgeAt(placed.project, placed.concept, placed.dim);
  if (!standing || says(standing, placed)) return entered(draft, placed);
  const mayReplace =
    mayOverrule(placed.provenance.source, standing.source) &&
    (from === undefined || isNamed(draft, placed.project, standing.parent, from)) &&
    !draft.wouldCycle(placed.project, placed.concept, placed.parent, placed.dim);
  if (!mayReplace) return waits(planning, placed, standing, 'now');
  return replaced(draft, placed, standing);
}

/** The known fact ends, and the other takes its place. */
function replaced(draft: Draft, placed: PlacedFact, standing: EdgeRow): Planned {
  const was = `${nameOf(draft, standing)}${standing.isGuess ? ' (a guess)' : ''}`;
  draft.retire(standing);
  const { outcome } = entered(draft, placed);
  const summary = `${was} corrected to ${draft.tokenOf(placed.parent)}`;
  return { outcome: { ...outcome, status: 'corrected' }, summary };
}

/** A kind that a person gave is made more specific by persons only. */
function mayRefine(said: Provenance, standing: EdgeRow): boolean {
  return mayOverrule(said.source, standing.source) && (standing.isGuess || !isGuess(said));
}

/**
 * A plain statement that changes what is known: it makes the known kind more specific, which stays the same fact, or takes the place of
 * what an assistant guessed. Anything else goes down the write path.
 */
export async function planStatement(planning: Planning, said: Said): Promise<Planned> {
  const { draft, reader } = planning;
  const placed = await placedOf(planning, said);
  const standing = draft.edgeAt(placed.project, placed.concept, placed.dim);
  if (!standing || says(standing, placed)) return entered(draft, placed);
  const { provenance, confidence, parent } = placed;
  const refines =
    provenance.source === 'inferred' &&
    standing.isIsa &&
    placed.isIsa &&
    refinement(said.fact.parent, draft.tokenOf(standing.parent)) === 'more';
  const isBelieved = refines ? mayRefine(provenance, standing) : beatsGuess(provenance, standing);
  if (!(refines || isBelieved) || draft.wouldCycle(placed.project, placed.concept, parent, placed.dim))
    return entered(draft, placed);
  const repeats = await decidedAgainst(reader, conflictOf(placed, standing, null));
  if (repeats !== undefined) return dismissed(repeats);
  if (!refines) return replaced(draft, placed, standing);
  const assent = assentTo(provenance, confidence);
  const testimony = { provenance, confidence };
  const name = nameOf(draft, standing);
  if (!isBelieved) {
    draft.confirm(standing, [assent], [testimony]);
    return { outcome: { status: 'confirmed', edgeId: standing.edgeId }, summary: `${name} confirmed` };
  }
  draft.moveBy(standing, (row) => confirmedEdge({ ...row, parent }, assent), [], [testimony]);
  return {
    outcome: { status: 'refined', edgeId: standing.edgeId },
    summary: `${name} refined to ${said.fact.parent}`,
  };
}

/** The known fact was told by somebody more trusted, or is not what was said to have changed: a person has to look. */
async function waits(
  { draft, reader }: Planning,
  placed: PlacedFact,
  standing: EdgeRow,
  correction: Correction,
): Promise<Planned> {
  const conflict = conflictOf(placed, standing, correction);
  const repeats = await decidedAgainst(reader, conflict);
  if (repeats !== undefined) return dismissed(repeats);
  draft.open(conflict);
  const what =
    correction === 'ends' ? 'said to be so no more' : `said to be ${draft.tokenOf(placed.parent)} now`;
  return {
    outcome: { status: 'conflict', reason: 'correction' },
    summary: `${nameOf(draft, standing)} ${what}, waits in the queue`,
  };
}

function conflictOf(placed: PlacedFact, existing: EdgeRow, correction: Correction | null): NewConflict {
  const { project, concept, parent, dim, isIsa, confidence, provenance } = placed;
  return {
    ...{ project, concept, dim, existing, correction, provenance, at: provenance.at },
    type: collisionType(existing.isIsa, isIsa),
    incoming: { parent, isIsa, confidence, source: provenance.source },
    priority: PRIORITY,
  };
}

function dismissed(conflictId: number): Planned {
  return { outcome: { status: 'refused', reason: 'DISMISSED', conflictId }, summary: null };
}

async function placedOf(planning: Planning, { project, fact, provenance }: Said): Promise<PlacedFact> {
  const tokens = [fact.concept, fact.parent, fact.dimension];
  const [concept = 0, parent = 0, dim = 0] = await planning.idsOf(tokens);
  const { isIsa, confidence } = fact;
  return { project, concept, parent, dim, isIsa, confidence, provenance };
}

/** Down the write path, as a plain statement. */
function entered(draft: Draft, placed: PlacedFact): Planned {
  const done = draft.enter(placed);
  const name = `${draft.tokenOf(placed.concept)}: [${draft.tokenOf(placed.dim)}] ${draft.tokenOf(placed.parent)}`;
  switch (done.status) {
    case 'refused':
      return { outcome: { status: 'refused', reason: done.code }, summary: null };
    case 'conflict':
      return {
        outcome: { status: 'conflict', reason: done.conflict.type },
        summary: `${name} told, waits in the queue`,
      };
    case 'inserted':
    case 'confirmed':
      return {
        outcome: {
          ...{ status: done.status, edgeId: done.edge.edgeId },
          until: done.edge.until,
        },
        summary: `${name} ${done.status === 'inserted' ? 'told' : 'confirmed'}`,
      };
  }
}

function withdrawn({ now, actionId }: Planning, row: StoredConflict, by: Provenance) {
  const resolution: Resolution = {
    ...{ decision: 'withdrawn', reason: 'It was retracted.', model: null, runId: null, actionId },
  };
  return {
    ...conflictState(row),
    ...{ status: 'dismissed' as const, decidedBy: by.client ?? by.source, resolvedAt: now },
    resolution: JSON.stringify(resolution),
  };
}

function says(edge: EdgeRow, { parent, isIsa }: PlacedFact): boolean {
  return edge.parent === parent && edge.isIsa === isIsa;
}

/** Whether a known parent is called so, in whatever spelling or by another name (memory D17). */
function isNamed(draft: Draft, project: string, parent: number, name: string): boolean {
  if (foldOf(draft.tokenOf(parent)) === foldOf(name)) return true;
  const meant = lookUp(draft.graph, project, name);
  return meant !== undefined && (aliasOf(draft.graph, project, meant) ?? meant) === parent;
}

function nameOf(draft: Draft, edge: EdgeRow): string {
  return `${draft.tokenOf(edge.concept)}: [${draft.tokenOf(edge.dim)}] ${draft.tokenOf(edge.parent)}`;
}

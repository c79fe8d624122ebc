// Plans that everything said with one name is said with another: renaming, and merging of concepts and of dimensions. Edges keep
// their ids; a place that would hold two answers becomes a conflict; a cycle is refused with the way that closes it; the name that went
// stays as another name. Within one project: the vocabulary is everybody's. Called by plan-edits.ts. Source: memory D1, D15, D17.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { AppError } from '../../../shared/model/envelope.ts';
import { ALIAS_DIMENSION, type Provenance, seedQuestion } from '../../../shared/model/graph.ts';
import { collisionType } from '../../graph/columns/collision.ts';
import type { EdgeRow } from '../../graph/types.ts';
import { readProvenance } from '../../store/tables/edges.ts';
import type { Draft } from '../decide/draft.ts';
import type { Planning } from '../decide/planning.ts';
import { assentTo, retold } from '../write/confirmation.ts';
import { conflictPriority } from '../write/plan-facts.ts';
import { type CarriedTo, carryClaims } from './carry-claims.ts';
import { EDGES_PER_SLICE, edgesNaming } from './find-edges.ts';
import { factName, leadsBack } from './refusals.ts';

export interface Substitution {
  readonly project: string;
  readonly from: number;
  readonly into: number;
  readonly actor: string;
}

/** What came of it, in numbers. */
export interface Substituted {
  readonly facts: number;
  readonly conflicts: number;
  /** Facts that say nothing once the two are one. */
  readonly ended: number;
}

/** @throws AppError NOT_ALLOWED */
export async function substitute(planning: Planning, its: Substitution): Promise<Substituted> {
  const { draft, now } = planning;
  const { project, from, into, actor } = its;
  const [aliasDim = 0] = await planning.idsOf([ALIAS_DIMENSION]);
  if (from === aliasDim || into === aliasDim) {
    throw new AppError(
      'NOT_ALLOWED',
      `[${ALIAS_DIMENSION}] is where other names are kept; it stays as it is.`,
    );
  }
  const root = draft.edgeAt(project, from, from);
  if (root) takeOverDimension(draft, its, root);
  const moved = new Moved(draft, its);
  const edges = inOrder(await edgesNaming(draft, project, from), its);
  for (const [i, edge] of edges.entries()) {
    if (i % EDGES_PER_SLICE === 0) await yieldLoop();
    moved.take(edge);
  }
  await joinTaken(planning, moved.taken);
  const to = mapping(its);
  await carryClaims(
    planning,
    { project, concept: from },
    ({ concept, dim, incoming }) => claimTo(to({ concept, parent: incoming.parent, dim })),
    { actor, why: `${draft.tokenOf(from)} is ${draft.tokenOf(into)} from now on.` },
  );
  // Last, so that taking it back brings the root before what is in the dimension.
  if (root) draft.retire(root);
  const provenance: Provenance = {
    ...{ source: 'operator', client: actor, conversation: null, role: null, segment: null },
    ...{ sentence: null, at: now },
  };
  const alias = { project, concept: from, parent: into, dim: aliasDim, isIsa: true, confidence: 1 };
  draft.enter({ ...alias, provenance });
  return { facts: edges.length - moved.ended, conflicts: moved.collisions, ended: moved.ended };
}

type Names = Pick<EdgeRow, 'concept' | 'parent' | 'dim'>;

function mapping({ from, into }: Substitution): (names: Names) => Names {
  const one = (id: number) => (id === from ? into : id);
  return ({ concept, parent, dim }) => ({ concept: one(concept), parent: one(parent), dim: one(dim) });
}

const saysNothing = ({ concept, parent, dim }: Names): boolean => concept === parent || concept === dim;

function claimTo(names: Names): CarriedTo | null {
  return saysNothing(names) ? null : names;
}

/** Those that will say nothing go first, then what is said of the name itself: no way up leads through both then. */
function inOrder(edges: readonly EdgeRow[], its: Substitution): EdgeRow[] {
  const to = mapping(its);
  const [first, second, rest]: [EdgeRow[], EdgeRow[], EdgeRow[]] = [[], [], []];
  for (const edge of edges)
    (saysNothing(to(edge)) ? first : edge.concept === its.from ? second : rest).push(edge);
  return [...first, ...second, ...rest];
}

/** The question and the flavour of a dimension go with it, unless the other one has its own. */
function takeOverDimension(draft: Draft, { project, from, into }: Substitution, root: EdgeRow): void {
  const question = (dim: number) => draft.ownQuestion(project, dim) ?? seedQuestion(draft.tokenOf(dim));
  const asked = question(from);
  draft.makeRoot(project, into, root.isIsa);
  if (question(into) === null) draft.ask(project, into, asked);
  draft.ask(project, from, null);
}

/** A fact whose new place is taken, and what stands there. */
interface Taken {
  readonly edge: EdgeRow;
  readonly names: Names;
  readonly standing: EdgeRow;
}

class Moved {
  readonly taken: Taken[] = [];
  ended = 0;
  collisions = 0;
  readonly #draft: Draft;
  readonly #its: Substitution;
  readonly #to: (names: Names) => Names;

  constructor(draft: Draft, its: Substitution) {
    this.#draft = draft;
    this.#its = its;
    this.#to = mapping(its);
  }

  /** @throws AppError NOT_ALLOWED for a cycle */
  take(edge: EdgeRow): void {
    const draft = this.#draft;
    const names = this.#to(edge);
    if (saysNothing(names)) {
      draft.retire(edge);
      this.ended++;
      return;
    }
    const { project } = this.#its;
    const isHome = names.concept === edge.concept && names.dim === edge.dim;
    const standing = isHome ? undefined : draft.edgeAt(project, names.concept, names.dim);
    if (standing) {
      draft.retire(edge);
      this.taken.push({ edge, names, standing });
      if (standing.parent !== names.parent || standing.isIsa !== edge.isIsa) this.collisions++;
      return;
    }
    if (draft.wouldCycle(project, names.concept, names.parent, names.dim)) {
      const why = leadsBack(draft, { project, ...names });
      const what = `${factName(draft, edge)} would be ${factName(draft, names)}`;
      throw new AppError('NOT_ALLOWED', `${what}. ${why.message}`, why.details);
    }
    draft.moveBy(edge, (row) => ({ ...row, ...names }));
  }
}

/** What stands is confirmed by what says the same, and waits against what does not. */
async function joinTaken({ draft, reader }: Planning, taken: readonly Taken[]): Promise<void> {
  const provenance = await readProvenance(
    reader,
    taken.flatMap(({ edge }) => (edge.edgeId > 0 ? edge.edgeId : [])),
  );
  for (const [i, { edge, names, standing }] of taken.entries()) {
    if (i % EDGES_PER_SLICE === 0) await yieldLoop();
    const { project, isIsa, confidence, source, lastConfirmed: at } = edge;
    const origin = retold(edge, provenance.get(edge.edgeId)?.at(-1) ?? bare(edge));
    const there = draft.edgeAt(project, names.concept, names.dim) ?? standing;
    if (there.parent === names.parent && there.isIsa === isIsa) {
      draft.confirm(there, [{ ...assentTo(origin, confidence), at }], [{ provenance: origin, confidence }]);
      if (edge.doNotUse && !there.doNotUse) {
        const confirmed = draft.edgeAt(project, names.concept, names.dim) ?? there;
        draft.mark(confirmed, (row) => ({ ...row, doNotUse: true }));
      }
    } else {
      draft.open({
        ...{ project, concept: names.concept, dim: names.dim, existing: there, correction: null },
        ...{ type: collisionType(there.isIsa, isIsa), priority: conflictPriority(source) },
        ...{ incoming: { parent: names.parent, isIsa, confidence, source }, provenance: origin, at },
      });
    }
  }
}

/** Where a fact came from whose testimonies are gone: its source, and when it was last said. */
function bare({ source, lastConfirmed: at }: EdgeRow): Provenance {
  return { source, client: null, conversation: null, role: null, segment: null, sentence: null, at };
}

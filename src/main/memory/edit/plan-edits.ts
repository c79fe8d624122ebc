// Plans what an operator does to the graph by hand, edit after edit over one draft: each sees what those before it did. A table of
// plans, one for each kind. Writes nothing. Called by graph-edits.ts, for the deed and for its preview alike. Source: console, Concepts.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { ActionKind } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { ALIAS_DIMENSION, type Provenance } from '../../../shared/model/graph.ts';
import type { GraphEdit, GraphEditKind } from '../../../shared/model/memory/graph-edit.ts';
import { checkFact } from '../../graph/columns/collision.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Draft } from '../decide/draft.ts';
import type { Planning } from '../decide/planning.ts';
import { type Carrying, carryClaims, settleOpened } from './carry-claims.ts';
import { EDGES_PER_SLICE, edgesIn, edgesNaming } from './find-edges.ts';
import { aliasIn, canonicalName, isNamed, meantBy, meantOrNew, namedBy, requireMeant } from './names.ts';
import { factName, leadsBack, pathOf, refuseSecretQuestion, refuseUnlessFree } from './refusals.ts';
import { planSplit } from './split-dimension.ts';
import { type Substituted, substitute } from './substitute.ts';

/** Whose edits they are, and of which project. */
export interface EditBy {
  readonly project: string;
  readonly actor: string;
}

/** An edit of the list that cannot be; `at` counts from 0. */
export class EditRefused extends AppError {
  readonly at: number;

  constructor(at: number, why: AppError) {
    super(why.code, why.message, { ...why.details, at }, why.retryable);
    this.at = at;
  }
}

/** @returns a line for each edit @throws EditRefused naming the first that cannot be; the draft is of no use then */
export async function planEdits(
  planning: Planning,
  edits: readonly GraphEdit[],
  by: EditBy,
): Promise<string[]> {
  const summaries: string[] = [];
  for (const [at, edit] of edits.entries()) {
    try {
      const plan = PLANS[edit.edit] as PlanEdit<GraphEditKind>;
      summaries.push(await plan(planning, edit, by));
    } catch (error) {
      throw error instanceof AppError && error.code !== 'INTERNAL' ? new EditRefused(at, error) : error;
    }
  }
  settleOpened(planning.draft);
  return summaries;
}

/** What an action of these edits is called. */
export function actionKindOf(edits: readonly GraphEdit[]): ActionKind {
  const [only] = edits;
  return only && edits.length === 1 ? KINDS[only.edit] : 'edit';
}

const KINDS: Readonly<Record<GraphEditKind, ActionKind>> = {
  ...{ add: 'tell', move: 'move', retire: 'retire', rename: 'rename', merge: 'merge' },
  ...{ dimension: 'dimension', split: 'split', end_dimension: 'dimension' },
};

type PlanEdit<K extends GraphEditKind> = (
  planning: Planning,
  edit: Extract<GraphEdit, { edit: K }>,
  by: EditBy,
) => Promise<string>;

const PLANS: { readonly [K in GraphEditKind]: PlanEdit<K> } = {
  async add(planning, { concept: name, parent: under, dimension, isIsa }, { project, actor }) {
    const { draft, now } = planning;
    const concept = await meantOrNew(planning, project, name);
    const parent = await meantOrNew(planning, project, under);
    const dim = await meantOrNew(planning, project, dimension);
    const fact = { project, concept, parent, dim, isIsa };
    const check = checkFact(draft, project, fact);
    if (check.kind !== 'confirmed') refuseUnlessFree(draft, fact, check);
    const provenance: Provenance = {
      ...{ source: 'operator', client: actor, conversation: null, role: null, segment: null },
      ...{ sentence: null, at: now },
    };
    draft.enter({ ...fact, confidence: 1, provenance });
    return `${factName(draft, fact)} ${check.kind === 'confirmed' ? 'confirmed' : 'added'}`;
  },

  async move(planning, { edges: ids, dimension, parent }, { project }) {
    const { draft } = planning;
    if (dimension === undefined && parent === undefined)
      throw new AppError('INVALID_INPUT', 'Say where to: a dimension, a parent, or both.');
    const dim = dimension === undefined ? undefined : await meantOrNew(planning, project, dimension);
    const under = parent === undefined ? undefined : await meantOrNew(planning, project, parent);
    let moved = 0;
    let last = 0;
    for (const edge of await requireFacts(draft, project, ids)) {
      const to = { parent: under ?? edge.parent, dim: dim ?? edge.dim };
      if (to.parent === edge.parent && to.dim === edge.dim) continue;
      const fact = { project, concept: edge.concept, ...to, isIsa: edge.isIsa };
      if (to.dim !== edge.dim) refuseUnlessFree(draft, fact, checkFact(draft, project, fact));
      else if (draft.wouldCycle(project, edge.concept, to.parent, to.dim)) throw leadsBack(draft, fact);
      draft.move(edge, to);
      moved++;
      last = edge.concept;
    }
    const where = [
      ...(dim === undefined ? [] : [`to [${draft.tokenOf(dim)}]`]),
      ...(under === undefined ? [] : [`under ${draft.tokenOf(under)}`]),
    ].join(' ');
    if (moved === 0)
      throw new AppError('NOT_ALLOWED', `All of it is there already. Move it elsewhere than ${where}.`);
    return `${moved === 1 ? draft.tokenOf(last) : facts(moved)} moved ${where}`;
  },

  async retire({ draft }, { edges: ids }, { project }) {
    const edges = await requireFacts(draft, project, ids);
    for (const edge of edges) draft.retire(edge);
    const [only] = edges;
    return only && edges.length === 1 ? `${factName(draft, only)} ended` : `${facts(edges.length)} ended`;
  },

  async rename(planning, { name, to }, { project, actor }) {
    const { draft } = planning;
    const from = requireMeant(draft, project, name);
    const token = canonicalName(to);
    if (draft.tokenOf(from) === token)
      throw new AppError('NOT_ALLOWED', `It is called ${token} already. Choose another name.`);
    await refuseTaken(draft, project, from, token);
    const [into = 0] = await planning.idsOf([token]);
    const done = await substitute(planning, { project, from, into, actor });
    return `${draft.tokenOf(from)} renamed ${token}${inFacts(done)}`;
  },

  async merge(planning, { names, into: target }, { project, actor }) {
    const { draft } = planning;
    const into = await meantOrNew(planning, project, target);
    const from = [...new Set(names.map((name) => requireMeant(draft, project, name)))].filter(
      (id) => id !== into,
    );
    if (from.length === 0)
      throw new AppError(
        'NOT_ALLOWED',
        `${draft.tokenOf(into)} is all of these already. Name something else to merge.`,
      );
    const isKnown = isNamed(draft, project, into);
    const done: Substituted[] = [];
    for (const id of from) {
      if (isKnown && draft.hasRoot(project, id) !== draft.hasRoot(project, into))
        throw oneIsDimension(draft, project, id, into);
      done.push(await substitute(planning, { project, from: id, into, actor }));
    }
    const sum = (of: keyof Substituted) => done.reduce((all, one) => all + one[of], 0);
    const all = { facts: sum('facts'), conflicts: sum('conflicts'), ended: sum('ended') };
    return `${from.map((id) => draft.tokenOf(id)).join(', ')} merged into ${draft.tokenOf(into)}${inFacts(all)}`;
  },

  async dimension(planning, { name, question, isIsa }, { project }) {
    const { draft } = planning;
    refuseSecretQuestion(question);
    const known = meantBy(draft, project, name);
    const dim = known ?? (await meantOrNew(planning, project, name));
    const token = draft.tokenOf(dim);
    const isThere = draft.hasRoot(project, dim);
    const asked = draft.ownQuestion(project, dim);
    if (isThere && asked === question)
      throw new AppError(
        'NOT_ALLOWED',
        `[${token}] is there already, with that question. Give it another one.`,
      );
    if (!isThere) draft.makeRoot(project, dim, isIsa);
    draft.ask(project, dim, question);
    const asks = question === null ? 'without a question of its own' : `asking "${question}"`;
    return `[${token}] ${isThere ? 'changed,' : 'made,'} ${asks}`;
  },

  split: (planning, edit, by) => planSplit(planning, by.project, edit, by),

  async end_dimension(planning, { dimension }, { project, actor }) {
    const { draft } = planning;
    const dim = requireMeant(draft, project, dimension);
    const token = draft.tokenOf(dim);
    const root = draft.edgeAt(project, dim, dim);
    const edges = await edgesIn(draft, project, dim);
    if (!root && edges.length === 0) throw new AppError('NOT_FOUND', `There is no dimension [${token}].`);
    if (token === ALIAS_DIMENSION && edges.length > 0) {
      const message = `[${token}] is where other names are kept; end those you do not want one by one.`;
      throw new AppError('NOT_ALLOWED', message);
    }
    for (const [i, edge] of edges.entries()) {
      if (i % EDGES_PER_SLICE === 0) await yieldLoop();
      draft.retire(edge);
    }
    const carrying: Carrying = (claim) => (claim.dim === dim ? null : undefined);
    const why = `[${token}] was ended.`;
    await carryClaims(planning, { project, concept: dim }, carrying, { actor, why });
    draft.ask(project, dim, null);
    if (root) draft.retire(root);
    return `[${token}] ended with ${facts(edges.length)}`;
  },
};

const facts = (count: number): string => (count === 1 ? '1 fact' : `${count} facts`);

function inFacts({ facts: count, conflicts, ended }: Substituted): string {
  const parts = [
    `${facts(count)}`,
    ...(conflicts > 0 ? [conflicts === 1 ? '1 conflict' : `${conflicts} conflicts`] : []),
    ...(ended > 0 ? [`${ended} ended`] : []),
  ];
  return ` (${parts.join(', ')})`;
}

/** @throws AppError NOT_FOUND */
async function requireFacts(draft: Draft, project: string, ids: readonly number[]): Promise<EdgeRow[]> {
  const edges: EdgeRow[] = [];
  for (const [i, edgeId] of [...new Set(ids)].entries()) {
    if (i % EDGES_PER_SLICE === 0) await yieldLoop();
    const edge = draft.edgeById(edgeId);
    if (!edge || edge.concept === edge.dim || edge.project !== project) {
      throw new AppError('NOT_FOUND', `There is no edge ${edgeId} in the project ${project}.`, { edgeId });
    }
    edges.push(edge);
  }
  return edges;
}

/** How many facts prove that a name is taken. */
const PROOF = 5;

/** A name that something else goes by. @throws AppError NOT_ALLOWED */
async function refuseTaken(draft: Draft, project: string, from: number, token: string): Promise<void> {
  const holder = namedBy(draft, project, token);
  // Its own other spelling, or an older name of it.
  if (holder === undefined || holder === from || aliasIn(draft, project, holder) === from) return;
  const edges = await edgesNaming(draft, project, holder);
  const what = edges.length === 0 ? 'something waits in the queue about it' : facts(edges.length);
  const message = `${draft.tokenOf(holder)} is known already (${what}). Merge the two, or choose another name.`;
  throw new AppError('NOT_ALLOWED', message, { path: pathOf(draft, edges.slice(0, PROOF)) });
}

function oneIsDimension(draft: Draft, project: string, from: number, into: number): AppError {
  const [one, other] = draft.hasRoot(project, from) ? [from, into] : [into, from];
  const message = `${draft.tokenOf(one)} is a dimension and ${draft.tokenOf(other)} is not. Merge dimensions with dimensions and concepts with concepts.`;
  return new AppError('NOT_ALLOWED', message);
}

// Plans a dimension taken apart: which of its facts go to which part, by rule or by name, with the claims that the rule fits. What fits
// nothing stays. A part's place that is taken, or a cycle there, is refused with what proves it. Called by plan-edits.ts.
// Source: console, Concepts; memory D6.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Source } from '../../../shared/model/graph.ts';
import type { EdgeChoice, GraphEdit } from '../../../shared/model/memory/graph-edit.ts';
import { checkFact } from '../../graph/columns/collision.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Draft } from '../decide/draft.ts';
import type { Planning } from '../decide/planning.ts';
import { carryClaims, saidInClaims } from './carry-claims.ts';
import { EDGES_PER_SLICE, edgesIn } from './find-edges.ts';
import { canonicalName, meantBy, meantOrNew, requireMeant } from './names.ts';
import { refuseSecretQuestion, refuseUnlessFree } from './refusals.ts';

type SplitEdit = Extract<GraphEdit, { edit: 'split' }>;

/** What a rule looks at: a fact that stands, or one that is claimed. */
interface Told {
  /** Undefined for a claim. */
  readonly edgeId: number | undefined;
  readonly concept: number;
  readonly parent: number;
  readonly isIsa: boolean;
  readonly source: Source;
}

interface Part {
  readonly dim: number;
  readonly takes: (told: Told) => boolean;
  count: number;
}

/** @returns one line that says what it does @throws AppError NOT_FOUND, NOT_ALLOWED */
export async function planSplit(
  planning: Planning,
  project: string,
  edit: SplitEdit,
  by: { readonly actor: string },
): Promise<string> {
  const { draft } = planning;
  for (const { question } of edit.parts) refuseSecretQuestion(question);
  const dim = requireMeant(draft, project, edit.dimension);
  const name = draft.tokenOf(dim);
  const root = draft.edgeAt(project, dim, dim);
  const edges = await edgesIn(draft, project, dim);
  if (edges.length === 0) throw new AppError('NOT_ALLOWED', `[${name}] holds no facts to take apart.`);
  const parts = await partsOf(planning, project, dim, edit, edges);
  let stay = 0;
  for (const [i, edge] of edges.entries()) {
    if (i % EDGES_PER_SLICE === 0) await yieldLoop();
    const part = partFor(parts, edge);
    if (part) moveTo(draft, edge, part);
    else stay++;
  }
  for (const [i, part] of parts.entries()) {
    draft.makeRoot(project, part.dim, root?.isIsa ?? true);
    const question = edit.parts[i]?.question ?? null;
    if (question !== null) draft.ask(project, part.dim, question);
  }
  let waiting = 0;
  let claims = 0;
  await carryClaims(
    planning,
    { project, concept: dim },
    ({ concept, dim: at, incoming }) => {
      if (at !== dim) return undefined;
      const { parent, isIsa, source } = incoming;
      const part = partFor(parts, { edgeId: undefined, concept, parent, isIsa, source });
      if (part) claims++;
      if (part) return { concept, parent, dim: part.dim, letIn: true };
      waiting++;
      return undefined;
    },
    { actor: by.actor, why: `[${name}] was taken apart, and this belongs to a part of it.` },
  );
  if (claims === 0 && parts.every(({ count }) => count === 0)) {
    throw new AppError('NOT_ALLOWED', `None of the ${edges.length} facts in [${name}] fits a part.`);
  }
  if (stay === 0 && waiting === 0 && root) {
    draft.ask(project, dim, null);
    draft.retire(root);
  }
  const shares = parts.map((part) => `${part.count} to [${draft.tokenOf(part.dim)}]`);
  return `[${name}] split: ${shares.join(', ')}, ${stay === 0 ? 'none' : stay} left`;
}

/** The part that takes a fact: the first that it fits, unless it is that dimension itself. */
function partFor(parts: readonly Part[], told: Told): Part | undefined {
  return parts.find((part) => part.dim !== told.concept && part.takes(told));
}

function moveTo(draft: Draft, edge: EdgeRow, part: Part): void {
  const { project, concept, parent, isIsa } = edge;
  const fact = { project, concept, parent, dim: part.dim, isIsa };
  refuseUnlessFree(draft, fact, checkFact(draft, project, fact));
  draft.move(edge, { parent, dim: part.dim });
  part.count++;
}

async function partsOf(
  planning: Planning,
  project: string,
  dim: number,
  { parts }: SplitEdit,
  edges: readonly EdgeRow[],
): Promise<Part[]> {
  const { draft } = planning;
  const made: Part[] = [];
  const isUnknown = (name: string) => meantBy(draft, project, name) === undefined;
  const hasUnknown = parts.some(({ which }) => which.by === 'rule' && which.parents?.some(isUnknown));
  const claimed = hasUnknown ? await saidInClaims(planning, project, dim) : new Set<number>();
  for (const part of parts) {
    const to = await meantOrNew(planning, project, part.dimension);
    if (to === dim) {
      throw new AppError(
        'NOT_ALLOWED',
        `[${draft.tokenOf(dim)}] cannot be a part of itself: what fits no part stays there.`,
      );
    }
    if (made.some((one) => one.dim === to)) {
      throw new AppError(
        'NOT_ALLOWED',
        `[${draft.tokenOf(to)}] is named for two parts. Give each part its own.`,
      );
    }
    made.push({ dim: to, takes: chooser({ draft, project, dim, edges, claimed }, part.which), count: 0 });
  }
  return made;
}

interface Choosing {
  readonly draft: Draft;
  readonly project: string;
  readonly dim: number;
  readonly edges: readonly EdgeRow[];
  /** What is claimed in the dimension. */
  readonly claimed: ReadonlySet<number>;
}

/** Whether a choice takes a fact. @throws AppError NOT_FOUND for an edge or a name that is not there */
function chooser(
  { draft, project, dim, edges, claimed }: Choosing,
  which: EdgeChoice,
): (told: Told) => boolean {
  if (which.by === 'edges') {
    const there = new Set(edges.map(({ edgeId }) => edgeId));
    const missing = which.edges.find((id) => !there.has(id));
    if (missing !== undefined) {
      const message = `There is no edge ${missing} in [${draft.tokenOf(dim)}].`;
      throw new AppError('NOT_FOUND', message, { edgeId: missing });
    }
    const chosen = new Set(which.edges);
    return ({ edgeId }) => edgeId !== undefined && chosen.has(edgeId);
  }
  const { parents, under, flavour, sources } = which;
  if (!parents && under === undefined && !flavour && !sources) {
    throw new AppError(
      'INVALID_INPUT',
      'A rule says at least one of parents, under, flavour and sources; without, it would take everything. Rename the dimension instead.',
    );
  }
  const among = parents && new Set(parents.map((name) => parentNamed(draft, project, name, claimed)));
  const above = under === undefined ? undefined : below(requireMeant(draft, project, under), edges);
  return ({ parent, isIsa, source }) =>
    (!among || among.has(parent)) &&
    (!above || above.has(parent)) &&
    (!flavour || isIsa === (flavour === 'isa')) &&
    (!sources || sources.includes(source));
}

/** What a rule calls a parent: what a fact names, or a claim in the dimension alone. @throws AppError NOT_FOUND */
function parentNamed(draft: Draft, project: string, name: string, claimed: ReadonlySet<number>): number {
  const said = draft.conceptId(canonicalName(name));
  return said !== undefined && claimed.has(said) && meantBy(draft, project, name) === undefined
    ? said
    : requireMeant(draft, project, name);
}

/** A concept and everything below it in the dimension: what has one of them as its parent stands below the concept. */
function below(concept: number, edges: readonly EdgeRow[]): ReadonlySet<number> {
  const children = Map.groupBy(edges, ({ parent }) => parent);
  const found = new Set([concept]);
  for (const one of found) for (const edge of children.get(one) ?? []) found.add(edge.concept);
  return found;
}

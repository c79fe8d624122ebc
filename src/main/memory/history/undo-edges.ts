// Takes back what an action did to edges, part by part in reverse. Plans on the draft; refuses where the present is not
// what the action left. No testimony that came since is lost: an edge stays by it, or it goes down the write path.
// Called by plan-undo.ts.
import type * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { checkFact } from '../../graph/columns/collision.ts';
import type { EdgeRow } from '../../graph/types.ts';
import { readLatestChange } from '../../store/audit/event-reads.ts';
import { readAction, readMaker, type StoredAction, type StoredDelta } from '../../store/tables/actions.ts';
import { EdgeDelta, type EdgeRecord, edgeOfRecord } from '../decide/deltas.ts';
import type { Draft, PlacedFact } from '../decide/draft.ts';
import { knowConcepts, type Planning } from '../decide/planning.ts';
import { type Later, type LaterTestimony, readLater, type Taking } from './later-testimonies.ts';
import { FactPayload } from './payloads.ts';
import { spokenFor, takenBack } from './taken-back.ts';

export interface UndoneEdges {
  /** Edges that the action made and that stay by what was said since. */
  readonly kept: ReadonlySet<number>;
  /** What was said since of edges that cannot stay. */
  readonly homeless: readonly PlacedFact[];
  /** Edges that the action had not made and that went with it: whoever made them was taken back before. */
  readonly orphaned: readonly EdgeRow[];
}

/** Takes the parts as they are read, some hundred at a time: a hundred thousand of them at once would hold the event loop. */
export class EdgesTakenBack {
  readonly #planning: Planning;
  readonly #action: StoredAction;
  readonly #taking: Taking;
  readonly #spoken: Spoken[] = [];
  readonly #orphaned: EdgeRow[] = [];
  /** Edges that made a dimension. */
  readonly #roots: number[] = [];
  /** Where the action left something, or took it from. */
  readonly #dimensions = new Map<string, Dimension>();

  constructor(planning: Planning, action: StoredAction, taking: Taking) {
    this.#planning = planning;
    this.#action = action;
    this.#taking = taking;
  }

  /** @param parts newest first; those of other things are left @throws AppError STALE_VERSION, NOT_ALLOWED */
  async take(parts: readonly StoredDelta[]): Promise<void> {
    const { draft, reader } = this.#planning;
    const read = parts.map(readPart);
    await knowConcepts(this.#planning, read.flatMap(conceptsOf));
    const later = await readLater(reader, this.#action, this.#taking, heardBy(read));
    const undoing: Undoing = {
      draft,
      later,
      isRedo: this.#taking.back !== null,
      spoken: this.#spoken,
      orphaned: this.#orphaned,
    };
    for (const part of read) {
      this.#noteDimensions(part);
      if (makesRoot(part)) this.#roots.push(part.edgeId);
      else await refuse(this.#planning, this.#action, undoPart(undoing, part));
    }
  }

  /** What is known once all parts were taken. */
  async end(): Promise<UndoneEdges> {
    const { draft } = this.#planning;
    const undone = letStay(draft, this.#spoken);
    // Last: an edge that stays keeps its dimension.
    for (const edgeId of this.#roots) undoRoot(draft, edgeId);
    await this.#undoOrphans();
    return { ...undone, orphaned: this.#orphaned.filter(({ edgeId }) => !undone.kept.has(edgeId)) };
  }

  /**
   * A dimension that this leaves empty goes, too, if what made it was taken back before: it stayed for what was in it. One that an undo made,
   * rather than put back, was made for what that put into it.
   */
  async #undoOrphans(): Promise<void> {
    const { draft, reader } = this.#planning;
    for (const { project, dim } of this.#dimensions.values()) {
      const root = draft.edgeAt(project, dim, dim);
      if (!root || root.edgeId < 0 || draft.factsIn(project, dim) > 0) continue;
      const maker = await readMaker(reader, root.edgeId);
      if (!maker) continue;
      if (maker.kind === 'undo' || (await isTakenBack(reader, this.#taking, maker))) draft.retire(root);
    }
  }

  #noteDimensions({ edge }: ReadDelta): void {
    for (const record of [edge?.before, edge?.after]) {
      if (!record) continue;
      const { project, dimensionId: dim } = record;
      this.#dimensions.set(`${dim} ${project}`, { project, dim });
    }
  }
}

interface Dimension {
  readonly project: string;
  readonly dim: number;
}

/** A retired edge that somebody spoke for since. */
interface Spoken {
  readonly edge: EdgeRow;
  readonly testimonies: readonly LaterTestimony[];
}

interface Undoing {
  readonly draft: Draft;
  readonly later: (edgeId: number) => Later;
  /** Doing an action again ends what the action ended, whoever spoke for it in between, as it did the first time. */
  readonly isRedo: boolean;
  readonly spoken: Spoken[];
  readonly orphaned: EdgeRow[];
}

async function refuse(planning: Planning, action: StoredAction, problem: Problem | null): Promise<void> {
  if (problem) {
    const { edgeId, message, code } = problem;
    const since = await readLatestChange(planning.reader, edgeId, action.id + action.parts);
    const by = since ? ` It was changed since by ${since.actor}${since.summary}.` : '';
    throw new AppError(code, `${message}${by} Nothing was undone.`, {
      ...{ actionId: action.id, edgeId },
      ...(since ? { eventId: since.id } : {}),
    });
  }
}

interface ReadDelta {
  readonly kind: string;
  readonly edgeId: number;
  readonly edge?: EdgeDelta;
  readonly told?: z.infer<typeof FactPayload>;
}

function readPart({ kind, edgeId, payload }: StoredDelta): ReadDelta {
  const part = { kind, edgeId: edgeId ?? 0 };
  switch (kind) {
    case 'edge.changed':
      return { ...part, edge: EdgeDelta.parse(JSON.parse(payload)) };
    case 'fact.inserted':
      return { ...part, told: FactPayload.parse(JSON.parse(payload)) };
    default:
      return part;
  }
}

/** Whether an action is out of force once this is done; a redo is when the action that it did again is. */
async function isTakenBack(
  reader: Planning['reader'],
  { out, back }: Taking,
  action: StoredAction,
): Promise<boolean> {
  const undo = action.kind === 'redo' ? await readAction(reader, action.undoes ?? 0) : undefined;
  const first = action.kind === 'redo' ? await readAction(reader, undo?.undoes ?? 0) : action;
  if (!first) return true;
  return first.id !== back && (out.includes(first.id) || first.undoneBy !== null);
}

/** The newest testimony for each edge when the action was over. */
function heardBy(parts: readonly ReadDelta[]): Map<number, number> {
  return new Map(
    parts.flatMap(({ edgeId, edge }) => (edge?.heard === undefined ? [] : [[edgeId, edge.heard]])),
  );
}

/** Where the undone edge's place is free, it stays; otherwise what was said of it goes where every fact goes. */
function letStay(draft: Draft, spoken: readonly Spoken[]): Omit<UndoneEdges, 'orphaned'> {
  const kept = new Set<number>();
  const homeless: PlacedFact[] = [];
  for (const { edge, testimonies } of spoken) {
    if (checkFact(draft, edge.project, edge).kind === 'free') {
      draft.stay(edge, (row) => spokenFor(row, testimonies));
      kept.add(edge.edgeId);
    } else {
      const { project, concept, parent, dim, isIsa } = edge;
      homeless.push(
        ...testimonies.map(({ confidence, provenance }) => ({
          ...{ project, concept, parent, dim, isIsa, confidence, provenance },
        })),
      );
    }
  }
  return { kept, homeless };
}

function conceptsOf({ edge }: ReadDelta): number[] {
  return [edge?.before, edge?.after].flatMap((record) =>
    record ? [record.conceptId, record.parentId, record.dimensionId] : [],
  );
}

interface Problem {
  readonly code: 'STALE_VERSION' | 'NOT_ALLOWED';
  readonly edgeId: number;
  readonly message: string;
}

function makesRoot({ kind, edge }: ReadDelta): boolean {
  if (kind === 'dimension.created') return true;
  return edge?.after ? !edge.before && isRoot(edgeOfRecord(edge.after)) : false;
}

function undoPart(undoing: Undoing, { edgeId, edge, told }: ReadDelta): Problem | null {
  if (told) return undoTold(undoing.draft, edgeId, told);
  return edge ? undoEdge(undoing, edgeId, edge) : null;
}

function undoEdge(undoing: Undoing, edgeId: number, { before, after }: EdgeDelta): Problem | null {
  const { draft } = undoing;
  const present = draft.edgeById(edgeId);
  if (before && !after) return restore(draft, edgeId, edgeOfRecord(before));
  if (after && isRoot(edgeOfRecord(after))) return null;
  // It went with the action that had made it, which was taken back before: nothing of this one is left on it.
  if (!present && before && undoing.later(edgeId).base === null) return null;
  if (!present) return stale(draft, edgeId, after, 'is not there any more');
  if (!after || !isWhatWasLeft(present, before, after))
    return stale(draft, edgeId, after, 'is not what it was left as');
  const later = undoing.later(edgeId);
  if (!before || (later.base === null && later.testimonies.length === 0)) {
    draft.retire(present);
    if (before) undoing.orphaned.push(present);
    if (later.testimonies.length > 0 && !undoing.isRedo)
      undoing.spoken.push({ edge: present, testimonies: later.testimonies });
    return null;
  }
  const back = (row: EdgeRow) => takenBack(row, before, after, later);
  if (isAt(before, after)) {
    draft.mark(present, back);
    return null;
  }
  return moveBack(draft, present, before, back);
}

function moveBack(
  draft: Draft,
  present: EdgeRow,
  before: EdgeRecord,
  facts: (row: EdgeRow) => EdgeRow,
): Problem | null {
  const { conceptId: concept, parentId: parent, dimensionId: dim } = before;
  const inTheWay = draft.edgeAt(present.project, concept, dim);
  if (inTheWay && inTheWay.edgeId !== present.edgeId) return taken(draft, inTheWay);
  if (draft.wouldCycle(present.project, concept, parent, dim))
    return cycleProblem(draft, edgeOfRecord(before));
  draft.moveBy(present, (row) => ({ ...facts(row), concept, parent, dim }));
  return null;
}

function restore(draft: Draft, edgeId: number, row: EdgeRow): Problem | null {
  const { project, concept, parent, dim } = row;
  const inTheWay = draft.edgeAt(project, concept, dim);
  if (isRoot(row)) {
    // One that was made in the meantime gives way to the one there was.
    if (inTheWay && inTheWay.edgeId !== edgeId) draft.retire(inTheWay);
    if (
      inTheWay?.edgeId !== edgeId &&
      !draft.roots.some((root) => root.project === project && root.dim === dim)
    )
      draft.restore(row);
    return null;
  }
  if (inTheWay) return taken(draft, inTheWay);
  if (draft.edgeById(edgeId)) {
    return { code: 'STALE_VERSION', edgeId, message: `Edge ${edgeId} is in the graph again.` };
  }
  if (draft.wouldCycle(project, concept, parent, dim)) return cycleProblem(draft, row);
  draft.restore(row);
  return null;
}

/** A dimension goes with the action that made it, unless others use it by now. */
function undoRoot(draft: Draft, edgeId: number): void {
  const root = draft.edgeById(edgeId);
  if (root && draft.factsIn(root.project, root.dim) === 0) draft.retire(root);
}

/** A fact that was told within the action, as an import does. */
function undoTold(draft: Draft, edgeId: number, told: z.infer<typeof FactPayload>): Problem | null {
  const present = draft.edgeById(edgeId);
  const isTold =
    present &&
    draft.tokenOf(present.parent) === told.parent &&
    draft.tokenOf(present.dim) === told.dimension &&
    present.isIsa === told.isIsa;
  if (!isTold) return stale(draft, edgeId, told, 'is not what it was told as');
  draft.retire(present);
  return null;
}

/**
 * What the action changed is as it left it. Later testimonies change how sure an edge is, not what it says; what the action did not
 * change is others' to change.
 */
function isWhatWasLeft(present: EdgeRow, before: EdgeRecord | null, left: EdgeRecord): boolean {
  const isThere =
    present.concept === left.conceptId &&
    present.parent === left.parentId &&
    present.dim === left.dimensionId;
  return (
    (isThere || (before !== null && isAt(before, left))) &&
    (present.isIsa === left.isIsa || before?.isIsa === left.isIsa) &&
    (present.doNotUse === left.doNotUse || before?.doNotUse === left.doNotUse)
  );
}

function isAt(a: EdgeRecord, b: EdgeRecord): boolean {
  return a.conceptId === b.conceptId && a.parentId === b.parentId && a.dimensionId === b.dimensionId;
}

function isRoot(row: EdgeRow): boolean {
  return row.concept === row.dim;
}

type Named = { readonly concept: string; readonly parent: string; readonly dimension: string };

function stale(_draft: Draft, edgeId: number, was: Named | null, how: string): Problem {
  const name = was ? `${was.concept}: [${was.dimension}] ${was.parent}` : `Edge ${edgeId}`;
  return { code: 'STALE_VERSION', edgeId, message: `${name} ${how}.` };
}

function taken(draft: Draft, inTheWay: EdgeRow): Problem {
  const message = `${nameOf(draft, inTheWay)} stands in the way (edge ${inTheWay.edgeId}).`;
  return { code: 'NOT_ALLOWED', edgeId: inTheWay.edgeId, message };
}

function cycleProblem(draft: Draft, row: EdgeRow): Problem {
  const [first] = draft.cycle(row, row.parent);
  const by = first ? ` by ${nameOf(draft, first)} (edge ${first.edgeId})` : '';
  const message = `${nameOf(draft, row)} would lead back to itself${by}.`;
  return { code: 'NOT_ALLOWED', edgeId: first?.edgeId ?? row.edgeId, message };
}

function nameOf(draft: Draft, edge: EdgeRow): string {
  return `${draft.tokenOf(edge.concept)}: [${draft.tokenOf(edge.dim)}] ${draft.tokenOf(edge.parent)}`;
}

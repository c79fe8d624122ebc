// An overlay with the steps that lead to it: what an action would do, and how the graph would be then.
// Answers what checks and renderings ask. Writes nothing; write-action.ts does, in the order of the steps.
// Source: memory D6, D11.
import { type Provenance, SEED_DIMENSIONS } from '../../../shared/model/graph.ts';
import { checkFact, type FactIds } from '../../graph/columns/collision.ts';
import { PendingMarks } from '../../graph/columns/pending-marks.ts';
import type { RenderedGraph } from '../../graph/recollect/recollection-line.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { NewConflict } from '../../store/tables/conflict-queue.ts';
import type { ClaimState, ConflictState } from '../../store/tables/conflict-updates.ts';
import type { StoredConflict } from '../../store/tables/conflicts.ts';
import type { Testimony } from '../../store/tables/edge-testimonies.ts';
import { type Assent, assentTo, confirmedEdge, toldBy } from '../write/confirmation.ts';
import { type EdgePlace, Overlay } from '../write/overlay.ts';
import { conflictPriority, type PlannedRoot } from '../write/plan-facts.ts';

export type EdgeStep =
  | { readonly action: 'insert'; readonly row: EdgeRow; readonly testimonies: readonly Testimony[] }
  | {
      readonly action: 'confirm' | 'move' | 'mark';
      /** As the graph has it; the table's row is what is changed. */
      readonly edge: EdgeRow;
      readonly change: (row: EdgeRow) => EdgeRow;
      readonly testimonies: readonly Testimony[];
      /** Those that leave no testimony behind. */
      readonly assents: readonly Assent[];
    }
  | { readonly action: 'retire'; readonly edge: EdgeRow }
  | { readonly action: 'restore'; readonly row: EdgeRow };

export type OpenStep = Extract<ConflictStep, { action: 'open' }>;

export type ConflictAction = 'decide' | 'came_true' | 'rebase' | 'reopen' | 'withdraw' | 'redo';

export type ConflictStep =
  | {
      readonly action: 'open';
      readonly conflict: NewConflict;
      /** Whether it waited elsewhere before; another step ends that one. */
      readonly isCarried: boolean;
    }
  | {
      readonly action: 'count';
      readonly row: StoredConflict;
      readonly counted: { readonly before: ClaimState; readonly after: ClaimState };
    }
  | { readonly action: ConflictAction; readonly row: StoredConflict; readonly after: ConflictState };

/** What a dimension asks from now on; null where nobody said so. */
export interface QuestionStep {
  readonly project: string;
  readonly dim: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** A fact in database ids, and who told it. */
export interface PlacedFact extends FactIds {
  readonly project: string;
  readonly confidence: number;
  readonly provenance: Provenance;
}

export type Entered =
  | { readonly status: 'inserted' | 'confirmed'; readonly edge: EdgeRow }
  | { readonly status: 'conflict'; readonly conflict: NewConflict }
  | { readonly status: 'refused'; readonly code: 'SELF_FACT' | 'ROOT_FACT' };

export class Draft extends Overlay implements RenderedGraph {
  readonly roots: PlannedRoot[] = [];
  readonly edges: EdgeStep[] = [];
  readonly questions: QuestionStep[] = [];
  readonly #byId = new Map<number, EdgeRow | null>();
  readonly #changed = new Places();
  /** How many more wait at a place than in the graph, or fewer. */
  readonly #pending = new PendingMarks();
  #conflicts: ConflictStep[] = [];

  get conflicts(): readonly ConflictStep[] {
    return this.#conflicts;
  }

  // --- what it would look like

  edgeById(edgeId: number): EdgeRow | undefined {
    const planned = this.#byId.get(edgeId);
    return planned === undefined ? this.graph.edgeById(edgeId) : (planned ?? undefined);
  }

  /** Facts about the concept, roots left out; what the draft put first. */
  edgesOf(project: string, concept: number): EdgeRow[] {
    const edges = [...this.placedOf(project, concept)];
    for (const edge of this.graph.edgesOf(project, concept)) if (!this.covers(edge)) edges.push(edge);
    return edges;
  }

  isPending(project: string, concept: number, dim: number): boolean {
    return this.graph.pendingAt(project, concept, dim) + this.#pending.count(project, concept, dim) > 0;
  }

  pendingDims(project: string, concept: number): number[] {
    const held = this.graph.pendingDims(project, concept);
    if (!this.#pending.has(concept)) return held;
    const dims = new Set([...held, ...this.#pending.dims(project, concept)]);
    return [...dims].filter((dim) => this.isPending(project, concept, dim));
  }

  /** Places whose edge is another one than before. */
  changedPlaces(): Iterable<EdgePlace> {
    return this.#changed;
  }

  // --- steps

  /** Sends a fact down the write path: inserted where it is free, confirmed, or put into the queue. */
  enter(fact: PlacedFact, assent?: Assent): Entered {
    const { project, concept, parent, dim, isIsa, confidence, provenance } = fact;
    const check = checkFact(this, project, fact);
    switch (check.kind) {
      case 'refused':
        return { status: 'refused', code: check.code };
      case 'free': {
        this.#needRoot(fact);
        const told: EdgeRow = {
          edgeId: -1 - this.edges.length,
          ...{ project, concept, parent, dim, isIsa, doNotUse: false },
          ...toldBy(assentTo(provenance, confidence)),
        };
        const row = assent ? confirmedEdge(told, assent) : told;
        this.edges.push({ action: 'insert', row, testimonies: [{ provenance, confidence }] });
        this.#place(row, row);
        return { status: 'inserted', edge: row };
      }
      case 'confirmed': {
        const said = assentTo(provenance, confidence);
        this.confirm(check.edge, assent ? [said, assent] : [said], [{ provenance, confidence }]);
        return { status: 'confirmed', edge: this.edgeAt(project, concept, dim) ?? check.edge };
      }
      case 'collision': {
        const conflict: NewConflict = {
          ...{ project, concept, dim, type: check.type, existing: check.existing },
          incoming: { parent, isIsa, confidence, source: provenance.source },
          ...{ priority: conflictPriority(provenance.source), provenance, at: provenance.at },
          correction: null,
        };
        this.open(conflict);
        return { status: 'conflict', conflict };
      }
    }
  }

  /** Puts a claim into the queue. */
  open(conflict: NewConflict, isCarried = false): void {
    this.#conflicts.push({ action: 'open', conflict, isCarried });
    this.#count(conflict, 1);
  }

  /** Takes back what `open` did within this draft: many at once, as each look goes over all of them. */
  unopen(steps: ReadonlySet<OpenStep>): void {
    if (steps.size === 0) return;
    this.#conflicts = this.#conflicts.filter((step) => {
      const isGone = step.action === 'open' && steps.has(step);
      if (isGone) this.#count(step.conflict, -1);
      return !isGone;
    });
  }

  /** @param testimonies of the first assents; the others leave none behind */
  confirm(edge: EdgeRow, assents: readonly Assent[], testimonies: readonly Testimony[]): void {
    const change = (row: EdgeRow) => assents.reduce(confirmedEdge, row);
    const rest = assents.slice(testimonies.length);
    this.edges.push({ action: 'confirm', edge, change, testimonies, assents: rest });
    this.#place(edge, change(edge), false);
  }

  /** @param to where it goes; the caller has checked that it may */
  move(edge: EdgeRow, to: { readonly parent: number; readonly dim: number }, assent?: Assent): void {
    const { parent, dim } = to;
    const change = (row: EdgeRow) => {
      const moved = { ...row, parent, dim };
      return assent ? confirmedEdge(moved, assent) : moved;
    };
    this.moveBy(edge, change, assent ? [assent] : []);
  }

  /** Moves an edge to wherever `change` says. */
  moveBy(
    edge: EdgeRow,
    change: (row: EdgeRow) => EdgeRow,
    assents: readonly Assent[] = [],
    testimonies: readonly Testimony[] = [],
  ): void {
    const row = change(edge);
    this.#needRoot(row);
    this.edges.push({ action: 'move', edge, change, testimonies, assents });
    this.#place(edge, null);
    this.#place(row, row);
    this.#byId.set(edge.edgeId, row);
  }

  /** Changes what is said of an edge, not where it stands. */
  mark(edge: EdgeRow, change: (row: EdgeRow) => EdgeRow): void {
    this.#mark(this.edges.length, edge, change);
  }

  /** Marks an edge that was to be retired instead; nothing else has taken its place. */
  stay(edge: EdgeRow, change: (row: EdgeRow) => EdgeRow): void {
    const at = this.edges.findLastIndex(
      (step) => step.action === 'retire' && step.edge.edgeId === edge.edgeId,
    );
    this.#mark(at, edge, change);
  }

  #mark(step: number, edge: EdgeRow, change: (row: EdgeRow) => EdgeRow): void {
    this.edges[step] = { action: 'mark', edge, change, testimonies: [], assents: [] };
    const row = change(edge);
    this.#place(edge, row, false);
    this.#byId.set(edge.edgeId, row);
  }

  retire(edge: EdgeRow): void {
    this.edges.push({ action: 'retire', edge });
    this.#place(edge, null);
    this.#byId.set(edge.edgeId, null);
  }

  restore(row: EdgeRow): void {
    if (row.concept !== row.dim) this.#needRoot(row);
    this.edges.push({ action: 'restore', row });
    this.#place(row, row);
    this.#byId.set(row.edgeId, row);
  }

  /** Changes a conflict in the queue. */
  setConflict(action: ConflictAction, row: StoredConflict, after: ConflictState): void {
    this.#conflicts.push({ action, row, after });
    const place = { project: row.project, concept: row.concept.id, dim: row.dimension.id };
    this.#count(place, Number(isOpen(after.status)) - Number(isOpen(row.status)));
  }

  /** Changes who made a claim in the queue; it waits as before. */
  setClaim(row: StoredConflict, before: ClaimState, after: ClaimState): void {
    this.#conflicts.push({ action: 'count', row, counted: { before, after } });
  }

  /** What an operator has the dimension ask, as it would be. */
  ownQuestion(project: string, dim: number): string | null {
    const asked = this.questions.findLast((step) => step.project === project && step.dim === dim);
    return asked ? asked.after : this.graph.questions.of(project, dim);
  }

  /** Has a dimension ask something; null takes an operator's question away. */
  ask(project: string, dim: number, question: string | null): void {
    const before = this.ownQuestion(project, dim);
    if (before !== question) this.questions.push({ project, dim, before, after: question });
  }

  /** Makes a dimension that nothing is in yet. */
  makeRoot(project: string, dim: number, isIsa: boolean): void {
    this.#needRoot({ project, concept: dim, dim, isIsa }, isIsa);
  }

  hasRoot(project: string, dim: number): boolean {
    const isPlanned = this.roots.some((root) => root.project === project && root.dim === dim);
    return isPlanned || this.holds(project, dim, dim);
  }

  /** A dimension gets its root when it is first used in a project; one that was to go stays then. */
  #needRoot(place: EdgePlace & { readonly isIsa: boolean }, flavour?: boolean): void {
    const { project, dim, isIsa } = place;
    if (this.hasRoot(project, dim)) return;
    const gone = this.graph.edgeAt(project, dim, dim);
    if (gone) {
      this.restore(gone);
      return;
    }
    const token = this.tokenOf(dim);
    const seed = SEED_DIMENSIONS.find((dimension) => dimension.token === token);
    this.roots.push({ project, dim, token, isIsa: flavour ?? seed?.isIsa ?? isIsa });
  }

  #place(place: EdgePlace, edge: EdgeRow | null, isAnother = true): void {
    const { project, concept, dim } = place;
    if (edge) this.put(edge);
    else this.take(place);
    if (isAnother) this.#changed.add(project, concept, dim);
  }

  #count({ project, concept, dim }: EdgePlace, by: number): void {
    this.#pending.set(project, concept, dim, this.#pending.count(project, concept, dim) + by);
  }
}

/** Places, each once: by project and dimension, then in the order they came. */
class Places {
  readonly #concepts = new Map<string, Map<number, Set<number>>>();

  add(project: string, concept: number, dim: number): void {
    const known = this.#concepts.get(project)?.get(dim);
    if (known) {
      known.add(concept);
      return;
    }
    const dims = this.#concepts.get(project) ?? new Map<number, Set<number>>();
    this.#concepts.set(project, dims.set(dim, new Set([concept])));
  }

  *[Symbol.iterator](): Iterator<EdgePlace> {
    for (const [project, dims] of this.#concepts)
      for (const [dim, concepts] of dims) for (const concept of concepts) yield { project, concept, dim };
  }
}

export function placeKey({ project, concept, dim }: EdgePlace): string {
  return `${concept} ${dim} ${project}`;
}

export function isOpen(status: ConflictState['status']): boolean {
  return status === 'pending' || status === 'needs_human';
}

/** How many changes it comes to; an action has as many parts. */
export function partsOf({ roots, edges, conflicts, questions }: Draft): number {
  return roots.length + edges.length + conflicts.length + questions.length;
}

/** Whether the draft would do nothing. */
export const isEmpty = (draft: Draft): boolean => partsOf(draft) === 0;

/** Actions of more parts stay: taking back is one transaction. */
export const MOST_TAKEN_BACK = 300_000;

// Decides what becomes of facts, in order, without writing anything: each is checked against the graph as it would
// be after the ones before it. Pure but for yielding to the event loop. The database checks everything again.
// Called by record-facts.ts within its transaction. Source: memory, Writing, Conflicts.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import {
  type CollisionType,
  type Fact,
  type Provenance,
  SEED_DIMENSIONS,
  type Source,
} from '../../../shared/model/graph.ts';
import { checkFact } from '../../graph/columns/collision.ts';
import { refinement } from '../../graph/columns/refinement.ts';
import type { CueChange, EdgeRow } from '../../graph/types.ts';
import { assentTo, beatsGuess, confirmedEdge, mayOverrule, toldBy } from './confirmation.ts';
import type { Overlay } from './overlay.ts';

/** Edges walked, and facts checked, before others get their turn: about a millisecond. */
const STEPS_PER_SLICE = 25_000;
/** What a fact costs beside the edges it walks. */
const STEPS_PER_FACT = 100;

/** A fact somebody tells, and where it came from. The end it has, if it has one, is the fact's. */
export interface SaidFact {
  readonly project: string;
  readonly fact: Fact;
  readonly provenance: Provenance;
  /** What a person says has changed; left out of a plain statement. */
  readonly change?: CueChange | undefined;
}

/** A claim in database ids. */
export interface PlacedClaim extends SaidFact {
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
}

/** An edge the plan adds or confirms. `row` is how it will be; a new edge has a negative id until it is inserted. */
export interface PlannedEdge {
  readonly before: EdgeRow | undefined;
  row: EdgeRow;
  readonly claims: PlacedClaim[];
}

export interface PlannedConflict {
  readonly claim: PlacedClaim;
  readonly type: CollisionType;
  readonly existing: EdgeRow | undefined;
}

export type Verdict =
  | { readonly status: 'inserted' | 'confirmed'; readonly edge: PlannedEdge }
  | { readonly status: 'conflict'; readonly conflict: PlannedConflict }
  | { readonly status: 'refused'; readonly code: 'SELF_FACT' | 'ROOT_FACT' };

export interface PlannedRoot {
  readonly project: string;
  readonly dim: number;
  readonly token: string;
  readonly isIsa: boolean;
}

export interface FactPlan {
  /** One for each claim, in order; fewer where the plan stopped at one that changes what is known. */
  readonly verdicts: Verdict[];
  readonly roots: PlannedRoot[];
  readonly inserted: PlannedEdge[];
  readonly confirmed: PlannedEdge[];
  readonly conflicts: PlannedConflict[];
}

class FactPlanner {
  readonly plan: FactPlan = { verdicts: [], roots: [], inserted: [], confirmed: [], conflicts: [] };
  readonly #overlay: Overlay;
  /** What is planned for an edge of the overlay. */
  readonly #planned = new Map<EdgeRow, PlannedEdge>();
  readonly #roots = new Set<string>();

  constructor(overlay: Overlay) {
    this.#overlay = overlay;
  }

  /** How much was done so far, in steps. */
  get effort(): number {
    return this.#overlay.steps + STEPS_PER_FACT * this.plan.verdicts.length;
  }

  add(claim: PlacedClaim): void {
    this.plan.verdicts.push(this.#verdict(claim));
  }

  #verdict(claim: PlacedClaim): Verdict {
    const { project, concept, parent, dim, fact } = claim;
    const check = checkFact(this.#overlay, project, { concept, parent, dim, isIsa: fact.isIsa });
    switch (check.kind) {
      case 'refused':
        return { status: 'refused', code: check.code };
      case 'free':
        return { status: 'inserted', edge: this.#insert(claim) };
      case 'confirmed':
        return { status: 'confirmed', edge: this.#confirm(claim, check.edge) };
      case 'collision': {
        const { existing } = check;
        if (existing && this.#agrees(claim, existing))
          return {
            status: 'confirmed',
            edge: this.#confirm(this.#asKnown(claim, existing), existing),
          };
        const conflict = { claim, type: check.type, existing: check.existing };
        this.plan.conflicts.push(conflict);
        return { status: 'conflict', conflict };
      }
    }
  }

  /** Whether the claim changes what is known, rather than adding to it: such a one is an action of its own. */
  changes({ project, concept, parent, dim, fact, provenance, change }: PlacedClaim): boolean {
    const existing = this.#overlay.edgeAt(project, concept, dim);
    if (!existing || (existing.parent === parent && existing.isIsa === fact.isIsa)) return false;
    if (change) return true;
    switch (this.#refinement({ fact, provenance }, existing)) {
      case 'more':
        return mayOverrule(provenance.source, existing.source);
      case 'less':
        return false;
      default:
        return beatsGuess(provenance, existing);
    }
  }

  /** A kind with fewer words than the known one contradicts nothing; one with more neither, where it may change nothing. */
  #agrees(claim: PlacedClaim, existing: EdgeRow): boolean {
    const how = this.#refinement(claim, existing);
    return how === 'less' || (how === 'more' && !mayOverrule(claim.provenance.source, existing.source));
  }

  /** How a kind that was read out of prose stands to the known one (memory D19); null where one is no refinement of the other. */
  #refinement({ fact, provenance }: Pick<SaidFact, 'fact' | 'provenance'>, existing: EdgeRow) {
    if (provenance.source !== 'inferred' || !fact.isIsa || !existing.isIsa) return null;
    return refinement(fact.parent, this.#overlay.tokenOf(existing.parent));
  }

  #insert(claim: PlacedClaim): PlannedEdge {
    this.#needRoot(claim);
    const { project, concept, parent, dim, fact, provenance } = claim;
    const row: EdgeRow = {
      edgeId: -1 - this.plan.inserted.length,
      ...{ project, concept, parent, dim, isIsa: fact.isIsa, doNotUse: false },
      ...toldBy(assentTo(provenance, fact.confidence)),
    };
    const edge: PlannedEdge = { before: undefined, row, claims: [claim] };
    this.plan.inserted.push(edge);
    this.#put(edge);
    return edge;
  }

  #confirm(claim: PlacedClaim, held: EdgeRow): PlannedEdge {
    const { fact, provenance } = claim;
    let edge = this.#planned.get(held);
    if (!edge) {
      edge = { before: held, row: held, claims: [] };
      this.plan.confirmed.push(edge);
    }
    edge.row = confirmedEdge(edge.row, assentTo(provenance, fact.confidence));
    edge.claims.push(claim);
    this.#put(edge);
    return edge;
  }

  #put(edge: PlannedEdge): void {
    this.#planned.set(edge.row, edge);
    this.#overlay.put(edge.row);
  }

  /** The claim in the words of the known fact that it agrees with. */
  #asKnown(claim: PlacedClaim, { parent }: EdgeRow): PlacedClaim {
    return { ...claim, parent, fact: { ...claim.fact, parent: this.#overlay.tokenOf(parent) } };
  }

  /** A dimension gets its root when it is first used in a project. */
  #needRoot(claim: PlacedClaim): void {
    const { project, dim, fact } = claim;
    const key = `${dim} ${project}`;
    if (this.#roots.has(key) || this.#overlay.edgeAt(project, dim, dim)) return;
    this.#roots.add(key);
    const seed = SEED_DIMENSIONS.find((dimension) => dimension.token === fact.dimension);
    this.plan.roots.push({ project, dim, token: fact.dimension, isIsa: seed?.isIsa ?? fact.isIsa });
  }
}

/**
 * Plans claims in order; what one claim would change is seen by those after it.
 * @param stops whether to stop before a claim that changes what is known (memory D21); otherwise it collides
 */
export async function planFacts(
  overlay: Overlay,
  claims: readonly PlacedClaim[],
  stops = false,
): Promise<FactPlan> {
  const planner = new FactPlanner(overlay);
  for (let i = 0, until = STEPS_PER_SLICE; i < claims.length; i++) {
    if (planner.effort >= until) {
      await yieldLoop();
      until = planner.effort + STEPS_PER_SLICE;
    }
    const claim = claims[i] as PlacedClaim;
    if (stops && planner.changes(claim)) break;
    planner.add(claim);
  }
  return planner.plan;
}

/** People and agents who say a thing outright are heard before what was read out of prose. */
export function conflictPriority(source: Source): number {
  if (source === 'operator' || source === 'gutask') return 1;
  return source === 'cloud_llm' ? -1 : 0;
}

// What the console asks of the memory: concepts, edges with their provenance, dimensions, conflicts with both claims.
// Reads only; answers in the nouns of shared/model. The graph answers what it can, the store the rest.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type {
  Claim,
  ConceptSummary,
  Conflict,
  Dimension,
  Edge,
  EdgeMark,
  Provenance,
} from '../../../shared/model/graph.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { saliency } from '../../graph/recollect/saliency.ts';
import type { ConceptRow, EdgeRow } from '../../graph/types.ts';
import { readRecentEdgeIds } from '../../store/audit/events.ts';
import type { Store } from '../../store/store.ts';
import { readActions } from '../../store/tables/actions.ts';
import {
  type ConflictFilter,
  listConflicts,
  readConflict,
  readEarlier,
  readOpenIds,
  type StoredConflict,
} from '../../store/tables/conflicts.ts';
import { type Differences, readDifferences, type Span } from '../../store/tables/edge-history.ts';
import { readProvenance, readValidFrom } from '../../store/tables/edges.ts';
import { actionState } from '../decide/actions.ts';
import { parseResolution, type Resolution } from '../decide/deltas.ts';
import { claimLine } from './claim-line.ts';
import { type Change, changesOf } from './differences.ts';
import type { GraphCache } from './graph-cache.ts';

/** Events looked through for concepts that changed lately. */
const RECENT_EVENTS = 500;

export interface ReadParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly cache: GraphCache;
  readonly clock: Clock;
  readonly settings: () => Settings;
}

export class MemoryReads {
  readonly #parts: ReadParts;

  constructor(parts: ReadParts) {
    this.#parts = parts;
  }

  /** @param recalled how often it stood in an injected recollection; the proxy knows */
  summary(project: string, concept: ConceptRow, recalled: number): ConceptSummary {
    const { graph, cache } = this.#parts;
    return {
      id: concept.id,
      token: concept.token,
      encounterCount: concept.encounterCount,
      saliency: saliency(concept.encounterCount, concept.common),
      novelty: concept.novelty,
      common: concept.common,
      lastSeen: concept.lastSeen === 0 ? null : concept.lastSeen,
      edges: graph.edgesOf(project, concept.id).length,
      children: graph.childCount(project, concept.id),
      conflicts: cache.pendingCount(project, { concept: concept.id }),
      recalled,
    };
  }

  /** The same by id. @throws AppError NOT_FOUND */
  known(project: string, id: number, recalled: number): ConceptSummary {
    const row = this.#parts.graph.concept(id);
    if (!row) throw new AppError('NOT_FOUND', `There is no concept ${id}.`);
    return this.summary(project, row, recalled);
  }

  /** Edges as the console shows them, in the order given; those that are gone meanwhile are left out. */
  async edges(rows: readonly EdgeRow[]): Promise<Edge[]> {
    const { store } = this.#parts;
    const ids = rows.map((row) => row.edgeId);
    const provenance = await readProvenance(store.reader, ids);
    const validFrom = await readValidFrom(store.reader, ids);
    return rows.flatMap((row) => {
      const since = validFrom.get(row.edgeId);
      if (since === undefined) return [];
      return [
        {
          ...this.mark(row),
          ...{ isGuess: row.isGuess ?? false, until: row.until ?? null },
          ...{ validFrom: since, provenance: provenance.get(row.edgeId) ?? [] },
        },
      ];
    });
  }

  /** An edge as the graph alone knows it. */
  mark(row: EdgeRow): EdgeMark {
    const { graph } = this.#parts;
    const { edgeId, project, isIsa, confidence, source, lastConfirmed, doNotUse } = row;
    return {
      ...{ edgeId, project, isIsa, confidence, source, lastConfirmed, doNotUse },
      concept: graph.tokenOf(row.concept),
      parent: graph.tokenOf(row.parent),
      dimension: graph.tokenOf(row.dim),
      contested: graph.isPending(project, row.concept, row.dim),
    };
  }

  /** @throws AppError NOT_FOUND */
  async edge(edgeId: number): Promise<Edge> {
    const row = this.#parts.graph.edgeById(edgeId);
    const [edge] = row ? await this.edges([row]) : [];
    if (!edge) throw new AppError('NOT_FOUND', `There is no edge ${edgeId}.`, { edgeId });
    return edge;
  }

  /** Dimensions with a root in the project, with their facts and open conflicts. */
  dimensions(project: string): Dimension[] {
    return this.#parts.graph.dimensionIds(project).map((id) => this.dimension(project, id));
  }

  dimension(project: string, id: number): Dimension {
    const { graph, cache } = this.#parts;
    const token = graph.tokenOf(id);
    return {
      ...{ id, token },
      question: graph.questionOf(project, id),
      edges: graph.dimensionSize(project, id),
      conflicts: cache.pendingCount(project, { dim: id }),
    };
  }

  /** What a dimension says otherwise at `to` than at `from`. */
  async changes(span: Span): Promise<{ changes: Change[]; counts: Differences['counts'] }> {
    const { store, graph } = this.#parts;
    const { places, counts } = await readDifferences(store.reader, span);
    return { changes: changesOf(graph, places), counts };
  }

  /** Concepts whose facts changed last in the project, newest first. */
  async recentConcepts(project: string, limit: number): Promise<ConceptRow[]> {
    const { store, graph } = this.#parts;
    const edgeIds = await readRecentEdgeIds(store.reader, project, RECENT_EVENTS);
    const concepts = new Map<number, ConceptRow>();
    for (const edgeId of edgeIds) {
      if (concepts.size === limit) break;
      const edge = graph.edgeById(edgeId);
      const concept = edge && edge.concept !== edge.dim ? graph.concept(edge.concept) : undefined;
      if (concept) concepts.set(concept.id, concept);
    }
    return [...concepts.values()];
  }

  async conflicts(
    filter: Omit<ConflictFilter, 'now'> & { readonly limit: number; readonly offset: number },
  ): Promise<{ conflicts: Conflict[]; total: number; open: number }> {
    const { store, clock } = this.#parts;
    const { rows, total, open } = await listConflicts(store.reader, { ...filter, now: clock.now() });
    return { conflicts: await this.#conflicts(rows), total, open };
  }

  /** @throws AppError NOT_FOUND */
  async conflict(id: number): Promise<Conflict> {
    const row = await readConflict(this.#parts.store.reader, id);
    const [conflict] = row ? await this.#conflicts([row]) : [];
    if (!conflict) throw new AppError('NOT_FOUND', `There is no conflict ${id}.`, { conflictId: id });
    return conflict;
  }

  conflictIdsOf(project: string, concept: number): Promise<number[]> {
    return readOpenIds(this.#parts.store.reader, project, concept);
  }

  async #conflicts(rows: readonly StoredConflict[]): Promise<Conflict[]> {
    const { reader } = this.#parts.store;
    const held = rows.flatMap((row) => this.#existingEdge(row)?.edgeId ?? row.existing?.edgeId ?? []);
    const provenance = await readProvenance(reader, held);
    const resolutions = new Map(rows.map((row) => [row.id, parseResolution(row.resolution)]));
    const actionIds = [...resolutions.values()].flatMap((resolution) => resolution?.actionId ?? []);
    const actions = await readActions(reader, [...new Set(actionIds)]);
    const undoable = new Set(actions.filter((action) => actionState(action) === 'done').map(({ id }) => id));
    const earlier = await readEarlier(
      reader,
      rows.map((row) => row.id),
    );
    return rows.map((row) => ({
      id: row.id,
      project: row.project,
      concept: row.concept.token,
      dimension: row.dimension.token,
      collisionType: row.type,
      correction: row.correction,
      status: row.status,
      priority: row.priority,
      version: row.version,
      existing: this.#existingClaim(row, provenance),
      incoming: this.#incomingClaim(row),
      createdAt: row.createdAt,
      resolvedAt: row.resolvedAt,
      decidedBy: row.decidedBy,
      seenCount: row.seenCount,
      attempts: row.attempts,
      lastProblem: row.lastProblem,
      snoozedUntil: row.snoozedUntil,
      note: row.note,
      resolution: shownResolution(resolutions.get(row.id) ?? null, undoable),
      earlier: earlier.get(row.id) ?? [],
    }));
  }

  /** While a conflict is open, its place may change hands or be filled (memory D7); the graph knows what stands there. */
  #existingEdge(row: StoredConflict): EdgeRow | undefined {
    if (!isOpen(row)) return undefined;
    return this.#parts.graph.edgeAt(row.project, row.concept.id, row.dimension.id);
  }

  #existingClaim(row: StoredConflict, provenance: ReadonlyMap<number, Provenance[]>): Claim {
    const edge = this.#existingEdge(row);
    const then = isOpen(row) ? null : row.existing;
    const claim = edge
      ? { ...edge, parent: this.#parts.graph.tokenOf(edge.parent), edgeId: edge.edgeId }
      : then;
    return {
      parent: claim?.parent ?? null,
      isIsa: claim?.isIsa ?? null,
      confidence: claim?.confidence ?? null,
      source: claim?.source ?? null,
      provenance: claim ? (provenance.get(claim.edgeId)?.at(-1) ?? null) : null,
      line: this.#line(row, claim?.parent ?? null, isOpen(row)),
    };
  }

  #incomingClaim(row: StoredConflict): Claim {
    const { parentId: _, ...incoming } = row.incoming;
    const holds = row.correction === 'ends' ? null : incoming.parent;
    return { ...incoming, line: this.#line(row, holds, false) };
  }

  #line(row: StoredConflict, parent: string | null, contested: boolean): string | null {
    const { graph, settings, clock } = this.#parts;
    // What else is known of the concept today was perhaps never known beside it.
    if (!isOpen(row))
      return parent === null ? null : `${row.concept.token}: [${row.dimension.token}] ${parent}`;
    return claimLine(graph, row, parent, contested, settings(), clock.now());
  }
}

function shownResolution(
  resolution: Resolution | null,
  undoable: ReadonlySet<number>,
): Conflict['resolution'] {
  if (!resolution) return null;
  const { decision, reason, model, runId, actionId } = resolution;
  return { decision, reason, model, runId, actionId, undoable: undoable.has(actionId) };
}

function isOpen(row: StoredConflict): boolean {
  return row.status === 'pending' || row.status === 'needs_human';
}

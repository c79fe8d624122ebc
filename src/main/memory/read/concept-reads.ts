// What is asked about one concept: finding it, all that is known of it, what is around it, what an agent recalls of it. Looks up
// in the graph; provenance alone comes from the store. Reached as `memory.concepts`. Source: console, Concepts.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ConceptSummary } from '../../../shared/model/graph.ts';
import { type FactFilter, isOpen } from '../../../shared/model/memory/fact-filter.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { ScopedGraph } from '../../graph/columns/scoped-graph.ts';
import { type AskedAround, surroundings } from '../../graph/columns/surroundings.ts';
import { aliasOf, isKnownIn, lookUp } from '../../graph/recollect/lookup.ts';
import { recollectionOf } from '../../graph/recollect/recollection.ts';
import { canonicalToken } from '../../graph/text/tokenise.ts';
import type { EdgeRow } from '../../graph/types.ts';
import { passes } from '../../graph/views/fact-test.ts';
import type { MemoryReads } from './memory-reads.ts';

const CHILDREN_SHOWN = 50;
const CHANGES_SHOWN = 5000;
const OFFERED = 12;

/** Which concepts were recalled or told lately, and how often. */
export interface Recalls {
  count(concept: number): number;
  /** Newest first. */
  mostRecent(limit: number): number[];
  mostRecalled(limit: number): number[];
}

export interface ConceptParts {
  readonly graph: ConceptGraph;
  readonly reads: MemoryReads;
  readonly clock: Clock;
  readonly settings: () => Settings;
}

/** The concept that a name means in the project, however it is spelt. @throws AppError NOT_FOUND */
export function requireConcept(graph: ConceptGraph, project: string, token: string): number {
  const id = lookUp(graph, project, token);
  if (id === undefined) throw new AppError('NOT_FOUND', `No concept is called "${token.slice(0, 100)}".`);
  return id;
}

export interface ConceptSearch {
  readonly project: string;
  readonly query: string;
  readonly limit: number;
  /** Only what facts are about or conflicts wait for. */
  readonly known?: boolean;
}

/** Looked through for concepts that are known, best first. */
const CANDIDATES = 10_000;

export class ConceptReads {
  readonly #parts: ConceptParts;
  /** As agents see it. */
  readonly #seen: ScopedGraph;

  constructor(parts: ConceptParts) {
    this.#parts = parts;
    this.#seen = new ScopedGraph(parts.graph);
  }

  /** What a text finds, and what is offered before anything is searched. */
  async search({ project, query, limit, known }: ConceptSearch, recalls: Recalls) {
    const { graph, reads } = this.#parts;
    // A concept may have gone since it was recalled: another memory was restored.
    const summary = (id: number) => (graph.concept(id) ? [this.#summary(project, id, recalls)] : []);
    const found = (most: number) =>
      query === '' ? { rows: [], total: 0 } : this.#find(project, query, most);
    const { rows, total } = known ? this.#known(project, found(CANDIDATES).rows, limit) : found(limit);
    const changed = await reads.recentConcepts(project, OFFERED);
    const recent = new Set([...recalls.mostRecent(OFFERED), ...changed.map((concept) => concept.id)]);
    return {
      matches: rows.flatMap((row) => summary(row.id)),
      total,
      recent: [...recent]
        .slice(0, OFFERED)
        .flatMap(summary)
        .sort((a, b) => (b.lastSeen ?? 0) - (a.lastSeen ?? 0)),
      mostRecalled: recalls.mostRecalled(OFFERED).flatMap(summary),
    };
  }

  /** @throws AppError NOT_FOUND */
  async get(project: string, token: string, recalls: Recalls) {
    const { graph, reads, settings, clock } = this.#parts;
    const id = requireConcept(graph, project, token);
    return {
      concept: this.#summary(project, id, recalls),
      edges: await reads.edges(graph.edgesOf(project, id)),
      children: await reads.edges(graph.childrenOf(project, id, undefined, CHILDREN_SHOWN)),
      childrenTotal: graph.childCount(project, id),
      recollection: recollectionOf(graph, graph.tokenOf(id), settings(), clock.now(), project),
      conflictIds: await reads.conflictIdsOf(project, id),
      dimension: graph.edgeAt(project, id, id) ? reads.dimension(project, id) : null,
    };
  }

  /** What is around a concept, in all dimensions. @throws AppError NOT_FOUND */
  around(token: string, { filter, ...asked }: AskedAround & { readonly filter?: FactFilter | undefined }) {
    const { graph, reads } = this.#parts;
    const { project } = asked;
    const focus = requireConcept(graph, project, token);
    const keeps = (edge: EdgeRow) =>
      passes(filter ?? {}, { ...edge, contested: () => graph.isPending(project, edge.concept, edge.dim) });
    const narrowed = isOpen(filter) ? asked : { ...asked, keeps };
    const { concepts, edges, total, hidden } = surroundings(graph, focus, narrowed);
    return {
      focus: graph.tokenOf(focus),
      nodes: concepts.map(({ concept, hops, facts }) => ({
        ...{ token: graph.tokenOf(concept), hops, facts },
        contested: graph.pendingDims(project, concept).length > 0,
      })),
      edges: edges.map((edge) => reads.mark(edge)),
      ...{ shown: concepts.length, total, hidden },
    };
  }

  /** What a dimension says otherwise at one moment than at an earlier one. @throws AppError NOT_FOUND */
  async difference(asked: {
    readonly project: string;
    readonly dimension: string;
    readonly from: number;
    readonly to?: number | undefined;
  }) {
    const { graph, reads, clock } = this.#parts;
    const { project, from } = asked;
    const dim = requireConcept(graph, project, asked.dimension);
    const to = asked.to ?? clock.now();
    return {
      ...{ dimension: graph.tokenOf(dim), from, to },
      ...(await reads.changes({ project, dim, from, to, limit: CHANGES_SHOWN })),
    };
  }

  /** What an agent is told of a name. @param scope a project, or what a client is recalled */
  recall(scope: string, asked: string) {
    const { graph, settings, clock } = this.#parts;
    const seen = this.#seen;
    const named = lookUp(seen, scope, asked, (id) => isKnownIn(seen, scope, id));
    const id = named === undefined ? undefined : (aliasOf(seen, scope, named) ?? named);
    // A word that was only counted may be anybody's secret: it is answered as one that nobody ever said (memory D25).
    if (id === undefined || !isKnownIn(seen, scope, id)) {
      return { concept: canonicalToken(asked), known: false, recollection: null, facts: [] };
    }
    const concept = graph.tokenOf(id);
    // In the order of the line, whatever was changed and taken back in between.
    const edges = seen.edgesOf(scope, id).sort((a, b) => b.dim - a.dim);
    return {
      concept,
      known: true,
      recollection: recollectionOf(seen, concept, settings(), clock.now(), scope),
      facts: edges.map((edge) => ({
        parent: graph.tokenOf(edge.parent),
        dimension: graph.tokenOf(edge.dim),
        is_isa: edge.isIsa,
        confidence: edge.confidence,
        source: edge.source,
        contested: seen.isPending(scope, id, edge.dim),
        last_confirmed: new Date(edge.lastConfirmed).toISOString(),
      })),
    };
  }

  #summary(project: string, id: number, recalls: Recalls): ConceptSummary {
    return this.#parts.reads.known(project, id, recalls.count(id));
  }

  /** What is called so, in whatever spelling, and then what the letters stand in. */
  /** Those that something is known of. */
  #known(project: string, rows: ReturnType<ConceptGraph['searchTokens']>['rows'], limit: number) {
    const { graph } = this.#parts;
    const known = rows.filter(
      ({ id }) =>
        graph.edgesOf(project, id).length > 0 ||
        graph.mayHaveChildren(project, id) ||
        graph.pendingDims(project, id).length > 0,
    );
    return { rows: known.slice(0, limit), total: known.length };
  }

  #find(project: string, query: string, limit: number) {
    const { graph } = this.#parts;
    const { rows, total } = graph.searchTokens(canonicalToken(query), limit);
    const meant = lookUp(graph, project, query);
    const concept = meant === undefined ? undefined : graph.concept(meant);
    if (concept === undefined || rows[0]?.id === concept.id) return { rows, total };
    const others = rows.filter(({ id }) => id !== concept.id);
    const isNew = others.length === rows.length;
    return { rows: [concept, ...others].slice(0, limit), total: isNew ? total + 1 : total };
  }
}

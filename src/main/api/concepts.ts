// The graph explorer's calls. Reads the graph in memory; provenance alone comes from the store.
import { AppError } from '../../shared/model/envelope.ts';
import { type ConceptSummary, type Edge, factAnswer, SEED_DIMENSIONS } from '../../shared/model/graph.ts';
import { parseFact } from '../graph/fact-grammar.ts';
import { dimensionsOf, neighbourhood } from '../graph/neighbourhood.ts';
import { renderConceptLine } from '../graph/recollection.ts';
import { saliency } from '../graph/saliency.ts';
import { canonicalToken } from '../graph/tokenise.ts';
import type { EdgeRow } from '../graph/types.ts';
import { api } from './base.ts';
import type { Services } from './services.ts';

const CHILDREN_SHOWN = 50;
const QUESTIONS = new Map<string, string>(
  SEED_DIMENSIONS.map((dimension) => [dimension.token, dimension.question]),
);

export const concepts = {
  search: api.concepts.search.handler(({ input, context: { services } }) => {
    const { graph } = services.memory;
    const found =
      input.query === '' ? { ids: [], total: 0 } : searchConcepts(services, input.query, input.limit);
    const summary = (id: number) => summarise(services, input.project, id);
    return {
      matches: found.ids.map(summary),
      total: found.total,
      recent: services.mostRecent(12).map(summary),
      mostRecalled: services.mostRecalled(12).map(summary),
    };
  }),

  get: api.concepts.get.handler(async ({ input, context: { services } }) => {
    const { memory, clock, settings } = services;
    const id = conceptId(services, input.token);
    const out = memory.graph.edgesOf(input.project, id);
    const down = memory.graph.childrenOf(input.project, id, undefined, CHILDREN_SHOWN);
    const rows = await memory.edges([...out, ...down].map((edge) => edge.edgeId));
    const byId = new Map(rows.map((edge) => [edge.edgeId, edge]));
    const named = (edges: readonly EdgeRow[]) => edges.flatMap((edge) => byId.get(edge.edgeId) ?? []);
    return {
      concept: summarise(services, input.project, id),
      edges: named(out),
      children: named(down),
      childrenTotal: memory.graph.childCount(input.project, id),
      recollection: renderConceptLine(memory.graph, settings.current(), input.project, id, clock.now()),
      conflictIds: await memory.conflictIdsOf(input.project, memory.graph.tokenOf(id)),
    };
  }),

  neighbourhood: api.concepts.neighbourhood.handler(({ input, context: { services } }) => {
    const { graph } = services.memory;
    const focus = conceptId(services, input.token);
    const places = dimensionsOf(graph, input.project, focus);
    const dim =
      input.dimension === undefined
        ? (places[0]?.dim ?? conceptId(services, 'type'))
        : conceptId(services, input.dimension);
    const found = neighbourhood(graph, input.project, focus, dim, input.depth, input.limit);
    return {
      focus: graph.tokenOf(focus),
      dimension: graph.tokenOf(dim),
      dimensions: places.map((place) => ({
        token: graph.tokenOf(place.dim),
        id: place.dim,
        edges: place.edges,
        contested: place.contested,
      })),
      nodes: found.nodes.map((node) => ({
        concept: summarise(services, input.project, node.concept),
        parent: node.edge ? graph.tokenOf(node.edge.parent) : null,
        depth: node.depth,
        edge: node.edge ? edgeMark(services, node.edge) : null,
        childrenTotal: node.childrenTotal,
        childrenShown: node.childrenShown,
      })),
      shown: found.nodes.length,
      total: found.total,
    };
  }),

  dimensions: api.concepts.dimensions.handler(({ input, context: { services } }) => {
    const { graph } = services.memory;
    return graph.dimensionCounts(input.project).map(({ dim, edges, conflicts }) => ({
      id: dim,
      token: graph.tokenOf(dim),
      question: QUESTIONS.get(graph.tokenOf(dim)) ?? null,
      edges,
      conflicts,
    }));
  }),

  setDoNotUse: api.concepts.setDoNotUse.handler(async ({ input, context: { services, caller } }) => {
    await services.memory.setDoNotUse(input.edgeId, input.doNotUse, caller.actor, input.reason);
    const [edge] = await services.memory.edges([input.edgeId]);
    if (!edge) throw new AppError('NOT_FOUND', `There is no edge ${input.edgeId} any more.`);
    return edge;
  }),

  tell: api.concepts.tell.handler(async ({ input, context: { services, caller } }) => {
    const parsed = parseFact(input.fact);
    if (!parsed.ok)
      throw new AppError('INVALID_INPUT', `Column ${parsed.column}: ${parsed.message}`, {
        column: parsed.column,
      });
    const provenance = {
      source: 'operator' as const,
      client: caller.actor,
      conversation: null,
      role: null,
      segment: null,
      sentence: null,
      at: services.clock.now(),
    };
    const [outcome] = await services.memory.tell(input.project, [parsed.fact], provenance);
    if (!outcome) throw new AppError('INTERNAL', 'The memory gave no outcome for the fact.');
    return factAnswer(outcome);
  }),
};

/** A token as typed, or as the tokeniser would have it. */
function conceptId(services: Services, token: string): number {
  const { graph } = services.memory;
  const id = graph.conceptId(token) ?? graph.conceptId(canonicalToken(token));
  if (id === undefined) throw new AppError('NOT_FOUND', `No concept is called "${token.slice(0, 100)}".`);
  return id;
}

function searchConcepts(services: Services, query: string, limit: number): { ids: number[]; total: number } {
  const { rows, total } = services.memory.graph.searchTokens(canonicalToken(query), limit);
  return { ids: rows.map((row) => row.id), total };
}

function summarise(services: Services, project: string, id: number): ConceptSummary {
  const { graph } = services.memory;
  const row = graph.concept(id);
  if (!row) throw new AppError('NOT_FOUND', `There is no concept ${id}.`);
  return {
    id,
    token: row.token,
    encounterCount: row.encounterCount,
    saliency: saliency(row.encounterCount, row.common),
    novelty: row.novelty,
    common: row.common,
    lastSeen: row.lastSeen === 0 ? null : row.lastSeen,
    edges: graph.edgesOf(project, id).length,
    children: graph.childCount(project, id),
    conflicts: graph.pendingDims(project, id).length,
    recalled: services.recalled(id),
  };
}

function edgeMark(services: Services, edge: EdgeRow): Omit<Edge, 'provenance' | 'validFrom'> {
  const { graph } = services.memory;
  return {
    edgeId: edge.edgeId,
    project: edge.project,
    concept: graph.tokenOf(edge.concept),
    parent: graph.tokenOf(edge.parent),
    dimension: graph.tokenOf(edge.dim),
    isIsa: edge.isIsa,
    confidence: edge.confidence,
    source: edge.source,
    lastConfirmed: edge.lastConfirmed,
    doNotUse: edge.doNotUse,
    contested: graph.isPending(edge.project, edge.concept, edge.dim),
  };
}

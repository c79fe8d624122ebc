// The graph explorer's calls. Reads the graph in memory; provenance alone comes from the store.
import { AppError } from '../../shared/model/envelope.ts';
import { type ConceptSummary, type Edge, factAnswer } from '../../shared/model/graph.ts';
import { dimensionsOf, neighbourhood } from '../graph/columns/neighbourhood.ts';
import { lookUp } from '../graph/recollect/lookup.ts';
import { recollectionOf } from '../graph/recollect/recollection.ts';
import { parseFact } from '../graph/text/fact-grammar.ts';
import { canonicalToken } from '../graph/text/tokenise.ts';
import type { EdgeRow } from '../graph/types.ts';
import { api } from './base.ts';
import type { Services } from './services.ts';

const CHILDREN_SHOWN = 50;
const OFFERED = 12;

export const concepts = {
  search: api.concepts.search.handler(async ({ input, context: { services } }) => {
    const { graph, memory } = services;
    // A concept may have gone since it was recalled: another memory was restored.
    const summary = (id: number) => (graph.concept(id) ? [summarise(services, input.project, id)] : []);
    const { rows, total } =
      input.query === '' ? { rows: [], total: 0 } : search(services, input.project, input.query, input.limit);
    const changed = await memory.read.recentConcepts(input.project, OFFERED);
    const recent = new Set([
      ...services.recalls.mostRecent(OFFERED),
      ...changed.map((concept) => concept.id),
    ]);
    return {
      matches: rows.flatMap((row) => summary(row.id)),
      total,
      recent: [...recent].slice(0, OFFERED).flatMap(summary),
      mostRecalled: services.recalls.mostRecalled(OFFERED).flatMap(summary),
    };
  }),

  get: api.concepts.get.handler(async ({ input, context: { services } }) => {
    const { graph, memory, settings, clock } = services;
    const id = conceptId(services, input.project, input.token);
    return {
      concept: summarise(services, input.project, id),
      edges: await memory.read.edges(graph.edgesOf(input.project, id)),
      children: await memory.read.edges(graph.childrenOf(input.project, id, undefined, CHILDREN_SHOWN)),
      childrenTotal: graph.childCount(input.project, id),
      recollection: recollectionOf(graph, graph.tokenOf(id), settings.current(), clock.now(), input.project),
      conflictIds: await memory.read.conflictIdsOf(input.project, id),
    };
  }),

  neighbourhood: api.concepts.neighbourhood.handler(({ input, context: { services } }) => {
    const { graph } = services;
    const focus = conceptId(services, input.project, input.token);
    const places = dimensionsOf(graph, input.project, focus);
    const dim =
      input.dimension === undefined
        ? (places[0]?.dim ?? conceptId(services, input.project, 'type'))
        : conceptId(services, input.project, input.dimension);
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

  dimensions: api.concepts.dimensions.handler(({ input, context }) =>
    context.services.memory.read.dimensions(input.project),
  ),

  setDoNotUse: api.concepts.setDoNotUse.handler(async ({ input, context: { services, caller } }) => {
    const { edgeId, doNotUse, reason } = input;
    const by = { actor: caller.actor, reason };
    const action = await services.memory.edits.setDoNotUse(edgeId, doNotUse, by);
    return { action, edge: await services.memory.read.edge(edgeId) };
  }),

  previewEdit: api.concepts.previewEdit.handler(({ input, context: { services } }) =>
    services.memory.edits.preview(input.edgeId, input.edit),
  ),

  retireEdge: api.concepts.retireEdge.handler(async ({ input, context: { services, caller } }) => {
    const { edgeId, expected, reason } = input;
    const by = { actor: caller.actor, reason };
    return { action: await services.memory.edits.change(edgeId, { kind: 'retire' }, expected, by) };
  }),

  moveEdge: api.concepts.moveEdge.handler(async ({ input, context: { services, caller } }) => {
    const { edgeId, dimension, parent, expected, reason } = input;
    const by = { actor: caller.actor, reason };
    const edit = { kind: 'move' as const, dimension, parent };
    const action = await services.memory.edits.change(edgeId, edit, expected, by);
    return { action, edge: await services.memory.read.edge(edgeId) };
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
    const by = { actor: caller.actor, reason: '' };
    const told = await services.memory.edits.tell(input.project, parsed.fact, provenance, by);
    return { ...factAnswer(told.outcome), action_id: told.action?.id ?? null };
  }),
};

/** The concept that a name means in the project, however it is spelt. */
function conceptId({ graph }: Services, project: string, token: string): number {
  const id = lookUp(graph, project, token);
  if (id === undefined) throw new AppError('NOT_FOUND', `No concept is called "${token.slice(0, 100)}".`);
  return id;
}

/** What is called so, in whatever spelling, and then what the letters stand in. */
function search({ graph }: Services, project: string, query: string, limit: number) {
  const { rows, total } = graph.searchTokens(canonicalToken(query), limit);
  const meant = lookUp(graph, project, query);
  const concept = meant === undefined ? undefined : graph.concept(meant);
  if (concept === undefined || rows[0]?.id === concept.id) return { rows, total };
  const others = rows.filter(({ id }) => id !== concept.id);
  const isNew = others.length === rows.length;
  return { rows: [concept, ...others].slice(0, limit), total: isNew ? total + 1 : total };
}

function summarise({ graph, memory, recalls }: Services, project: string, id: number): ConceptSummary {
  const row = graph.concept(id);
  if (!row) throw new AppError('NOT_FOUND', `There is no concept ${id}.`);
  return memory.read.summary(project, row, recalls.count(id));
}

function edgeMark({ graph }: Services, edge: EdgeRow): Omit<Edge, 'provenance' | 'validFrom'> {
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

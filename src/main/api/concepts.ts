// The graph explorer's calls.
import { factAnswer } from '../../shared/model/graph.ts';
import { endOf, withUntil } from '../memory/write/fact-end.ts';
import { operatorsFact } from '../memory/write/told-fact.ts';
import { api } from './base.ts';

export const concepts = {
  search: api.concepts.search.handler(({ input, context: { services } }) =>
    services.memory.concepts.search(input, services.recalls),
  ),
  get: api.concepts.get.handler(({ input, context: { services } }) =>
    services.memory.concepts.get(input.project, input.token, services.recalls),
  ),
  neighbourhood: api.concepts.neighbourhood.handler(({ input, context: { services } }) =>
    services.memory.canvas.neighbourhood(input, services.recalls),
  ),
  around: api.concepts.around.handler(({ input, context }) =>
    context.services.memory.concepts.around(input.token, input),
  ),
  edge: api.concepts.edge.handler(({ input, context }) => context.services.memory.read.edge(input.edgeId)),
  path: api.concepts.path.handler(({ input: { project, token, to, most }, context }) =>
    context.services.memory.canvas.way(project, token, to, most),
  ),
  between: api.concepts.between.handler(({ input: { project, dimension, other }, context }) =>
    context.services.memory.canvas.between(project, dimension, other),
  ),
  timeline: api.concepts.timeline.handler(({ input: { project, dimension }, context }) =>
    context.services.memory.canvas.timeline(project, dimension),
  ),
  difference: api.concepts.difference.handler(({ input, context }) =>
    context.services.memory.concepts.difference(input),
  ),
  dimensions: api.concepts.dimensions.handler(({ input, context }) =>
    context.services.memory.read.dimensions(input.project),
  ),
  dimension: api.concepts.dimension.handler(({ input, context: { services } }) =>
    services.memory.dimensions.get(input.project, input.token, services.recalls),
  ),
  nameParts: api.concepts.nameParts.handler(({ input, context, signal }) =>
    context.services.partNaming.name(input.project, input.token, signal),
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
    const fact = withUntil(operatorsFact(input.fact), endOf(input, services.clock.now()));
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
    const told = await services.memory.edits.tell(input.project, fact, provenance, by);
    return { ...factAnswer(told.outcome), action_id: told.action?.id ?? null };
  }),
};

// Findings as the console asks for them. Called by router.ts.
import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';

export const findings = {
  state: api.findings.state.handler(({ input, context }) => context.services.findings.state(input.project)),
  watch: api.findings.watch.handler(({ input, context, signal }) =>
    states(context.services.findings.live(input.project), signal),
  ),
  list: api.findings.list.handler(({ input, context }) => context.services.findings.list(input)),
  detail: api.findings.detail.handler(({ input, context }) =>
    context.services.findings.detail(input.project, input.key),
  ),
  reach: api.findings.reach.handler(({ input, context }) =>
    context.services.findings.reach(input.project, input.id),
  ),
  unchecked: api.findings.unchecked.handler(({ input, context }) =>
    context.services.findings.unchecked(input.project),
  ),
  decide: api.findings.decide.handler(async ({ input, context }) => ({
    decisions: await context.services.findings.decide({ ...input, by: context.caller.actor }),
  })),
  undo: api.findings.undo.handler(async ({ input, context }) => ({
    undone: await context.services.findings.undo(input.project, input.decisions),
  })),
  bindTo: api.findings.bindTo.handler(({ input, context }) =>
    context.services.findings.bind(input.project, input.product, input.resource, context.caller.actor),
  ),
  unbindFrom: api.findings.unbindFrom.handler(({ input, context }) =>
    context.services.findings.unbind(input.project, input.product, input.resource),
  ),
  product: api.findings.product.handler(({ input, context }) =>
    context.services.findings.product(input.project, input.product),
  ),
  productChanges: api.findings.productChanges.handler(({ input, context }) =>
    context.services.findings.productChanges(input),
  ),
  setVersionActive: api.findings.setVersionActive.handler(({ input, context }) =>
    context.services.findings.setVersionActive(input, context.caller.actor),
  ),
};

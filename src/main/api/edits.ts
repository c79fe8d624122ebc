// Edits of the graph by hand.
import { api } from './base.ts';

export const edits = {
  preview: api.edits.preview.handler(({ input, context: { services } }) =>
    services.memory.graphEdits.preview(input.project, input.edits, input.shown),
  ),
  apply: api.edits.apply.handler(async ({ input, context: { services, caller } }) => {
    const { project, edits: list, basis, reason } = input;
    const by = { actor: caller.actor, reason };
    return { action: await services.memory.graphEdits.apply(project, list, basis, by) };
  }),
};

// The conflict queue's calls: look, preview, decide, put off, ask a model. Who asks is known by the door alone.
import { api } from './base.ts';

export const conflicts = {
  list: api.conflicts.list.handler(({ input, context }) => context.services.memory.read.conflicts(input)),
  get: api.conflicts.get.handler(({ input, context }) => context.services.memory.read.conflict(input.id)),
  options: api.conflicts.options.handler(({ input, context }) =>
    context.services.memory.decisions.options(input.id),
  ),
  preview: api.conflicts.preview.handler(({ input, context }) =>
    context.services.memory.decisions.preview(input.id, input.decision),
  ),
  decide: api.conflicts.decide.handler(async ({ input, context: { services, caller } }) => {
    const { id, decision, reason, expectedVersion } = input;
    const by = { actor: caller.actor, reason, expectedVersion };
    const action = await services.memory.decisions.decide(id, decision, by);
    return { action, conflict: await services.memory.read.conflict(id) };
  }),
  decideMany: api.conflicts.decideMany.handler(({ input, context: { services, caller } }) =>
    services.memory.decisions.decideMany(input.items, input.decision, {
      actor: caller.actor,
      reason: input.reason,
    }),
  ),
  snooze: api.conflicts.snooze.handler(async ({ input, context: { services, caller } }) => {
    const { id, until, expectedVersion } = input;
    await services.memory.decisions.snooze(id, { until, expectedVersion, actor: caller.actor });
    return services.memory.read.conflict(id);
  }),
  note: api.conflicts.note.handler(async ({ input, context: { services, caller } }) => {
    const { id, note, expectedVersion } = input;
    await services.memory.decisions.note(id, { note, expectedVersion, actor: caller.actor });
    return services.memory.read.conflict(id);
  }),
  suggest: api.conflicts.suggest.handler(({ input, context, signal }) =>
    context.services.resolution.suggest(input.id, signal),
  ),
};

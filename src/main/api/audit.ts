// The audit's calls: the record of events, actions with undo and redo, the chains, and what the graph said before.
import { api } from './base.ts';

export const audit = {
  events: api.audit.events.handler(({ input, context }) => context.services.memory.history.events(input)),
  actions: api.audit.actions.handler(({ input, context }) => context.services.memory.history.actions(input)),
  countActions: api.audit.countActions.handler(({ input, context }) =>
    context.services.memory.history.countActions(input),
  ),
  actors: api.audit.actors.handler(({ input, context }) => context.services.memory.history.actors(input.of)),
  undo: api.audit.undo.handler(({ input, context: { services, caller } }) =>
    services.memory.history.undo(input.id, { actor: caller.actor, reason: input.reason }),
  ),
  redo: api.audit.redo.handler(({ input, context: { services, caller } }) =>
    services.memory.history.redo(input.id, { actor: caller.actor, reason: input.reason }),
  ),
  undoMany: api.audit.undoMany.handler(({ input, context: { services, caller } }) =>
    services.memory.history.undoMany(input.ids, { actor: caller.actor, reason: input.reason }),
  ),
  redoMany: api.audit.redoMany.handler(({ input, context: { services, caller } }) =>
    services.memory.history.redoMany(input.ids, { actor: caller.actor, reason: input.reason }),
  ),
  chain: api.audit.chain.handler(({ input, context }) => context.services.memory.history.chain(input.chain)),
  verify: api.audit.verify.handler(({ input, context }) =>
    context.services.memory.history.verifyChain(input.chain),
  ),
  export: api.audit.export.handler(async function* ({ input, context, signal }) {
    for await (const chunk of context.services.memory.history.exported(input)) {
      if (signal?.aborted) return;
      yield { chunk };
    }
  }),
  asOf: api.audit.asOf.handler(({ input, context }) =>
    context.services.memory.history.asOf(input.project, input.token, input.at),
  ),
  record: api.audit.record.handler(({ input, context }) => context.services.memory.history.record(input)),
  history: api.audit.history.handler(({ input, context }) =>
    context.services.memory.history.periods(input.project, input.token),
  ),
};

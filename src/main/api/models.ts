// The calls about models the program may ask.
import { api } from './base.ts';

export const models = {
  list: api.models.list.handler(({ context }) => context.services.models.list()),
  uses: api.models.uses.handler(({ context }) => context.services.models.uses()),
  chosen: api.models.chosen.handler(async ({ context }) => [...(await context.services.chosenModels.look())]),
  add: api.models.add.handler(({ input, context }) => context.services.models.add(input)),
  update: api.models.update.handler(({ input, context }) => {
    const { id, expectedVersion, ...fields } = input;
    return context.services.models.update(id, expectedVersion, fields);
  }),
  remove: api.models.remove.handler(({ input, context }) =>
    context.services.models.remove(input.id, input.expectedVersion),
  ),
  test: api.models.test.handler(({ input, context }) => context.services.models.test(input.id)),
};

export const reader = {
  state: api.reader.state.handler(({ input, context }) =>
    context.services.memory.reader.state(input.project),
  ),
  readings: api.reader.readings.handler(({ input: { project, ...page }, context }) =>
    context.services.memory.reader.readings(project, page),
  ),
  accept: api.reader.accept.handler(async ({ input: { id }, context: { services, caller } }) => {
    const { reading, actionId } = await services.memory.reader.accept(id, caller.actor);
    return { reading, action_id: actionId };
  }),
  preview: api.reader.preview.handler(({ input: { project, model }, context, signal }) =>
    context.services.memory.reader.preview(project, model, signal),
  ),
};

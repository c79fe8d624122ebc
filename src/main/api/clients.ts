// The calls about clients and their keys.
import { api } from './base.ts';

export const clients = {
  list: api.clients.list.handler(({ context }) => context.services.clients.state()),
  save: api.clients.save.handler(({ input, context }) => {
    const { name, expectedVersion, ...policy } = input;
    return context.services.clients.save(name, policy, expectedVersion);
  }),
  remove: api.clients.remove.handler(({ input, context }) =>
    context.services.clients.remove(input.name, input.expectedVersion),
  ),
  addKey: api.clients.addKey.handler(({ input, context }) => context.services.clients.addKey(input.name)),
  revokeKey: api.clients.revokeKey.handler(({ input, context }) =>
    context.services.clients.revokeKey(input.id),
  ),
};

// The calls about upstreams.

import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';

export const upstreams = {
  list: api.upstreams.list.handler(({ context }) => context.services.upstreams.state()),
  watch: api.upstreams.watch.handler(({ context, signal }) => states(context.services.upstreams, signal)),
  setMode: api.upstreams.setMode.handler(({ input, context }) =>
    context.services.upstreams.setMode(input.name, input.mode),
  ),
  test: api.upstreams.test.handler(({ input, context }) => context.services.upstreams.test(input)),
  add: api.upstreams.add.handler(({ input, context }) => context.services.upstreams.add(input)),
  update: api.upstreams.update.handler(({ input, context }) => {
    const { name, expectedVersion, ...change } = input;
    return context.services.upstreams.update(name, expectedVersion, change);
  }),
  remove: api.upstreams.remove.handler(({ input, context }) =>
    context.services.upstreams.remove(input.name, input.expectedVersion),
  ),
};

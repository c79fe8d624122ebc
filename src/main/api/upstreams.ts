// The calls about upstreams.

import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';

export const upstreams = {
  list: api.upstreams.list.handler(({ context }) => context.services.upstreams.state()),
  watch: api.upstreams.watch.handler(({ context, signal }) => states(context.services.upstreams, signal)),
  setMode: api.upstreams.setMode.handler(({ input, context }) =>
    context.services.upstreams.setMode(input.name, input.mode),
  ),
};

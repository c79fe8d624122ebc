// The calls about conversations that are in a loop.

import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';

export const loops = {
  list: api.loops.list.handler(({ context }) => context.services.loops.state()),
  watch: api.loops.watch.handler(({ context, signal }) => states(context.services.loops, signal)),
  clear: api.loops.clear.handler(({ input, context }) => ({
    cleared: context.services.loops.clear(input.conversation),
  })),
};

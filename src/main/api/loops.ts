// The calls about conversations that are in a loop.
import type { ActiveLoop } from '../../shared/model/loop.ts';
import { api } from './base.ts';
import { changes, newest } from './streams.ts';

export const loops = {
  list: api.loops.list.handler(({ context }) => context.services.loops.state()),
  watch: api.loops.watch.handler(async function* ({ context, signal }) {
    const { loops } = context.services;
    yield loops.state();
    const seen = changes<{ loops: ActiveLoop[]; caught: number }>(
      (listener) => loops.watch(listener),
      newest,
      signal,
    );
    yield* seen;
  }),
  clear: api.loops.clear.handler(({ input, context }) => ({
    cleared: context.services.loops.clear(input.conversation),
  })),
};

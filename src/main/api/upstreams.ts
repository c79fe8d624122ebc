// The calls about the hosts that answer.
import type { UpstreamsState } from '../../shared/model/upstream.ts';
import { api } from './base.ts';
import { changes, newest } from './streams.ts';

export const upstreams = {
  list: api.upstreams.list.handler(({ context }) => context.services.upstreams.state()),
  watch: api.upstreams.watch.handler(async function* ({ context, signal }) {
    const { upstreams } = context.services;
    yield upstreams.state();
    yield* changes<UpstreamsState>((listener) => upstreams.watch(listener), newest, signal);
  }),
  setMode: api.upstreams.setMode.handler(({ input, context }) =>
    context.services.upstreams.setMode(input.name, input.mode),
  ),
};

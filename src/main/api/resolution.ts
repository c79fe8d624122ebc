// The resolution job's calls.

import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';

export const resolution = {
  state: api.resolution.state.handler(({ context }) => context.services.resolution.state()),
  watch: api.resolution.watch.handler(async function* ({ context, signal }) {
    const { resolution: job } = context.services;
    const hints = states<void>({ state: () => {}, watch: (listener) => job.watch(listener) }, signal);
    let shown = '';
    for await (const _ of hints) {
      const state = await job.state();
      const text = JSON.stringify(state);
      if (text !== shown) yield state;
      shown = text;
    }
  }),
  run: api.resolution.run.handler(({ context }) => {
    const { actor, door } = context.caller;
    return context.services.resolution.run({ startedBy: door, actor });
  }),
  stop: api.resolution.stop.handler(({ context }) => context.services.resolution.stop(context.caller.actor)),
  runs: api.resolution.runs.handler(({ input, context }) => context.services.resolution.runs(input.limit)),
  journal: api.resolution.journal.handler(({ input, context }) => context.services.resolution.journal(input)),
};

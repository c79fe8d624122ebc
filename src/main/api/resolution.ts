// The resolution job's calls.
import { api } from './base.ts';
import { changes } from './streams.ts';

export const resolution = {
  state: api.resolution.state.handler(({ context }) => context.services.resolution.state()),
  watch: api.resolution.watch.handler(async function* ({ context, signal }) {
    const { resolution: job } = context.services;
    const ended = new AbortController();
    const hints = changes<undefined>(
      (listener) => job.watch(() => listener(undefined)),
      () => undefined,
      signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
    );
    try {
      // Subscribed before the first look, so that nothing in between is missed.
      let hint = hints.next();
      let shown = '';
      do {
        const state = await job.state();
        const text = JSON.stringify(state);
        if (text !== shown) yield state;
        shown = text;
        const { done } = await hint;
        if (done) return;
        hint = hints.next();
      } while (!ended.signal.aborted);
    } finally {
      ended.abort();
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

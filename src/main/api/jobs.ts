// The Jobs screen's calls: durable jobs, long tasks of this process, the budget of the models we ask.

import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';

export const jobs = {
  state: api.jobs.state.handler(({ context }) => context.services.jobs.state()),
  watch: api.jobs.watch.handler(({ context, signal }) => states(context.services.jobs, signal)),
  list: api.jobs.list.handler(({ input: { kind, status, limit, offset }, context }) =>
    // What is being worked on is shown with what waits.
    context.services.jobDesk.list({
      ...{ kind, limit, offset },
      statuses: status === 'waiting' ? ['waiting', 'active'] : status && [status],
    }),
  ),
  retry: api.jobs.retry.handler(({ input, context }) => context.services.jobDesk.retry(input.id)),
  discard: api.jobs.discard.handler(async ({ input, context: { services, caller } }) => {
    await services.jobDesk.discard(input.id, input.reason, caller.actor);
    return { discarded: true };
  }),
  cancelTask: api.jobs.cancelTask.handler(({ input, context }) => context.services.tasks.cancel(input.id)),
};

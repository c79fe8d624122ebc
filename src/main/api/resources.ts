// The calls about resources: what there is, and asking for something to be done to it.
import type { LogLine } from '../../shared/model/resource.ts';
import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';

/** Lines that came meanwhile go together. */
const MOST_LINES = 500;

const never = new AbortController().signal;

export const resources = {
  list: api.resources.list.handler(({ context }) => context.services.desk.resources()),
  watch: api.resources.watch.handler(({ context, signal }) => states(context.services.resources, signal)),
  inspect: api.resources.inspect.handler(({ input, context, signal }) =>
    context.services.desk.inspect(input.id, signal ?? never),
  ),
  metrics: api.resources.metrics.handler(({ input, context }) =>
    context.services.desk.series(input.id, input.minutes),
  ),
  logs: api.resources.logs.handler(async function* ({ input, context, signal }) {
    let lines: LogLine[] = [];
    for await (const line of context.services.desk.logs(input.id, input, signal ?? never)) {
      lines.push(line);
      if (lines.length < MOST_LINES && !input.follow) continue;
      yield { lines };
      lines = [];
    }
    if (lines.length > 0) yield { lines };
  }),
  look: api.resources.look.handler(({ context }) => context.services.desk.look()),
  checkImages: api.resources.checkImages.handler(({ context, signal }) =>
    context.services.desk.checkImages(signal ?? never),
  ),
  propose: api.resources.propose.handler(({ input, context: { services, caller } }) =>
    services.desk.propose(input, caller.actor),
  ),
  lock: api.resources.lock.handler(({ input, context: { services, caller } }) =>
    services.desk.lock(input.id, input.note, caller.actor),
  ),
  unlock: api.resources.unlock.handler(({ input, context: { services, caller } }) =>
    services.desk.unlock(input.id, caller.actor),
  ),
};

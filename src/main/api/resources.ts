// The calls about resources and their alerts: what there is, what is wrong, and asking for something to be done about it.
import type { LogLine } from '../../shared/model/resource.ts';
import { alertQuestion } from '../agent/sessions/alert-question.ts';
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

export const alerts = {
  list: api.alerts.list.handler(({ context }) => {
    const { alerts: all } = context.services.desk;
    return {
      alerts: [...all.list()],
      silences: [...all.silences()],
      expectations: [...all.expectations()],
    };
  }),
  history: api.alerts.history.handler(async ({ input, context }) => ({
    alerts: await context.services.desk.alerts.history(input),
  })),
  acknowledge: api.alerts.acknowledge.handler(({ input, context: { services, caller } }) =>
    services.desk.alerts.acknowledge(input.id, input.note, caller.actor),
  ),
  silence: api.alerts.silence.handler(async ({ input, context: { services, caller } }) => [
    ...(await services.desk.alerts.silence(input, caller.actor)),
  ]),
  endSilence: api.alerts.endSilence.handler(async ({ input, context: { services } }) => [
    ...(await services.desk.alerts.endSilence(input.id)),
  ]),
  expect: api.alerts.expect.handler(async ({ input, context: { services, caller } }) => [
    ...(await services.desk.alerts.expect(input.resourceId, input.expected, caller.actor)),
  ]),
  investigate: api.alerts.investigate.handler(async ({ input, context: { services, caller } }) => {
    const { alerts: all } = services.desk;
    const alert = all.active(input.id);
    const { title, message, mentions } = alertQuestion(alert, services.desk.resourceOf(alert.resourceId));
    const { session } = await services.assistant.send({
      ...{ id: null, message, mentions, profile: 'interactive', by: caller.actor },
    });
    await services.assistant.update(session.id, { title }, caller.actor);
    await all.noteInvestigation(alert.id, session.id);
    return { session: session.id };
  }),
};

// The calls about alerts.
import { alertQuestion } from '../agent/sessions/alert-question.ts';
import { api } from './base.ts';

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

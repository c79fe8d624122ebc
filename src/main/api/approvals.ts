// The calls about approvals: what waits, the operator's word, the rules; and which browsers are notified.
import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';
import type { Services } from './services.ts';

export const approvals = {
  list: api.approvals.list.handler(async ({ input, context }) => ({
    approvals: await context.services.desk.approvals.list(input),
  })),
  watch: api.approvals.watch.handler(({ context, signal }) => states(context.services.approvals, signal)),
  get: api.approvals.get.handler(({ input, context }) => context.services.desk.approvals.get(input.id)),
  approve: api.approvals.approve.handler(({ input: { id, ...word }, context: { services, caller } }) =>
    services.desk.approvals.approve(id, { ...word, by: caller.actor }),
  ),
  approveMany: api.approvals.approveMany.handler(({ input, context: { services, caller } }) =>
    services.desk.approveMany(input.items, caller.actor),
  ),
  deny: api.approvals.deny.handler(({ input, context: { services, caller } }) =>
    services.desk.approvals.deny(input.id, input.reason, caller.actor),
  ),
  denyMany: api.approvals.denyMany.handler(({ input, context: { services, caller } }) =>
    services.desk.denyMany(input.ids, input.reason, caller.actor),
  ),
  edit: api.approvals.edit.handler(({ input, context: { services, caller } }) =>
    services.desk.approvals.edit(input.id, input.arguments, { planHash: input.planHash, by: caller.actor }),
  ),
  takeBack: api.approvals.takeBack.handler(({ input, context: { services, caller } }) =>
    services.desk.takeBack(input.id, caller.actor),
  ),
  rules: api.approvals.rules.handler(({ input, context }) => context.services.desk.rules.rules(input.all)),
  makeRule: api.approvals.makeRule.handler(({ input, context: { services, caller } }) =>
    services.desk.rules.makeRule(input, caller.actor),
  ),
  revokeRule: api.approvals.revokeRule.handler(async ({ input, context: { services, caller } }) => {
    await services.desk.rules.revokeRule(input.id, caller.actor);
    return await services.desk.rules.rules();
  }),
};

const browsersOf = ({ webPush: { publicKey, browsers } }: Services) => ({ publicKey, browsers });

export const notifications = {
  browsers: api.notifications.browsers.handler(({ context }) => browsersOf(context.services)),
  addBrowser: api.notifications.addBrowser.handler(async ({ input, context: { services } }) => {
    const id = await services.webPush.add(input.subscription, input.label, {
      title: 'Festinger Console',
      body: 'This browser is notified when something needs your approval.',
      url: services.approvalsUrl(),
    });
    return { ...browsersOf(services), id };
  }),
  removeBrowser: api.notifications.removeBrowser.handler(({ input, context: { services } }) => {
    services.webPush.remove(input.id);
    return browsersOf(services);
  }),
};

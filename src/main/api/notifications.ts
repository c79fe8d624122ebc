// The calls about browsers that are notified.
import { api } from './base.ts';
import type { Services } from './services.ts';

const shown = ({ webPush: { publicKey, browsers } }: Services) => ({ publicKey, browsers });

export const notifications = {
  browsers: api.notifications.browsers.handler(({ context }) => shown(context.services)),
  addBrowser: api.notifications.addBrowser.handler(async ({ input, context: { services } }) => {
    const id = await services.webPush.add(input.subscription, input.label, {
      title: 'Festinger Console',
      body: 'This browser is notified when something needs your approval.',
      url: services.approvalsUrl(),
    });
    return { ...shown(services), id };
  }),
  removeBrowser: api.notifications.removeBrowser.handler(({ input, context: { services } }) => {
    services.webPush.remove(input.id);
    return shown(services);
  }),
};

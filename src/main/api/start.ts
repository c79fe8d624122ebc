// The calls of the first run, and the one that ends the demo.
import { api } from './base.ts';

export const start = {
  look: api.start.look.handler(({ context }) => context.services.firstRun.look()),
  set: api.start.set.handler(async ({ input, context: { services } }) => {
    await services.firstRun.set(input);
    return services.firstRun.look();
  }),
  removeDemo: api.start.removeDemo.handler(({ context: { services, caller } }) =>
    services.removeDemo(caller.actor),
  ),
};

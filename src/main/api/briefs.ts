// Briefs as the console asks for them. Called by router.ts.
import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';

export const briefs = {
  state: api.briefs.state.handler(({ input, context }) => context.services.briefs.state(input.project)),
  watch: api.briefs.watch.handler(({ input, context, signal }) =>
    states(context.services.briefs.live(input.project), signal),
  ),
  list: api.briefs.list.handler(({ input, context }) => context.services.briefs.list(input)),
  ask: api.briefs.ask.handler(({ input, context, signal }) => context.services.briefs.ask(input, signal)),
  find: api.briefs.find.handler(({ input: { project, task, ...request }, context, signal }) =>
    context.services.briefs.find({ project, task, request: { ...request, forceRefresh: false } }, signal),
  ),
  progress: api.briefs.progress.handler(({ input, context }) => context.services.briefs.progress(input)),
  cancel: api.briefs.cancel.handler(({ input, context }) => context.services.briefs.cancel(input)),
  detail: api.briefs.detail.handler(({ input, context }) => context.services.briefs.detail(input)),
  preview: api.briefs.preview.handler(({ input, context, signal }) =>
    context.services.briefs.preview(input, signal),
  ),
  plan: api.briefs.plan.handler(({ input, context }) => context.services.briefs.plan(input)),
  pinModel: api.briefs.pinModel.handler(({ input, context, signal }) =>
    context.services.briefs.pinModel(input.project, input.profile, context.caller.actor, signal),
  ),
  keys: api.briefs.keys.handler(({ context }) => context.services.briefs.keys()),
  rotateKey: api.briefs.rotateKey.handler(({ input, context }) =>
    context.services.briefs.rotateKey(input.algorithm, input.replaces),
  ),
};

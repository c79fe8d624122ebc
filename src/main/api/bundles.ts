// Offline bundles as the console asks for them. Called by router.ts.
import { api } from './base.ts';

const NEVER = new AbortController().signal;

export const bundles = {
  preview: api.bundles.preview.handler(({ input, context, signal }) =>
    context.services.bundles.preview(input, signal ?? NEVER),
  ),
  list: api.bundles.list.handler(({ context }) => context.services.bundles.list()),
  export: api.bundles.export.handler(
    ({ input: { profile, ...scope }, context }) => context.services.bundles.export(scope, profile).task,
  ),
  remove: api.bundles.remove.handler(({ input, context }) => context.services.bundles.remove(input.name)),
  verify: api.bundles.verify.handler(({ input, context, signal }) =>
    context.services.bundles.verify(input, signal ?? NEVER),
  ),
  import: api.bundles.import.handler(
    ({ input, context }) => context.services.bundles.import({ ...input, actor: context.caller.actor }).result,
  ),
  drop: api.bundles.drop.handler(async ({ input, context }) => {
    await context.services.bundles.drop(input.upload);
    return { dropped: true };
  }),
};

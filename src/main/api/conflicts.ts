// The conflict queue's calls.
import { api } from './base.ts';

export const conflicts = {
  list: api.conflicts.list.handler(({ input, context }) => context.services.memory.read.conflicts(input)),
  get: api.conflicts.get.handler(({ input, context }) => context.services.memory.read.conflict(input.id)),
};

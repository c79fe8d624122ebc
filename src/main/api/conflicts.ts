// The conflict queue's calls.
import { AppError } from '../../shared/model/envelope.ts';
import { api } from './base.ts';

export const conflicts = {
  list: api.conflicts.list.handler(({ input, context }) => context.services.memory.conflicts(input)),
  get: api.conflicts.get.handler(async ({ input, context }) => {
    const conflict = await context.services.memory.conflict(input.id);
    if (!conflict) throw new AppError('NOT_FOUND', `There is no conflict ${input.id}.`);
    return conflict;
  }),
};

// The conflict queue's calls.
import { AppError } from '../../shared/model/envelope.ts';
import { api } from './base.ts';

const notYet = () => new AppError('UNAVAILABLE', 'Not wired yet.');

export const conflicts = {
  list: api.conflicts.list.handler(({ input, context }) => context.services.memory.read.conflicts(input)),
  options: api.conflicts.options.handler(() => {
    throw notYet();
  }),
  preview: api.conflicts.preview.handler(() => {
    throw notYet();
  }),
  decide: api.conflicts.decide.handler(() => {
    throw notYet();
  }),
  decideMany: api.conflicts.decideMany.handler(() => {
    throw notYet();
  }),
  snooze: api.conflicts.snooze.handler(() => {
    throw notYet();
  }),
  note: api.conflicts.note.handler(() => {
    throw notYet();
  }),
  suggest: api.conflicts.suggest.handler(() => {
    throw notYet();
  }),
  get: api.conflicts.get.handler(({ input, context }) => context.services.memory.read.conflict(input.id)),
};

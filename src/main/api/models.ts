// Placeholder until its services are wired.
import { AppError } from '../../shared/model/envelope.ts';
import { api } from './base.ts';

const notYet = () => new AppError('UNAVAILABLE', 'Not wired yet.');

export const models = {
  list: api.models.list.handler(() => {
    throw notYet();
  }),
  add: api.models.add.handler(() => {
    throw notYet();
  }),
  update: api.models.update.handler(() => {
    throw notYet();
  }),
  remove: api.models.remove.handler(() => {
    throw notYet();
  }),
  test: api.models.test.handler(() => {
    throw notYet();
  }),
};

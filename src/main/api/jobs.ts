// Placeholder until its services are wired.
import { AppError } from '../../shared/model/envelope.ts';
import { api } from './base.ts';

const notYet = () => new AppError('UNAVAILABLE', 'Not wired yet.');

export const jobs = {
  state: api.jobs.state.handler(() => {
    throw notYet();
  }),
  watch: api.jobs.watch.handler(async function* () {
    yield* [];
    throw notYet();
  }),
  list: api.jobs.list.handler(() => {
    throw notYet();
  }),
  retry: api.jobs.retry.handler(() => {
    throw notYet();
  }),
  discard: api.jobs.discard.handler(() => {
    throw notYet();
  }),
  cancelTask: api.jobs.cancelTask.handler(() => {
    throw notYet();
  }),
};

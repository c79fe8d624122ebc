// Placeholder until its services are wired.
import { AppError } from '../../shared/model/envelope.ts';
import { api } from './base.ts';

const notYet = () => new AppError('UNAVAILABLE', 'Not wired yet.');

export const resolution = {
  state: api.resolution.state.handler(() => {
    throw notYet();
  }),
  watch: api.resolution.watch.handler(async function* () {
    yield* [];
    throw notYet();
  }),
  run: api.resolution.run.handler(() => {
    throw notYet();
  }),
  stop: api.resolution.stop.handler(() => {
    throw notYet();
  }),
  runs: api.resolution.runs.handler(() => {
    throw notYet();
  }),
  journal: api.resolution.journal.handler(() => {
    throw notYet();
  }),
};

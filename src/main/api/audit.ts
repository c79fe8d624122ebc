// Placeholder until its services are wired.
import { AppError } from '../../shared/model/envelope.ts';
import { api } from './base.ts';

const notYet = () => new AppError('UNAVAILABLE', 'Not wired yet.');

export const audit = {
  events: api.audit.events.handler(() => {
    throw notYet();
  }),
  actions: api.audit.actions.handler(() => {
    throw notYet();
  }),
  undo: api.audit.undo.handler(() => {
    throw notYet();
  }),
  redo: api.audit.redo.handler(() => {
    throw notYet();
  }),
  chain: api.audit.chain.handler(() => {
    throw notYet();
  }),
  verify: api.audit.verify.handler(() => {
    throw notYet();
  }),
  export: api.audit.export.handler(async function* () {
    yield* [];
    throw notYet();
  }),
  asOf: api.audit.asOf.handler(() => {
    throw notYet();
  }),
  history: api.audit.history.handler(() => {
    throw notYet();
  }),
};

// Placeholder until its services are wired.
import { AppError } from '../../shared/model/envelope.ts';
import { api } from './base.ts';

const notYet = () => new AppError('UNAVAILABLE', 'Not wired yet.');

export const transfer = {
  export: api.transfer.export.handler(async function* () {
    yield* [];
    throw notYet();
  }),
  import: api.transfer.import.handler(() => {
    throw notYet();
  }),
  backups: api.transfer.backups.handler(() => {
    throw notYet();
  }),
  backup: api.transfer.backup.handler(() => {
    throw notYet();
  }),
  restore: api.transfer.restore.handler(() => {
    throw notYet();
  }),
};

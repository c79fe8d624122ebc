// Stands in for services that are being built in this issue; goes with the last of them.
import { AppError } from '../../shared/model/envelope.ts';
import type { ClientsService } from '../api/services.ts';

const later = (): never => {
  throw new AppError('UNAVAILABLE', 'not here yet');
};

export const interimClients = (): ClientsService => ({
  state: () => ({ keysRequired: false, keysRequiredBecause: null, clients: [] }),
  save: later,
  remove: later,
  addKey: later,
  revokeKey: later,
});

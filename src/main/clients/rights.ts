// For which project a caller speaks, where what it tells is learnt, and how a refusal of either is told. Used by the doors that agents come in by.
// Source: memory D15.
import { AppError, type ErrorCode } from '../../shared/model/envelope.ts';
import type { Refusal } from './caller.ts';
import type { ClientRegistry } from './client-registry.ts';

type Rights = Pick<ClientRegistry, 'refuseProject' | 'memoryOf'>;

/** Who asks, as far as rights go. */
interface Asking {
  readonly client: string;
  readonly project: string;
}

/** The project that is asked for, or the caller's. @throws AppError FORBIDDEN_PROJECT */
export function projectOf(rights: Rights, caller: Asking, given: string | undefined): string {
  const refused = given === undefined ? null : rights.refuseProject(caller.client, given);
  if (refused) throw refusedError(refused);
  return given ?? caller.project;
}

/** Where what the caller tells is learnt. @throws AppError FORBIDDEN_PROJECT, LEARNING_OFF */
export function learnsInto(rights: Rights, caller: Asking, given: string | undefined): string {
  const into = rights.memoryOf(caller.client, projectOf(rights, caller, given)).learnsInto;
  if (into !== null) return into;
  const message = `Nothing is learnt from the client ${caller.client}: the operator turned it off (Settings, Clients).`;
  throw new AppError('LEARNING_OFF', message);
}

const REFUSALS = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN_PROJECT',
  429: 'BUDGET_EXCEEDED',
} as const satisfies Record<Refusal['status'], ErrorCode>;

export const refusedError = ({ status, message }: Refusal): AppError =>
  new AppError(REFUSALS[status], message);

// How many approvals may be pending at once: of one agent, of all agents, and of the operator and the assistant, whose share no agent can use up.
// Called by approvals.ts. Source: agent, Approvals.
import { AppError } from '../../../shared/model/envelope.ts';
import { readPendingAskers } from '../../store/hands/approvals.ts';
import type { StoreReader } from '../../store/store.ts';
import { isOutside } from './outside.ts';

const MAX_OWN = 200;
const MAX_OF_ALL_AGENTS = 60;
const MAX_OF_ONE_AGENT = 20;
export const MAX_PENDING = MAX_OWN + MAX_OF_ALL_AGENTS;

/**
 * Call it in the transaction that inserts: the store lets one transaction write at a time, over all processes, so the count holds until the commit.
 * @param agent see Asker.outside; undefined for the operator and the assistant
 * @param now epoch milliseconds; a card that has expired takes no room, even if its host is gone and nobody marks it
 * @throws AppError BUDGET_EXCEEDED (retryable)
 */
export async function refuseOverPendingLimit(
  reader: StoreReader,
  agent: string | undefined,
  now: number,
): Promise<void> {
  const askers = await readPendingAskers(reader, now);
  const ofAgents = askers.filter(isOutside);
  if (agent === undefined) return refuseAtLimit(askers.length - ofAgents.length, MAX_OWN, 'approvals');
  const ofOne = ofAgents.filter((askedBy) => askedBy.startsWith(agent));
  refuseAtLimit(ofOne.length, MAX_OF_ONE_AGENT, 'of your proposals');
  refuseAtLimit(ofAgents.length, MAX_OF_ALL_AGENTS, 'proposals of agents');
}

function refuseAtLimit(pending: number, limit: number, what: string): void {
  if (pending < limit) return;
  const message = `${pending} ${what} are pending. Try again when the operator has decided some of them.`;
  throw new AppError('BUDGET_EXCEEDED', message, undefined, true);
}

// Sixth gate: a command of a read is proven to only read. Source: agent, Intent classification.
import { gate } from './gate.ts';

export const intent = gate('intent', async ({ parsed, resource }, { hands, signal }) => {
  if (parsed.kind !== 'write') await hands.proveRead(parsed, resource ?? null, signal);
  return undefined;
});

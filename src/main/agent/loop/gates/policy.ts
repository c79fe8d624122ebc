// Tenth gate: what would be done is worked out without doing any of it; what is refused whatever was approved is refused here.
// Source: agent, Command policy.
import { gate } from './gate.ts';

export const policy = gate('policy', async (call, { hands, signal }) => {
  if (call.parsed.kind !== 'write') return undefined;
  call.planned = await hands.plan(call.parsed, call.resource ?? null, signal);
  return undefined;
});

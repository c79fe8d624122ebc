// Last gate: a write waits for the operator's word, or for what stands in its place in this profile. What comes of it is waited for by write.ts.
// Source: agent, Approvals.
import { gate } from './gate.ts';

export const approval = gate('approval', async (call, run) => {
  const { planned } = call;
  if (!planned) return undefined;
  const asked = await run.ask({ ...call, planned });
  if (asked) call.approval = asked;
  return undefined;
});

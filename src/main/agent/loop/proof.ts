// What was written and is not proven: code asks the world once more, by the resource's own postcondition. Called where the model does not look itself:
// at the end of a run, and between the steps of a plan. Source: agent D2.
import { type RunEnv, setFsm } from './env.ts';
import { proven, type Unproven } from './fsm.ts';

const PROVE_MS = 10_000;

/** @returns what the world does not show */
export async function askTheWorld(env: RunEnv): Promise<readonly Unproven[]> {
  const { memory } = env.session;
  if (memory.fsm.unproven.length === 0) return [];
  const { parts } = env;
  const limit = new AbortController();
  const cancel = parts.clock.after(PROVE_MS, () => limit.abort());
  try {
    const shown = await Promise.all(
      memory.fsm.unproven.map(async (one) =>
        (await isShown(env, one, limit.signal)) ? one.approvalId : null,
      ),
    );
    setFsm(env, proven(memory.fsm, new Set(shown.filter((id) => id !== null))));
  } finally {
    cancel();
  }
  return memory.fsm.unproven;
}

async function isShown({ parts }: RunEnv, one: Unproven, signal: AbortSignal): Promise<boolean> {
  try {
    const { ok } = await parts.cards.verifyAgain(one.approvalId, signal);
    if (ok !== null) return ok;
    return one.removes && (await parts.known.find(one.resourceId, signal)) === null;
  } catch {
    return false;
  }
}

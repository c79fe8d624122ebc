// The way out of a loop that the operator takes: its conversation is forgotten, and its next request goes upstream.
import { api, describeFailure } from './client.ts';
import { i18n } from './i18n.ts';
import { say, sayFailed } from './toasts.tsx';

/** @returns whether it was let go */
export async function letLoopGo(conversation: string): Promise<boolean> {
  try {
    const { cleared } = await api.loops.clear({ conversation });
    say(i18n.t(cleared ? 'loops.letGoDone' : 'loops.letGoGone'));
    return cleared;
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
    return false;
  }
}

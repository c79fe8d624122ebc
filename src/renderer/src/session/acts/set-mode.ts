// What upstreams may do, changed by the operator: one or all of them, said with a way back. The menu on Overview and the palette
// do the same through here.
import type { UpstreamMode } from '../../../../shared/model/upstream.ts';
import { api, describeFailure } from '../client.ts';
import { sayFailed, undoable } from '../toasts.tsx';
import { type Pool, standingStore } from './standing-store.ts';

/** An upstream and what it may do now. */
export interface Moded {
  readonly name: string;
  readonly mode: UpstreamMode;
}

/** @param onPool told of the pool as each change leaves it */
export async function setMode(
  upstreams: readonly Moded[],
  mode: UpstreamMode,
  said: string,
  onPool: (pool: Pool) => void = () => {},
): Promise<void> {
  const set = async (wanted: readonly Moded[]): Promise<void> => {
    for (const one of wanted) {
      const pool = await api.upstreams.setMode(one);
      standingStore.getState().take(pool);
      onPool(pool);
    }
  };
  const before = upstreams.map(({ name, mode: was }) => ({ name, mode: was }));
  const after = upstreams.map(({ name }) => ({ name, mode }));
  try {
    await set(after);
    undoable({ text: said, undo: () => set(before), redo: () => set(after) });
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
  }
}

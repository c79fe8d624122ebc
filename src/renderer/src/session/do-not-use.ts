// "Do not use": a fact is kept out of prompts, or let in again, at once; said, and undoable.
import type { Edge } from '../../../shared/model/graph.ts';
import { api, describeFailure } from './client.ts';
import { i18n } from './i18n.ts';
import { sayFailed, undoable } from './toasts.tsx';

/** @param after what else is to be done each time it is marked, undone or done again */
export async function markDoNotUse(
  { edgeId, dimension, parent }: Pick<Edge, 'edgeId' | 'dimension' | 'parent'>,
  doNotUse: boolean,
  after: () => Promise<void> = async () => undefined,
): Promise<void> {
  const mark = async (value: boolean) => {
    await api.concepts.setDoNotUse({ edgeId, doNotUse: value });
    await after();
  };
  try {
    await mark(doNotUse);
    undoable({
      text: i18n.t(doNotUse ? 'facts.doNotUseDone' : 'facts.useAgainDone', { dimension, parent }),
      undo: () => mark(!doNotUse),
      redo: () => mark(doNotUse),
    });
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
  }
}

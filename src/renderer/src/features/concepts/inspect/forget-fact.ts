// "Forget": a fact ends and stays in the history; said, and undoable. The same from every place that offers it.
import { describeFailure } from '../../../session/client.ts';
import { i18n } from '../../../session/i18n.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { conceptsStore, type Forgettable } from '../concepts-store.ts';
import { offerUndo } from '../undo-action.ts';

export async function forgetFact(edge: Forgettable): Promise<void> {
  const { forget } = conceptsStore.getState();
  const { concept, dimension, parent } = edge;
  try {
    offerUndo(await forget(edge), i18n.t('concepts.inspector.forgotten', { concept, dimension, parent }));
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
  }
}

// "Forget": a fact ends and stays in the history; said, and undoable. The same from every place that offers it.
import { api, describeFailure } from '../../../session/client.ts';
import { i18n } from '../../../session/i18n.ts';
import { sayFailed, undoable } from '../../../session/toasts.tsx';
import { conceptsStore, type Forgettable } from '../concepts-store.ts';

export async function forgetFact(edge: Forgettable): Promise<void> {
  const { forget, refresh } = conceptsStore.getState();
  const { concept, dimension, parent } = edge;
  try {
    const id = await forget(edge);
    const turn = (way: 'undo' | 'redo') => async () => {
      await api.audit[way]({ id, reason: '' });
      await refresh();
    };
    const text = i18n.t('concepts.inspector.forgotten', { concept, dimension, parent });
    undoable({ text, undo: turn('undo'), redo: turn('redo') });
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
  }
}

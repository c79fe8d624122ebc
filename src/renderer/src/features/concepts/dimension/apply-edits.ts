// Applies edits by hand as one action: done, read anew, said, and undoable with Ctrl/Cmd+Z like everything else.
import type { EditsPreview, GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import { api } from '../../../session/client.ts';
import { undoable } from '../../../session/toasts.tsx';
import { conceptsStore } from '../concepts-store.ts';

/** What they would do, changing nothing. */
export const previewEdits = (edits: readonly GraphEdit[]): Promise<EditsPreview> =>
  api.edits.preview({ edits: [...edits] });

/**
 * @param text what was done, in one line
 * @param basis what the preview gave: anything else is refused
 * @throws what the call throws; nothing was changed then
 */
export async function applyEdits(
  edits: readonly GraphEdit[],
  { text, basis, reason = '' }: { text: string; basis: string; reason?: string },
): Promise<void> {
  const { refresh } = conceptsStore.getState();
  const { action } = await api.edits.apply({ edits: [...edits], basis, reason });
  await refresh();
  const turn = (way: 'undo' | 'redo') => async () => {
    await api.audit[way]({ id: action.id, reason: '' });
    await refresh();
  };
  undoable({ text, undo: turn('undo'), redo: turn('redo') });
}

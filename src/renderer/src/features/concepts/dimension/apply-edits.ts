// Applies edits by hand as one action: done, read anew, said, and undoable with Ctrl/Cmd+Z like everything else.
import type { EditsPreview, GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import { api } from '../../../session/client.ts';
import { conceptsStore } from '../concepts-store.ts';
import { offerUndo } from '../undo-action.ts';

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
  { text, basis }: { text: string; basis: string },
): Promise<void> {
  const { action } = await api.edits.apply({ edits: [...edits], basis, reason: '' });
  await conceptsStore.getState().refresh();
  offerUndo(action.id, text);
}

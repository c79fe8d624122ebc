// An action on the memory that was just done here: said, and taken back or done again with Ctrl/Cmd+Z like everything else.
import { api } from '../../session/client.ts';
import { undoable } from '../../session/toasts.tsx';
import { conceptsStore } from './concepts-store.ts';

/** @param id of the action @param text what was done, in one line */
export function offerUndo(id: number, text: string): void {
  const turn = (way: 'undo' | 'redo') => async () => {
    await api.audit[way]({ id, reason: '' });
    await conceptsStore.getState().refresh();
  };
  undoable({ text, undo: turn('undo'), redo: turn('redo') });
}

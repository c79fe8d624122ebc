// The keyboard on a canvas or a list that is edited: Space selects, keys do what the bar's buttons do, and what is picked up is walked to
// its place with the arrow keys.
import type { KeyboardEvent } from 'react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useAppearance } from '../../../session/appearance.ts';
import type { Neighbourhood } from '../concepts-store.ts';
import { handStore } from './hand-store.ts';
import { EDIT_KEYS, useSelectionActions } from './selection-actions.ts';
import { useIsEdited } from './use-drawn.ts';

interface Place {
  readonly neighbourhood: Neighbourhood;
  /** Where the keyboard is. */
  readonly cursor: string | null;
  readonly openMenu: (tokens: readonly string[]) => void;
}

/** @returns hears a key first; true when it made use of it */
export function useEditKeys({ neighbourhood, cursor, openMenu }: Place): (event: KeyboardEvent) => boolean {
  const isEditing = useIsEdited();
  const { selected, carried, toggle, select, over, drop, letGo } = useStore(handStore);
  const singleKeys = useAppearance((s) => s.singleKeys);
  const tokens = selected.size > 0 ? [...selected] : cursor === null ? [] : [cursor];
  const actions = useSelectionActions(neighbourhood, tokens);
  const byKeyboard = carried?.by === 'keyboard';
  useEffect(() => {
    if (byKeyboard) void over(cursor !== null && tokens.includes(cursor) ? null : cursor);
  }, [byKeyboard, cursor, over, tokens]);
  return (event) => {
    if (!isEditing) return false;
    const { key, shiftKey } = event;
    if (byKeyboard) {
      if (key === 'Enter' || key === ' ') drop();
      else if (key === 'Escape') letGo();
      else return false;
      return true;
    }
    if ((key === 'F10' && shiftKey) || key === 'ContextMenu') {
      if (tokens.length === 0) return false;
      select(tokens);
      openMenu(tokens);
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === ' ') {
      if (cursor !== null) toggle(cursor);
      return true;
    }
    if (key === 'Escape' && selected.size > 0) {
      select([]);
      return true;
    }
    const id = EDIT_KEYS[key];
    if (id === undefined || (key.length === 1 && !singleKeys)) return false;
    const action = actions.find((one) => one.id === id);
    if (!action) return false;
    if (id !== 'carry' || selected.size === 0) select(tokens);
    action.run();
    return true;
  };
}

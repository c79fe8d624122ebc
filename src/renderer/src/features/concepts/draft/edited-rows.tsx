// A list of concepts that is edited: the same selection and the same commands as on the canvas, by key and by mouse.
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Column } from '../../../ui/virtual-grid.tsx';
import type { Neighbourhood, TreeNode } from '../concepts-store.ts';
import { ContextMenu, type MenuAt } from './context-menu.tsx';
import styles from './draft.module.css';
import { handStore } from './hand-store.ts';
import { InPlace } from './in-place.tsx';
import { EDIT_KEYS, useSelectionActions } from './selection-actions.ts';
import { useIsEdited } from './use-drawn.ts';

/** Where a menu or a field stands over a list. */
const CORNER = { x: 24, y: 48 };

interface EditedRows {
  readonly isEditing: boolean;
  /** The row the keyboard is at; null for the one in focus. */
  readonly cursor: string | null;
  readonly columns: readonly Column<TreeNode>[];
  readonly go: (token: string) => void;
  readonly onKey: (key: string) => boolean;
  /** What lies over the list. */
  readonly over: ReactNode;
}

export function useEditedRows(neighbourhood: Neighbourhood): EditedRows {
  const { t } = useTranslation();
  const isEditing = useIsEdited();
  const { selected, wish, toggle, select, ask } = useStore(handStore);
  const [cursor, setCursor] = useState<string | null>(null);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const here = cursor ?? neighbourhood.focus;
  const tokens = selected.size > 0 ? [...selected] : [here];
  const actions = useSelectionActions(neighbourhood, tokens);
  const column: Column<TreeNode> = {
    ...{ id: 'selected', title: t('concepts.edit.table.selected'), width: '40px', quiet: true },
    cell: ({ concept: { token } }) => (
      // biome-ignore lint/a11y/noStaticElementInteractions: the row's Space does the same, and says so.
      // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
      <span
        className={styles.tick}
        data-on={selected.has(token)}
        onClick={(event) => {
          event.stopPropagation();
          setCursor(token);
          toggle(token);
        }}
      >
        {selected.has(token) ? <Check size={12} strokeWidth={2.5} /> : null}
        <span className="sr-only">{selected.has(token) ? t('concepts.edit.table.selected') : ''}</span>
      </span>
    ),
  };
  const onKey = (key: string): boolean => {
    if (!isEditing) return false;
    if (key === ' ') toggle(here);
    else if (key === 'ContextMenu' || key === 'F10') {
      select(tokens);
      setMenu({ ...CORNER, tokens });
    } else if (key === 'Escape' && selected.size > 0) select([]);
    else {
      const action = actions.find(({ id }) => id === EDIT_KEYS[key]);
      // There is nothing to walk to in a list: what would be carried is asked for its parent.
      if (!action) return false;
      select(tokens);
      if (action.id === 'carry') ask({ kind: 'move' });
      else action.run();
    }
    return true;
  };
  return {
    ...{ isEditing, cursor: isEditing ? cursor : null, go: setCursor, onKey },
    columns: isEditing ? [column] : [],
    over: (
      <>
        {menu ? <ContextMenu at={menu} neighbourhood={neighbourhood} onClose={() => setMenu(null)} /> : null}
        {isEditing && wish && 'token' in wish ? (
          <InPlace
            key={`${wish.kind} ${wish.token}`}
            wish={wish}
            neighbourhood={neighbourhood}
            at={CORNER}
            onClose={() => ask(null)}
          />
        ) : null}
      </>
    ),
  };
}

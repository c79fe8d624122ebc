// The menu of what is selected, where it was asked for: a right click, Shift+F10 or the menu key, on the canvas or on a row.
import { useEffect, useRef } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import lists from '../../../ui/inputs/list.module.css';
import { Kbd } from '../../../ui/kbd.tsx';
import type { Neighbourhood } from '../concepts-store.ts';
import styles from './draft.module.css';
import { whatWords } from './edit-words.ts';
import { useSelectionActions } from './selection-actions.ts';

/** Where it opens, in pixels of what it stands in, and of which concepts it is. */
export interface MenuAt {
  readonly x: number;
  readonly y: number;
  readonly tokens: readonly string[];
}

interface ContextMenuProps {
  readonly at: MenuAt;
  readonly neighbourhood: Neighbourhood;
  readonly onClose: () => void;
}

export function ContextMenu({ at, neighbourhood, onClose }: ContextMenuProps) {
  const { t } = useTranslation();
  const anchor = useRef<HTMLSpanElement>(null);
  const actions = useSelectionActions(neighbourhood, at.tokens);
  const back = useRef(document.activeElement);
  // What had the focus has it again, unless the command gave it away.
  useEffect(
    () => () => {
      if (document.activeElement === document.body && back.current instanceof HTMLElement)
        back.current.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <>
      <span ref={anchor} className={styles.anchor} style={{ left: at.x, top: at.y }} />
      <Popover
        className={cx(lists.popover)}
        triggerRef={anchor}
        placement="bottom start"
        offset={2}
        isOpen
        onOpenChange={(open) => (open ? undefined : onClose())}
      >
        <Menu
          className={cx(lists.list, styles.menu)}
          aria-label={t('concepts.edit.act.menu', { what: whatWords(at.tokens, t) })}
          autoFocus="first"
          onClose={onClose}
        >
          {actions.map(({ id, label, icon: Icon, key, run }) => (
            <MenuItem key={id} id={id} className={cx(lists.item)} textValue={label} onAction={run}>
              <Icon size={14} strokeWidth={1.5} />
              <span className="push">{label}</span>
              {key === null ? null : <Kbd keys={key} />}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </>
  );
}

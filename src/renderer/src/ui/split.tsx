// List and inspector: the one pattern of every screen that lists. The inspector's width is dragged or moved with the arrow
// keys and remembered per screen; below 900 px it is a sheet over the list. Esc that nothing within made use of closes it,
// wherever on the screen one is.
import { X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './inputs/button.tsx';
import { Sheet } from './sheet.tsx';
import styles from './split.module.css';
import { useNarrow } from './use-media.ts';

interface SplitProps {
  /** Under which the width is remembered. */
  readonly name: string;
  readonly main: ReactNode;
  /** Null: nothing selected, the list has the whole width. */
  readonly inspector: ReactNode | null;
  readonly label: string;
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly width?: number;
  readonly least?: number;
  readonly most?: number;
}

const STEP = 24;

/** The remembered width of a screen's inspector, within its limits. */
function useWidth({ name, width = 440, least = 320, most = 720 }: SplitProps) {
  const key = `festinger.inspector.${name}`;
  const clamp = (value: number) => Math.round(Math.min(most, Math.max(least, value)));
  const [value, setValue] = useState(() => clamp(Number(localStorage.getItem(key) ?? width) || width));
  const change = (next: number) => {
    setValue(clamp(next));
    localStorage.setItem(key, String(clamp(next)));
  };
  return { value, change, least, most };
}

export function Split(props: SplitProps) {
  const narrow = useNarrow();
  const { inspector, main, label, title, actions, onClose } = props;
  const { t } = useTranslation();
  const head = (
    <div className={styles.head}>
      <h2 className={styles.title} tabIndex={-1} data-inspector-title>
        {title}
      </h2>
      {actions}
      <IconButton icon={X} label={t('action.close')} onPress={onClose} />
    </div>
  );
  useEscape(inspector !== null && !narrow, onClose);
  useRestInList(inspector !== null);
  if (narrow) {
    return (
      <div className={styles.split}>
        <div className={styles.main}>{main}</div>
        <Sheet label={label} isOpen={inspector !== null} onClose={onClose} head={head}>
          {inspector}
        </Sheet>
      </div>
    );
  }
  return (
    <div className={styles.split}>
      <div className={styles.main}>{main}</div>
      {inspector === null ? null : (
        <Aside {...props} head={head}>
          {inspector}
        </Aside>
      )}
    </div>
  );
}

function Aside(props: SplitProps & { head: ReactNode; children: ReactNode }) {
  const { value, change, least, most } = useWidth(props);
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return;
    change(box.current.getBoundingClientRect().right - event.clientX);
  };
  const nudge = (event: KeyboardEvent) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    change(value + by);
  };
  return (
    <aside ref={box} className={styles.aside} aria-label={props.label} style={{ width: value }}>
      <hr
        className={styles.grip}
        aria-label={t('inspector.resize')}
        aria-orientation="vertical"
        aria-valuenow={value}
        aria-valuemin={least}
        aria-valuemax={most}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={nudge}
      />
      {props.head}
      <div className={styles.body}>{props.children}</div>
    </aside>
  );
}

/**
 * Closes the inspector on Esc. Heard at the window, behind everything in the page: what is further in, a menu, a field with
 * something in it, a form in the inspector, has had its turn and said so.
 */
function useEscape(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      // One that stays open whatever is pressed lies over all of it.
      if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="alertdialog"]'))
        return;
      latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOpen]);
}

/** Where the inspector closes with what had the focus in it, the list has it next; who is in the search field stays there. */
function useRestInList(isOpen: boolean): void {
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current && !isOpen) focusListAfter();
    was.current = isOpen;
  }, [isOpen]);
}

/** Puts the focus back on the list that the inspector belongs to, or on what stands there instead. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-list], [data-rest]')?.focus();
}

/** The same, unless something else has the focus: what had it is gone. */
export function focusListAfter(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusList();
}

/** The operator works in the list. */
export const isInList = (): boolean => document.activeElement?.closest('[data-list]') !== null;

/** Moves the focus to the inspector's title once it is there; called when Enter opened it. */
export function useFocusInspector(wanted: boolean, done: () => void): void {
  useEffect(() => {
    if (!wanted) return;
    const title = document.querySelector<HTMLElement>('[data-inspector-title]');
    if (!title) return;
    title.focus();
    done();
  }, [wanted, done]);
}

// Short notices at the lower edge, with Undo where there is one. Sonner pauses them under the pointer and on focus.
import { Toaster, toast } from 'sonner';
import { useStore } from 'zustand';
import { Kbd } from '../ui/kbd.tsx';
import { useAppearance } from './appearance.ts';
import { describeFailure } from './client.ts';
import { i18n } from './i18n.ts';
import styles from './toasts.module.css';
import { createUndo, type Spoken, type Undoable } from './undo.ts';

/** Pixels. */
const RAIL = { narrow: 56, wide: 220 } as const;

/** At the left, beside the rail: the lower right is where forms have their buttons. */
export function Toasts() {
  const rail = useAppearance((s) => s.rail);
  return (
    <Toaster
      position="bottom-left"
      containerAriaLabel={i18n.t('toast.label')}
      offset={{ bottom: 40, left: RAIL[rail] + 16 }}
      mobileOffset={{ bottom: 68 }}
      visibleToasts={3}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: styles.toast ?? '',
          title: styles.title ?? '',
          actionButton: styles.action ?? '',
          icon: 'bad',
        },
      }}
    />
  );
}

const UNDO_MS = 10_000;

export const say = (text: string): void => void toast(text);
export const sayFailed = (text: string): void => void toast.error(text);

/** The notice of each thing done that is on screen now; what changes about it is said anew, for ten seconds again. */
const notices = new Map<string, string | number>();

function speak(id: string, spoken: Spoken): void {
  const shown = notices.get(id);
  if (shown !== undefined) toast.dismiss(shown);
  notices.delete(id);
  if (spoken.kind === 'refused') {
    toast.error(i18n.t('undo.refused', { text: spoken.text, message: spoken.message }), {
      duration: UNDO_MS,
    });
    return;
  }
  const undone = spoken.kind === 'undone';
  const forget = ({ id: gone }: { id: string | number }) => {
    // A notice that leaves late must not take its successor with it.
    if (notices.get(id) === gone) notices.delete(id);
  };
  const shownNow = toast(undone ? i18n.t('undo.undone', { text: spoken.text }) : spoken.text, {
    duration: UNDO_MS,
    onAutoClose: forget,
    onDismiss: forget,
    action: {
      label: (
        <>
          {i18n.t(undone ? 'action.redo' : 'action.undo')}
          <span className={styles.keys} aria-hidden="true">
            <Kbd keys={undone ? '$mod+Shift+z' : '$mod+z'} />
          </span>
        </>
      ),
      onClick: spoken.act,
    },
  });
  notices.set(id, shownNow);
}

const undoStore = createUndo(speak, (thrown) => describeFailure(thrown).message);

/** Remembers what was just done, says so with Undo beside it for ten seconds, and leaves it to Ctrl/Cmd+Z after that. */
export const undoable = (thing: Undoable): void => undoStore.getState().did(thing);

/** Takes back what was done elsewhere or earlier, and offers to do it again. */
export const takeBack = (thing: Undoable): Promise<void> => undoStore.getState().takeBack(thing);

/** What Ctrl/Cmd+Z and Ctrl/Cmd+Shift+Z would do now; null for nothing. */
export function useUndo(): { undo: (() => void) | null; redo: (() => void) | null } {
  const { done, undone, undo, redo } = useStore(undoStore);
  return {
    undo: done.length > 0 ? () => void undo() : null,
    redo: undone.length > 0 ? () => void redo() : null,
  };
}

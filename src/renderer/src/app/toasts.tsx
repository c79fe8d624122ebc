// Short notices at the lower edge, with Undo where there is one. Sonner pauses them under the pointer and on focus.
import { Toaster, toast } from 'sonner';
import { i18n } from './i18n.ts';
import styles from './toasts.module.css';

export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      containerAriaLabel={i18n.t('toast.label')}
      offset={{ bottom: 40, right: 16 }}
      mobileOffset={{ bottom: 68 }}
      visibleToasts={3}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: styles.toast ?? '',
          title: styles.title ?? '',
          actionButton: styles.action ?? '',
          icon: styles.icon ?? '',
        },
      }}
    />
  );
}

const UNDO_MS = 10_000;

/** Says what was done and offers to take it back for ten seconds. */
export function sayWithUndo(text: string, undo: () => void): void {
  toast(text, { duration: UNDO_MS, action: { label: i18n.t('action.undo'), onClick: undo } });
}

export const say = (text: string): void => void toast(text);
export const sayFailed = (text: string): void => void toast.error(text);

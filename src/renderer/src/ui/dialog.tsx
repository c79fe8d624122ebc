// A dialog in the middle of the window: a title, what it is about, and its buttons at the foot. Esc and the scrim close it. One that asks before
// something is done has the fields that it needs, Cancel and the act.
import { type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import type { Failure } from './failure.ts';
import { Button, IconButton } from './inputs/button.tsx';
import { ErrorState } from './states.tsx';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** A button that closes it, where left out. */
  readonly foot?: ReactNode;
  readonly width?: 'narrow' | 'wide';
  /** What it shows is lost with it: a click beside it does not close it. */
  readonly staysOpen?: boolean;
}

export function Dialog({ title, isOpen, onClose, children, foot, width = 'narrow', staysOpen }: DialogProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className={cx(styles.scrim)}
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable={staysOpen !== true}
    >
      <Modal className={cx(styles.modal)} data-width={width}>
        <AriaDialog className={cx(styles.dialog)}>
          <header className={styles.head}>
            <Heading slot="title" className={cx(styles.title)}>
              {title}
            </Heading>
            <IconButton icon={X} label={t('action.close')} onPress={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          <footer className={styles.foot}>
            {foot ?? <Button onPress={onClose}>{t('action.close')}</Button>}
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  /** What the act is called on its button. */
  readonly act: string;
  readonly icon?: LucideIcon;
  /** Whether the fields hold what the act needs. */
  readonly isReady?: boolean;
  /** It changes nothing in the core. */
  readonly isLocal?: boolean;
  /** @returns why it was not done; null when it was */
  readonly onConfirm: () => Promise<Failure | null> | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Enter in a field acts. Closes once the act succeeded, and says why it did not. */
export function ConfirmDialog({
  title,
  act,
  icon,
  isReady = true,
  isLocal = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  async function confirm(): Promise<void> {
    if (!isReady || isBusy) return;
    setBusy(true);
    const refused = await onConfirm();
    setBusy(false);
    setFailure(refused);
    if (refused === null) onClose();
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('action.cancel')}
          </Button>
          <span className="push" />
          <Button
            variant="primary"
            {...(icon ? { icon } : {})}
            writes={!isLocal}
            isDisabled={!isReady || isBusy}
            type="submit"
            form={id}
          >
            {act}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {children}
        {failure ? <ErrorState failure={failure} compact /> : null}
      </form>
    </Dialog>
  );
}

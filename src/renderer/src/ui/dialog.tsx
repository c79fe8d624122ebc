// A dialog in the middle of the window: a title, what it is about, and its buttons at the foot. Esc and the scrim close it.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { Button, IconButton } from './inputs/button.tsx';

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

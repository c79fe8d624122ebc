// A panel that rises from the lower edge where there is no room beside: the inspector of a narrow window, and what is looked at from within it. Esc and the scrim
// close it, and the focus goes back to where it was.
import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { cx } from './cx.ts';
import styles from './sheet.module.css';

interface SheetProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly head: ReactNode;
  readonly children: ReactNode;
}

export function Sheet({ label, isOpen, onClose, head, children }: SheetProps) {
  return (
    <ModalOverlay
      className={cx(styles.scrim)}
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable
    >
      <Modal className={cx(styles.sheet)}>
        <Dialog className={cx(styles.sheetBody)} aria-label={label} data-keys>
          {head}
          <div className={styles.body}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

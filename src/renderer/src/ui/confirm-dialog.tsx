// A dialog that asks before something is done, with the fields that it needs: Cancel, and the act. Enter in a field acts. It closes once the act
// succeeded and says why it did not.
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import type { Failure } from './failure.ts';
import { Button } from './inputs/button.tsx';
import { ErrorState } from './states.tsx';

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
            onPress={() => void confirm()}
          >
            {act}
          </Button>
        </>
      }
    >
      <form
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

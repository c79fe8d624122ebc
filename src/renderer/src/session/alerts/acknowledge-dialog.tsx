// Acknowledges an alert, with a note where the operator has one.
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../../../shared/model/alert.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Failure } from '../../ui/failure.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { acknowledge } from './alert-acts.ts';
import styles from './alerts.module.css';

export function AcknowledgeDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  async function submit(): Promise<void> {
    const refused = await acknowledge(alert.id, note);
    setFailure(refused);
    if (!refused) onClose();
  }
  return (
    <Dialog
      title={t('alerts.acknowledge')}
      isOpen
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('action.cancel')}
          </Button>
          <span className="push" />
          <Button variant="primary" icon={Check} writes onPress={() => void submit()}>
            {t('alerts.acknowledge')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{alert.message}</p>
        <p className="quiet">{t('alerts.acknowledgeText')}</p>
        <TextField label={t('alerts.note')} value={note} onChange={setNote} maxLength={500} autoFocus />
        {failure ? <ErrorState failure={failure} compact /> : null}
      </form>
    </Dialog>
  );
}

// Acknowledges an alert, with a note where the operator has one.
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../../../shared/model/alert.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { acknowledge } from './alert-acts.ts';

export function AcknowledgeDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      title={t('alerts.acknowledge')}
      act={t('alerts.acknowledge')}
      icon={Check}
      onConfirm={() => acknowledge(alert.id, note)}
      onClose={onClose}
    >
      <p>{alert.message}</p>
      <p className="quiet">{t('alerts.acknowledgeText')}</p>
      <TextField label={t('alerts.note')} value={note} onChange={setNote} maxLength={500} autoFocus />
    </ConfirmDialog>
  );
}

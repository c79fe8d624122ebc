// Why, in the operator's words: optional, kept with the decision. The reason given last is offered, never filled in.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import styles from './decide.module.css';
import { decisionStore } from './decision-store.ts';

const LONGEST = 500;

export function Reason() {
  const { t } = useTranslation();
  const { reason, lastReason, setReason } = useStore(decisionStore);
  return (
    <div className={styles.reason} data-reason>
      <TextField
        label={t('conflicts.reason.label')}
        placeholder={t('conflicts.reason.placeholder')}
        value={reason}
        onChange={setReason}
        maxLength={LONGEST}
        quiet
      />
      {lastReason !== '' && reason === '' ? (
        <Button variant="quiet" onPress={() => setReason(lastReason)}>
          <span className={styles.lastReason}>{t('conflicts.reason.again', { reason: lastReason })}</span>
        </Button>
      ) : null}
    </div>
  );
}

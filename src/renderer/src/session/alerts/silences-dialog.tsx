// What is silenced, until when, by whom and why; each can be ended.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertSilence } from '../../../../shared/model/alert.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Failure } from '../../ui/failure.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { endSilence } from './alert-acts.ts';
import styles from './alerts.module.css';
import { SilenceLine, scopeOf } from './silence-line.tsx';

interface SilencesDialogProps {
  readonly silences: readonly AlertSilence[];
  readonly onClose: () => void;
}

export function SilencesDialog({ silences, onClose }: SilencesDialogProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const close = useRef<HTMLButtonElement>(null);
  // The button goes with its silence: the focus must not go with it.
  const end = async (id: string) => {
    close.current?.focus();
    setFailure(await endSilence(id));
  };
  return (
    <Dialog
      title={t('alerts.silences')}
      isOpen
      onClose={onClose}
      width="wide"
      foot={
        <Button ref={close} onPress={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      {silences.length === 0 ? <p className="quiet">{t('alerts.silencesNone')}</p> : null}
      {failure ? <ErrorState failure={failure} compact /> : null}
      <ul className={styles.list}>
        {silences.map((one) => (
          <li key={one.id} className={styles.silence}>
            <div className={styles.body}>
              <p className={styles.message}>{scopeOf(one)}</p>
              <SilenceLine silence={one} bare />
            </div>
            <Button
              writes
              label={t('alerts.actLabel', { act: t('alerts.endSilence'), message: scopeOf(one) })}
              onPress={() => void end(one.id)}
            >
              {t('alerts.endSilence')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

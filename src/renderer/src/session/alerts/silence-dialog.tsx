// Silences alerts of a resource, of a rule, or of both, for a while or until a time.
import { BellOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../../../shared/model/alert.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Failure } from '../../ui/failure.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { silence } from './alert-acts.ts';
import styles from './alerts.module.css';

const DURATIONS = ['m60', 'm240', 'm1440', 'm10080', 'until'] as const;
type Duration = (typeof DURATIONS)[number];
type Scope = 'both' | 'resource' | 'rule';

const minutesOf = (duration: Exclude<Duration, 'until'>): number => Number(duration.slice(1));

export function SilenceDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const { t } = useTranslation();
  const { resourceId, resourceName: name, rule } = alert;
  const [scope, setScope] = useState<Scope>(resourceId === null ? 'rule' : 'both');
  const [duration, setDuration] = useState<Duration>('m60');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const at = Date.parse(until);
  const isPast = duration === 'until' && until !== '' && !(at > Date.now());
  const isReady = reason.trim() !== '' && (duration !== 'until' || at > Date.now());
  const scopes: readonly Scope[] = resourceId === null ? ['rule'] : ['both', 'resource', 'rule'];
  async function submit(): Promise<void> {
    if (!isReady) return;
    const refused = await silence({
      reason,
      resourceId: scope === 'rule' ? null : resourceId,
      rule: scope === 'resource' ? null : rule,
      ...(duration === 'until' ? { until: at } : { minutes: minutesOf(duration) }),
    });
    setFailure(refused);
    if (!refused) onClose();
  }
  return (
    <Dialog
      title={t('alerts.silence')}
      isOpen
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('action.cancel')}
          </Button>
          <span className="push" />
          <Button variant="primary" icon={BellOff} writes isDisabled={!isReady} onPress={() => void submit()}>
            {t('alerts.silence')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{alert.message}</p>
        <p className="quiet">{t('alerts.silenceText')}</p>
        <TextField label={t('alerts.reason')} value={reason} onChange={setReason} maxLength={300} autoFocus />
        <div className={styles.field}>
          <span>{t('alerts.scope')}</span>
          <Choice
            label={t('alerts.scope')}
            value={scope}
            onChange={setScope}
            options={scopes.map((value) => ({
              value,
              label: t(`alerts.scopes.${value}`, { name, rule: t(`alerts.rule.${rule}`) }),
            }))}
          />
        </div>
        <div className={styles.field}>
          <span>{t('alerts.duration')}</span>
          <Choice
            label={t('alerts.duration')}
            value={duration}
            onChange={setDuration}
            options={DURATIONS.map((value) => ({ value, label: t(`alerts.durations.${value}`) }))}
          />
        </div>
        {duration === 'until' ? (
          <TextField
            label={t('alerts.until')}
            type="datetime-local"
            value={until}
            onChange={setUntil}
            problem={isPast ? t('alerts.untilPast') : null}
          />
        ) : null}
        {failure ? <ErrorState failure={failure} compact /> : null}
      </form>
    </Dialog>
  );
}

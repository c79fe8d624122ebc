// Silences alerts of a resource and of what is in it, of a rule, or of a rule there: for a while, until a time, or until somebody ends it.
import { BellOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertRule } from '../../../../shared/alert-titles.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { silence } from './alert-acts.ts';
import styles from './alerts.module.css';

const MINUTES = { m60: 60, m240: 240, m1440: 1440, m10080: 10_080 } as const;
const DURATIONS = [...(Object.keys(MINUTES) as (keyof typeof MINUTES)[]), 'until', 'open'] as const;
type Duration = (typeof DURATIONS)[number];
type Scope = 'both' | 'resource' | 'rule';

/** An alert, or a resource with whatever alerts it will have. */
export interface SilenceSubject {
  readonly resourceId: string | null;
  readonly resourceName: string;
  readonly rule?: AlertRule;
  readonly message?: string;
}

export function SilenceDialog({ of, onClose }: { of: SilenceSubject; onClose: () => void }) {
  const { t } = useTranslation();
  const { resourceId, resourceName: name, rule = null, message } = of;
  const scopes: readonly Scope[] =
    rule === null ? ['resource'] : resourceId === null ? ['rule'] : ['both', 'resource', 'rule'];
  const [scope, setScope] = useState<Scope>(scopes[0] ?? 'resource');
  const [duration, setDuration] = useState<Duration>('m60');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const at = Date.parse(until);
  const isPast = duration === 'until' && until !== '' && !(at > Date.now());
  const end =
    duration === 'open'
      ? { until: null }
      : duration === 'until'
        ? { until: at }
        : { minutes: MINUTES[duration] };
  return (
    <ConfirmDialog
      title={t('alerts.silence')}
      act={t('alerts.silence')}
      icon={BellOff}
      isReady={reason.trim() !== '' && (duration !== 'until' || at > Date.now())}
      onConfirm={() =>
        silence({
          reason,
          resourceId: scope === 'rule' ? null : resourceId,
          rule: scope === 'resource' ? null : rule,
          ...end,
        })
      }
      onClose={onClose}
    >
      {message === undefined ? null : <p>{message}</p>}
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
            label: t(`alerts.scopes.${value}`, { name, rule: rule === null ? '' : t(`alerts.rule.${rule}`) }),
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
    </ConfirmDialog>
  );
}

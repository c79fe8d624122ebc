// The sentence of state: large, first, and specific about what to try when something is not well.

import type { TFunction } from 'i18next';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SystemStatus } from '../../../../shared/model/status.ts';
import { formatMinute, formatSince } from '../../ui/format.ts';
import { useAsOf, useLive } from '../../ui/liveness.ts';
import { useNow } from '../../ui/time-ago.tsx';
import styles from './overview.module.css';
import { type Verdict, verdict } from './state-sentence.ts';

const ICON = { ok: CircleCheck, wait: TriangleAlert, bad: CircleAlert } as const;

/** What is not known to be so now is not said to be so. The shell's notice says it aloud; here it is only read. */
function NotKnown() {
  const { t } = useTranslation();
  const asOf = useAsOf();
  const now = useNow();
  return (
    <div>
      <p className={styles.sentence}>
        <CircleDashed size={26} strokeWidth={1.75} />
        <span>
          <strong>
            {asOf === null
              ? t('overview.neverKnown')
              : t('overview.notKnown', { time: formatSince(asOf, now) })}
          </strong>{' '}
          <span className={styles.calm}>{t('overview.notKnownWhy')}</span>
        </span>
      </p>
      <p className={styles.advice}>
        <b>{t('overview.try', { fix: t('overview.notKnownFix') })}</b>
      </p>
    </div>
  );
}

export function Sentence({ status }: { status: SystemStatus | null }) {
  const { t } = useTranslation();
  const live = useLive();
  if (!live) return <NotKnown key="not-known" />;
  if (!status) {
    return (
      <p className={styles.sentence} role="status">
        <CircleDashed size={26} strokeWidth={1.5} />
        <span className={styles.calm}>{t('overview.connecting')}</span>
      </p>
    );
  }
  const said = verdict(status);
  const { tone, part, others, loops, waiting } = said;
  const Icon = ICON[tone];
  const figures = t('overview.running', {
    count: status.counts.agents,
    models: t('overview.models', { count: status.models.length }),
  });
  return (
    <div role="status">
      <p className={styles.sentence} data-tone={tone}>
        <Icon size={26} strokeWidth={1.75} />
        <span>
          <strong>{headline(t, said)}</strong>{' '}
          {part ? null : (
            <span className={styles.calm}>
              {figures}
              {waiting > 0 ? ` ${t('overview.promptsWait', { count: waiting })}` : ''}
            </span>
          )}
        </span>
      </p>
      {part ? (
        <p className={styles.advice}>
          {part.since === null ? null : (
            <span>{t('overview.since', { time: formatMinute(part.since) })} </span>
          )}
          {part.fix === null ? null : <b>{t('overview.try', { fix: part.fix })} </b>}
          {others > 0 ? <span>{t('overview.more', { count: others })} </span> : null}
          {loops > 0 ? <span>{t('loops.active', { count: loops })}. </span> : null}
          {waiting > 0 ? <span>{t('overview.promptsWait', { count: waiting })}</span> : null}
        </p>
      ) : null}
    </div>
  );
}

/** The one thing that matters most. */
function headline(t: TFunction, { tone, part, alerts, loops, cut, findings }: Verdict): string {
  if (part)
    return part.reason ?? t(tone === 'bad' ? 'overview.notWell' : 'overview.degraded', { part: part.label });
  if (alerts.critical > 0) return t('overview.alertsCritical', { count: alerts.critical });
  if (loops > 0) return `${t('loops.active', { count: loops })}.`;
  if (alerts.warning > 0) return t('overview.alertsWarning', { count: alerts.warning });
  if (cut > 0) return t('overview.promptsCut', { count: cut });
  return findings > 0 ? t('overview.wellButFindings', { count: findings }) : t('overview.well');
}

// Where a finding stands, as small marks with words: exploited and by when it is due, held, what a person decided.
import { CalendarClock, CircleHelp, Flame, Stamp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Finding, FindingDecision } from '../../../../../shared/model/evidence/finding.ts';
import { formatDay, formatShortDate } from '../../../ui/format.ts';
import { useNow } from '../../../ui/time-ago.tsx';
import styles from '../findings.module.css';

const ICON = { size: 12, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function Standing({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const now = useNow();
  const { exploited, held, decision } = finding;
  const due = exploited?.due ?? null;
  const isOver = due !== null && due < now;
  return (
    <span className={styles.marks}>
      {exploited === null ? null : (
        <span className={styles.mark} data-tone="bad">
          <Flame {...ICON} />
          <span className={styles.markWord} data-alone={due === null || undefined}>
            {t('findings.exploited')}
            {due === null ? '' : ', '}
          </span>
          {due === null
            ? null
            : t(isOver ? 'findings.dueOver' : 'findings.due', { day: formatShortDate(due, now) })}
        </span>
      )}
      {held && decision === null ? (
        <span className={styles.mark} data-tone="wait">
          <CircleHelp {...ICON} />
          {t('findings.held')}
        </span>
      ) : null}
      {decision === null ? null : <DecisionMark decision={decision} />}
    </span>
  );
}

function DecisionMark({ decision }: { decision: FindingDecision }) {
  const { t } = useTranslation();
  const { kind, state, expiresAt } = decision;
  if (state === 'stale')
    return (
      <span className={styles.mark} data-tone="wait">
        <CircleHelp {...ICON} />
        {t('findings.mark.stale')}
      </span>
    );
  const isOver = kind === 'accepted' && state === 'expired';
  const Icon = kind === 'accepted' ? CalendarClock : Stamp;
  return (
    <span className={styles.mark} data-tone={isOver ? 'wait' : undefined}>
      <Icon {...ICON} />
      {kind === 'accepted'
        ? t(isOver ? 'findings.mark.acceptedOver' : 'findings.mark.accepted', {
            day: formatDay(expiresAt ?? decision.at),
          })
        : t(`findings.mark.${kind}`)}
    </span>
  );
}

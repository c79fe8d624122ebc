// Where a finding stands, as small marks with words: exploited and by when it is due, held, what a person decided.
import { ArrowDownToLine, CalendarClock, CircleHelp, Flame, Stamp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Finding, FindingDecision } from '../../../../../shared/model/evidence/finding.ts';
import { formatDay, formatShortDate } from '../../../ui/format.ts';
import { useNow } from '../../../ui/time-ago.tsx';
import styles from '../findings.module.css';

const ICON = { size: 12, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function Standing({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const now = useNow();
  const { exploited, held, unimportant, decision } = finding;
  const due = exploited?.due ?? null;
  const isOver = due !== null && due < now;
  return (
    <span className={styles.marks}>
      {exploited === null ? null : (
        <span className={styles.mark} data-tone="bad" title={t('findings.exploitedTitle')}>
          <Flame {...ICON} />
          {due === null
            ? t('findings.exploited')
            : t(isOver ? 'findings.dueOver' : 'findings.due', { day: formatShortDate(due, now) })}
        </span>
      )}
      {unimportant && decision === null ? (
        <span className={styles.mark} title={t('findings.unimportantTitle')}>
          <ArrowDownToLine {...ICON} />
          {t('findings.unimportant')}
        </span>
      ) : null}
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

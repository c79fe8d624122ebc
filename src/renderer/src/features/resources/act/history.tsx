// What was asked for about the open resource and what came of it, newest first; each line opens its approval.

import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Approval } from '../../../../../shared/model/approval.ts';
import { deedOf } from '../../../../../shared/resource-words.ts';
import { Section } from '../../../ui/section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { inspectStore } from '../inspect/inspect-store.ts';
import styles from '../inspect/inspector.module.css';

/** One word for the end of it, and its colour. */
function endOf({ status, execution }: Approval): {
  readonly end:
    | 'waits'
    | 'runs'
    | 'done'
    | 'unproven'
    | 'failed'
    | 'refused'
    | 'unknown'
    | 'denied'
    | 'expired'
    | 'replaced';
  readonly tone: 'ok' | 'wait' | 'bad' | 'info' | 'muted';
} {
  if (status === 'pending') return { end: 'waits', tone: 'wait' };
  if (status !== 'approved') return { end: status, tone: 'muted' };
  switch (execution?.state) {
    case 'done':
      return execution.verified === 'yes' || execution.verified === null
        ? { end: 'done', tone: 'ok' }
        : { end: 'unproven', tone: 'wait' };
    case 'failed':
      return { end: 'failed', tone: 'bad' };
    case 'refused':
      return { end: 'refused', tone: 'wait' };
    case 'unknown':
      return { end: 'unknown', tone: 'bad' };
    case 'started':
    case undefined:
      return { end: 'runs', tone: 'info' };
  }
}

export function History() {
  const { t } = useTranslation();
  const { history, historyFailure, recall } = useStore(inspectStore);
  if (history === null && historyFailure === null) return null;
  return (
    <Section title={t('resources.history.title')}>
      {historyFailure && !(historyFailure.offline && history) ? (
        <ErrorState failure={historyFailure} onRetry={() => void recall()} compact />
      ) : null}
      {history?.length === 0 ? <p className="quiet">{t('resources.history.none')}</p> : null}
      <ul className={styles.history}>
        {(history ?? []).map((one) => (
          <Line key={one.id} approval={one} />
        ))}
      </ul>
    </Section>
  );
}

function Line({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { plan, askedBy, askedAt, decidedAt, execution, reason } = approval;
  const { end, tone } = endOf(approval);
  const what = execution?.evidence ?? execution?.summary ?? reason;
  return (
    <li>
      <p className={styles.historyHead}>
        <b>{deedOf(plan)}</b>
        <span className={tone}>{t(`resources.history.end.${end}`)}</span>
        <span className="push" />
        <span className="quiet">
          <TimeAgo at={execution?.finishedAt ?? decidedAt ?? askedAt} />
        </span>
      </p>
      <p className="quiet breaks">
        {t('resources.history.by', { who: askedBy })}
        {what ? ` · ${what}` : ''}
      </p>
    </li>
  );
}

// What was decided about a conflict: how, by whom, why, by which model's proposal; and taking it back while that is possible.
import { History, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { formatRoute } from '../../../session/router.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './decide.module.css';
import { DECISION_ICONS } from './decision-bar.tsx';
import { recordedKind, wordFor } from './draft.ts';

interface OutcomeProps {
  readonly conflict: Conflict;
  readonly onUndo: () => void;
}

export function Outcome({ conflict, onUndo }: OutcomeProps) {
  const { t } = useTranslation();
  const { resolution, decidedBy, resolvedAt } = conflict;
  const kind = resolution ? recordedKind(resolution.decision) : null;
  const Icon = kind ? DECISION_ICONS[kind] : History;
  return (
    <section className={styles.outcome} aria-label={t('conflicts.outcome.label')}>
      <p className={styles.outcomeHead}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <b>
          {kind
            ? t(`conflicts.decided_as.${wordFor(kind, conflict)}`)
            : (resolution?.decision ?? t(`conflicts.status.${conflict.status}`))}
        </b>
        <span className={styles.soft}>
          {decidedBy === null ? '' : t('conflicts.outcome.by', { who: decidedBy })}{' '}
          {resolvedAt === null ? null : <TimeAgo at={resolvedAt} />}
        </span>
      </p>
      {kind ? <p className={styles.means}>{t(`conflicts.means.${wordFor(kind, conflict)}`)}</p> : null}
      <dl className={styles.outcomeFacts}>
        <dt>{t('conflicts.outcome.why')}</dt>
        <dd>
          {resolution?.reason ? (
            resolution.reason
          ) : (
            <span className={styles.soft}>{t('conflicts.outcome.noReason')}</span>
          )}
        </dd>
        {resolution?.model ? (
          <>
            <dt>{t('conflicts.outcome.model')}</dt>
            <dd>
              {resolution.model}
              {resolution.runId === null ? null : (
                <a href={formatRoute('conflicts', null, { view: 'journal' })}>
                  {t('conflicts.outcome.run', { id: resolution.runId })}
                </a>
              )}
            </dd>
          </>
        ) : null}
      </dl>
      {resolution === null ? null : resolution.undoable ? (
        <p>
          <Button writes icon={<Undo2 size={14} strokeWidth={1.75} aria-hidden="true" />} onPress={onUndo}>
            {t('conflicts.outcome.undo')}
          </Button>
        </p>
      ) : (
        <p className={styles.soft}>{t('conflicts.outcome.final')}</p>
      )}
    </section>
  );
}

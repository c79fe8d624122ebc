// What was decided about a conflict: how, by whom, why, by which model's proposal; and taking it back while that is possible.
import { History, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { formatRoute } from '../../../session/router.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './decide.module.css';
import { DECISION_ICONS } from './decision-bar.tsx';
import { meansOf, recordedKind, wordFor } from './draft.ts';

interface OutcomeProps {
  readonly conflict: Conflict;
  readonly onUndo: () => void;
}

export function Outcome({ conflict, onUndo }: OutcomeProps) {
  const { t } = useTranslation();
  const { resolution, decidedBy, resolvedAt } = conflict;
  const kind = resolution ? recordedKind(resolution.decision) : null;
  const Icon = kind ? DECISION_ICONS[kind] : History;
  const facts: [string, ReactNode][] = [
    [
      t('conflicts.outcome.why'),
      resolution?.reason || <span className="quiet">{t('conflicts.outcome.noReason')}</span>,
    ],
  ];
  if (resolution?.model) {
    const run =
      resolution.runId === null ? null : (
        <a href={formatRoute('conflicts', null, { view: 'journal' })}>
          {t('conflicts.outcome.run', { id: resolution.runId })}
        </a>
      );
    facts.push([
      t('conflicts.outcome.model'),
      <>
        {resolution.model} {run}
      </>,
    ]);
  }
  return (
    <section className={styles.outcome} aria-label={t('conflicts.outcome.label')}>
      <p className={styles.outcomeHead}>
        <Icon size={16} strokeWidth={1.75} />
        <b>
          {kind
            ? t(`conflicts.decided_as.${wordFor(kind, conflict)}`)
            : (resolution?.decision ?? t(`conflicts.status.${conflict.status}`))}
        </b>
        <span className="quiet">
          {decidedBy === null ? '' : t('conflicts.outcome.by', { who: decidedBy })}{' '}
          {resolvedAt === null ? null : <TimeAgo at={resolvedAt} />}
        </span>
      </p>
      {kind ? <p className={styles.means}>{t(`conflicts.means.${meansOf(kind, conflict)}`)}</p> : null}
      <Facts items={facts} />
      {resolution === null ? null : resolution.undoable ? (
        <p>
          <Button writes icon={Undo2} onPress={onUndo}>
            {t('conflicts.outcome.undo')}
          </Button>
        </p>
      ) : (
        <p className="quiet">{t('conflicts.outcome.final')}</p>
      )}
    </section>
  );
}

// One conflict: the question, two claims as two equal cards, between them the dimension and the rule that fired, and
// beneath them the place where it is decided, or how it was.
import { Flag, Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { conflictKind } from '../../../../shared/conflict-kind.ts';
import type { Decision, DecisionKind } from '../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../shared/model/graph.ts';
import { DimensionMark, Token } from '../../session/marks.tsx';
import { formatRoute } from '../../session/router.ts';
import { formatSoon } from '../../ui/format.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo, useNow } from '../../ui/time-ago.tsx';
import { ClaimCard } from './claim-card.tsx';
import { conflictsStore } from './conflicts-store.ts';
import { Decide } from './decide/decide.tsx';
import { Outcome } from './decide/outcome.tsx';
import { Overtaken } from './decide/overtaken.tsx';
import styles from './detail.module.css';
import { ConflictJournal } from './journal/conflict-journal.tsx';
import { Note } from './note.tsx';

interface ConflictDetailProps {
  readonly id: number;
  readonly writing: boolean;
  readonly onWriting: (writing: boolean) => void;
  readonly onPress: (kind: DecisionKind, touch: boolean) => void;
  readonly onDecide: (decision: Decision) => void;
  readonly onUndo: () => void;
}

export function ConflictDetail(props: ConflictDetailProps) {
  const { t } = useTranslation();
  const { id } = props;
  const { current, currentFailure, look } = useStore(conflictsStore);
  const isHere = current?.id === id;
  if (currentFailure && !isHere) return <ErrorState failure={currentFailure} onRetry={() => void look(id)} />;
  if (!isHere) return <Skeleton rows={8} label={t('conflicts.loading')} />;
  return (
    <div className={styles.detail}>
      {currentFailure && !currentFailure.offline ? (
        <ErrorState failure={currentFailure} onRetry={() => void look(id)} compact />
      ) : null}
      <div>
        <h3 className={styles.question}>
          <Question conflict={current} />
        </h3>
        <Standing conflict={current} />
      </div>
      <Overtaken conflict={current} />
      <Note conflict={current} writing={props.writing} onWriting={props.onWriting} />
      <div className={styles.claims}>
        <ClaimCard conflict={current} side="existing" />
        <Between conflict={current} />
        <ClaimCard conflict={current} side="incoming" />
      </div>
      {current.resolvedAt === null ? (
        <Decide conflict={current} onPress={props.onPress} onDecide={props.onDecide} />
      ) : (
        <Outcome conflict={current} onUndo={props.onUndo} />
      )}
      <ConflictJournal conflict={current} />
    </div>
  );
}

/** "Which holds for gnommoweb?", the concept as its mark. */
function Question({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const [before = '', after = ''] = t('conflicts.between', { concept: '\u0000' }).split('\u0000');
  return (
    <>
      {before}
      <Token token={conflict.concept} />
      {after}
    </>
  );
}

/** Where it stands, in one line: since when, how often it was said, what was tried, what came before. */
function Standing({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const now = useNow();
  const { snoozedUntil, earlier, lastProblem, resolvedAt } = conflict;
  const asleep = snoozedUntil !== null && snoozedUntil > now && resolvedAt === null;
  return (
    <>
      <p className={styles.meta}>
        {conflict.resolution === null ? (
          <span data-status={conflict.status}>{t(`conflicts.status.${conflict.status}`)}</span>
        ) : null}
        <span>
          {t('conflicts.raised')} <TimeAgo at={conflict.createdAt} />
        </span>
        {conflict.priority > 0 ? (
          <span className={styles.metaMark}>
            <Flag size={12} strokeWidth={1.75} /> {t('conflicts.priority')}
          </span>
        ) : null}
        {conflict.seenCount > 1 ? (
          <span className={styles.metaMark}>
            <Repeat size={12} strokeWidth={1.75} /> {t('conflicts.seen', { count: conflict.seenCount })}
          </span>
        ) : null}
        {asleep ? <span>{t('conflicts.snooze.wakes', { time: formatSoon(snoozedUntil, now) })}</span> : null}
        {earlier.length > 0 ? (
          <span>
            {t('conflicts.earlier')}{' '}
            {earlier.slice(0, 3).map((id) => (
              <a key={id} href={formatRoute('conflicts', String(id))}>
                {t('conflicts.number', { id })}{' '}
              </a>
            ))}
          </span>
        ) : null}
      </p>
      {lastProblem !== null && resolvedAt === null ? (
        <p className={styles.tried}>
          {t('conflicts.tried', { count: conflict.attempts, problem: lastProblem })}
        </p>
      ) : null}
    </>
  );
}

function Between({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const kind = conflictKind(conflict);
  return (
    <div className={styles.between}>
      <span className={styles.line} aria-hidden="true" />
      <span className={styles.dimension}>
        <DimensionMark name={conflict.dimension} contested={conflict.resolvedAt === null} />
      </span>
      <b>{t(`conflicts.kind.${kind}`)}</b>
      <p>{t(`conflicts.rule.${kind}`)}</p>
      <span className={styles.line} aria-hidden="true" />
    </div>
  );
}

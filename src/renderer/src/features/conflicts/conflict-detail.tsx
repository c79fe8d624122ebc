// One conflict: the question, two claims as two equal cards, between them the dimension and the rule that fired, and what
// can be done from here.
import { Copy, ScrollText, Waypoints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Conflict } from '../../../../shared/model/graph.ts';
import { formatRoute, navigate } from '../../app/router.ts';
import { say } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { DimensionMark, Token } from '../../ui/marks.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { ClaimCard } from './claim-card.tsx';
import { conflictsStore } from './conflicts-store.ts';
import styles from './detail.module.css';

export function ConflictDetail({ id }: { id: number }) {
  const { t } = useTranslation();
  const { current, currentFailure, look } = useStore(conflictsStore);
  if (currentFailure) return <ErrorState failure={currentFailure} onRetry={() => void look(id)} />;
  if (!current || current.id !== id) return <Skeleton rows={8} label={t('conflicts.loading')} />;
  return (
    <div className={styles.detail}>
      <div>
        <h3 className={styles.question}>
          <Question conflict={current} />
        </h3>
        <p className={styles.meta}>
          <Standing conflict={current} />
        </p>
      </div>
      <div className={styles.claims}>
        <ClaimCard conflict={current} side="existing" />
        <Between conflict={current} />
        <ClaimCard conflict={current} side="incoming" />
      </div>
      <Actions conflict={current} />
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

function Standing({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const status = t(`conflicts.status.${conflict.status}`);
  if (conflict.resolvedAt === null) {
    return (
      <>
        {status} · {t('conflicts.raised', { time: '' })}
        <TimeAgo at={conflict.createdAt} />
      </>
    );
  }
  const words =
    conflict.decidedBy === null
      ? status
      : t('conflicts.decidedBy', { status, who: conflict.decidedBy, time: '' });
  return (
    <>
      {words.replace(/,\s*$/, '')} · <TimeAgo at={conflict.resolvedAt} />
    </>
  );
}

function Between({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  return (
    <div className={styles.between}>
      <span className={styles.line} aria-hidden="true" />
      <span className={styles.dimension}>
        <DimensionMark name={conflict.dimension} contested={conflict.resolvedAt === null} />
      </span>
      <b>{t(`conflicts.kind.${conflict.collisionType}`)}</b>
      <p>{t(`conflicts.rule.${conflict.collisionType}`)}</p>
      <span className={styles.line} aria-hidden="true" />
    </div>
  );
}

function Actions({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const conversation =
    conflict.incoming.provenance?.conversation ?? conflict.existing.provenance?.conversation ?? null;
  const ids = [
    `conflict ${String(conflict.id)}`,
    ...(conversation === null ? [] : [`conversation ${conversation}`]),
  ];
  const copy = () =>
    void navigator.clipboard.writeText(ids.join('\n')).then(() => say(t('conflicts.copiedIds')));
  return (
    <div className={styles.actions}>
      <Button
        icon={<Waypoints size={14} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => navigate(formatRoute('concepts', conflict.concept, { dim: conflict.dimension }))}
      >
        {t('conflicts.openConcept')}
      </Button>
      {conversation === null ? null : (
        <Button
          icon={<ScrollText size={14} strokeWidth={1.75} aria-hidden="true" />}
          onPress={() => navigate(formatRoute('traffic', null, { q: conversation }))}
        >
          {t('conflicts.seeTraffic')}
        </Button>
      )}
      <Button icon={<Copy size={14} strokeWidth={1.75} aria-hidden="true" />} onPress={copy}>
        {t('conflicts.copyIds')}
      </Button>
    </div>
  );
}

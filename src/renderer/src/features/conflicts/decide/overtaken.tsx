// Somebody else was faster: what they did, in words, above the state as it is now.
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './decide.module.css';
import { decisionStore } from './decision-store.ts';
import { recordedKind } from './draft.ts';

export function Overtaken({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const { overtaken } = useStore(decisionStore);
  if (!overtaken) return null;
  const kind = conflict.resolution ? recordedKind(conflict.resolution.decision) : null;
  return (
    <div className={styles.suggestion} data-tone="wait" role="alert">
      <TriangleAlert size={16} strokeWidth={1.75} />
      <p>
        <b>{t('conflicts.overtaken.title')}</b>{' '}
        {conflict.resolvedAt === null ? (
          t('conflicts.overtaken.changed')
        ) : (
          <>
            {t('conflicts.overtaken.decided', {
              who: conflict.decidedBy ?? t('conflicts.unknownClient'),
              what: kind ? t(`conflicts.decided_as.${kind}`) : t(`conflicts.status.${conflict.status}`),
            })}{' '}
            <TimeAgo at={conflict.resolvedAt} />. {t('conflicts.overtaken.now')}
          </>
        )}
      </p>
    </div>
  );
}

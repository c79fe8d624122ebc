// One finding: the sentence first, then what to do, then deciding; beneath it everything that proves it, each part down to the very entry.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type {
  FindingDetail as Detail,
  FindingDecisionKind,
} from '../../../../../shared/model/evidence/finding.ts';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Decide } from '../decide/decide.tsx';
import { findingsStore } from '../findings-store.ts';
import { Claims } from './claims.tsx';
import { About, Fix, Particulars } from './facts.tsx';
import { Grounds } from './grounds.tsx';
import { History } from './history.tsx';
import styles from './inspect.module.css';
import { Policies } from './policies.tsx';
import { Running } from './running.tsx';
import { VerdictHead } from './verdict-head.tsx';
import { Ways } from './ways.tsx';

interface FindingDetailProps {
  readonly id: string;
  readonly onPress: (kind: FindingDecisionKind) => void;
  readonly onDecide: () => void;
  readonly onUndo: (decision: Detail['decisions'][number]) => void;
}

export function FindingDetail({ id, onPress, onDecide, onUndo }: FindingDetailProps) {
  const { t } = useTranslation();
  const { detail, detailFailure, look } = useStore(findingsStore);
  const isHere = detail?.finding.key === id;
  if (!isHere) {
    if (detailFailure) return <ErrorState failure={detailFailure} onRetry={() => void look(id)} />;
    return <Skeleton rows={8} label={t('findings.loadingOne')} />;
  }
  return (
    <div className={styles.detail}>
      {detailFailure && !detailFailure.offline ? (
        <ErrorState failure={detailFailure} onRetry={() => void look(id)} compact />
      ) : null}
      <VerdictHead detail={detail} />
      <Decide finding={detail.finding} onPress={onPress} onDecide={onDecide} />
      <Fix detail={detail} />
      <Claims detail={detail} />
      <Ways detail={detail} />
      <Grounds detail={detail} />
      <Policies detail={detail} />
      <Running detail={detail} />
      <About detail={detail} />
      <Particulars finding={detail.finding} />
      <History detail={detail} onUndo={onUndo} />
    </div>
  );
}

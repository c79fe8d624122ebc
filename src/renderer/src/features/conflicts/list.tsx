// The queue: what is contested, what is known against what was said, which kind, how old.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Conflict } from '../../../../shared/model/graph.ts';
import { formatRoute, navigate } from '../../app/router.ts';
import { Button } from '../../ui/button.tsx';
import { DimensionMark, Token } from '../../ui/marks.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { type Column, VirtualGrid } from '../../ui/virtual-grid.tsx';
import styles from './conflicts.module.css';
import { conflictsStore } from './conflicts-store.ts';

const ROW_HEIGHT = 56;

function Summary({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const { existing, incoming, status } = conflict;
  return (
    <span className={styles.summary}>
      <span className={styles.summaryHead}>
        <Token token={conflict.concept} plain strong />
        <DimensionMark
          name={conflict.dimension}
          contested={status === 'pending' || status === 'needs_human'}
        />
        {conflict.priority > 0 ? <span className={styles.first}>{t('conflicts.priority')}</span> : null}
        {status === 'pending' ? null : (
          <span className={styles.status} data-status={status}>
            {t(`conflicts.status.${status}`)}
          </span>
        )}
      </span>
      <span className={styles.versus}>
        {existing.parent === null ? (
          <i>{t('conflicts.nothingKnown')}</i>
        ) : (
          <Token token={existing.parent} plain />
        )}
        <span aria-hidden="true"> ≠ </span>
        {incoming.parent === null ? '–' : <Token token={incoming.parent} plain />}
      </span>
    </span>
  );
}

interface ConflictListProps {
  readonly selected: string | null;
  readonly onSelect: (id: string | null, enter?: boolean) => void;
}

export function ConflictList({ selected, onSelect }: ConflictListProps) {
  const { t } = useTranslation();
  const { list, failure, load } = useStore(conflictsStore);
  if (failure && list === null) return <ErrorState failure={failure} onRetry={() => void load()} />;
  if (list === null) return <Skeleton rows={8} />;
  if (list.length === 0) return <Nothing />;
  const columns: Column<Conflict>[] = [
    {
      id: 'concept',
      title: t('conflicts.columns.claims'),
      width: 'minmax(0, 1fr)',
      cell: (c) => <Summary conflict={c} />,
    },
    {
      id: 'kind',
      title: t('conflicts.columns.kind'),
      width: '84px',
      cell: (c) => <span className={styles.quiet}>{t(`conflicts.kind.${c.collisionType}`)}</span>,
    },
    {
      id: 'age',
      title: t('conflicts.columns.age'),
      width: '64px',
      align: 'end',
      cell: (c) => (
        <span className={styles.quiet}>
          <TimeAgo at={c.createdAt} />
        </span>
      ),
    },
  ];
  return (
    <>
      {failure && !failure.offline ? (
        <ErrorState failure={failure} onRetry={() => void load()} compact />
      ) : null}
      <VirtualGrid
        label={t('conflicts.table')}
        rows={list}
        columns={columns}
        keyOf={(c) => String(c.id)}
        selected={selected}
        onSelect={onSelect}
        rowHeight={ROW_HEIGHT}
      />
    </>
  );
}

function Nothing() {
  const { t } = useTranslation();
  const { search, type, view, setCriteria } = useStore(conflictsStore);
  if (search !== '' || type !== 'all') {
    return (
      <EmptyState drawing="search" title={t('conflicts.noMatchTitle')} text={t('conflicts.noMatchText')}>
        <Button onPress={() => setCriteria({ search: '', type: 'all' })}>{t('action.clear')}</Button>
      </EmptyState>
    );
  }
  if (view === 'decided') {
    return (
      <EmptyState
        drawing="claims"
        title={t('conflicts.emptyDecided')}
        text={t('conflicts.emptyDecidedText')}
      />
    );
  }
  return (
    <EmptyState drawing="claims" title={t('conflicts.emptyTitle')} text={t('conflicts.emptyText')}>
      <Button onPress={() => navigate(formatRoute('concepts'))}>{t('conflicts.emptyAction')}</Button>
    </EmptyState>
  );
}

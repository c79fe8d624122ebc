// The list itself with its states: loading, failed, empty, nothing matches, and rows with "12 new" above them.
import { ArrowUp } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TrafficRow } from '../../../../shared/model/traffic.ts';
import { formatRoute, navigate } from '../../session/router.ts';
import { useWidth } from '../../ui/charts/use-width.ts';
import { formatCount } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { EVERYTHING, sameCriteria } from './criteria.ts';
import { useRowColumns } from './row-columns.tsx';
import styles from './traffic.module.css';
import { trafficStore } from './traffic-store.ts';

interface TrafficListProps {
  readonly selected: string | null;
  readonly onSelect: (id: string | null, enter?: boolean) => void;
  /** Shows everything again. */
  readonly onWiden: () => void;
}

export function TrafficList(props: TrafficListProps) {
  const { phase, failure, rows, waiting, load } = useStore(trafficStore);
  const box = useRef<HTMLDivElement>(null);
  const isEmpty = rows.length === 0 && waiting.length === 0;
  return (
    <div ref={box} className={styles.listBox}>
      {phase === 'loading' && isEmpty ? (
        <Skeleton rows={12} />
      ) : phase === 'failed' && failure ? (
        <ErrorState failure={failure} onRetry={() => void load()} />
      ) : isEmpty ? (
        <Empty onWiden={props.onWiden} />
      ) : (
        <Rows {...props} box={box} />
      )}
    </div>
  );
}

function Empty({ onWiden }: { onWiden: () => void }) {
  const { t } = useTranslation();
  const criteria = useStore(trafficStore, (s) => s.criteria);
  return sameCriteria(criteria, EVERYTHING) ? (
    <EmptyState drawing="flow" title={t('traffic.emptyTitle')} text={t('traffic.emptyText')}>
      <Button variant="primary" onPress={() => navigate(formatRoute('overview'))}>
        {t('traffic.emptyAction')}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="search" title={t('traffic.noMatchTitle')} text={t('traffic.noMatchText')}>
      <Button onPress={onWiden}>{t('traffic.noMatchAction')}</Button>
    </EmptyState>
  );
}

const keyOf = (row: TrafficRow): string => row.id;
const toneOf = (row: TrafficRow): string => row.state;

function Rows({ selected, onSelect, box }: TrafficListProps & { box: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation();
  const state = useStore(trafficStore);
  const { columns, rowHeight } = useRowColumns(useWidth(box), state.facets.upstreams.length);
  return (
    <>
      {state.failure && !state.failure.offline ? (
        <ErrorState failure={state.failure} onRetry={() => void state.load()} compact />
      ) : null}
      <News />
      <VirtualGrid
        key={rowHeight ?? 'density'}
        label={t('traffic.table')}
        rows={state.rows}
        columns={columns}
        keyOf={keyOf}
        selected={selected}
        onSelect={onSelect}
        onHover={state.setHovered}
        onAtTop={state.setAtTop}
        onNearEnd={() => void state.loadOlder()}
        toneOf={toneOf}
        {...(rowHeight === undefined ? {} : { rowHeight })}
        footer={
          state.rows.length >= state.total && state.total >= state.held && state.held >= 100 ? (
            <p className={styles.partial}>{t('traffic.partial', { held: formatCount(state.held) })}</p>
          ) : null
        }
      />
    </>
  );
}

/** Shows what gathered and goes to it. */
export function showNew(): void {
  trafficStore.getState().showWaiting();
  document.querySelector('[data-list]')?.scrollTo({ top: 0 });
}

/** What came while the list was held still. */
function News() {
  const { t } = useTranslation();
  const count = useStore(trafficStore, (s) => s.waiting.length);
  if (count === 0) return null;
  const words = t('traffic.newRows', { count });
  return (
    <div className={styles.news}>
      <Button variant="primary" icon={ArrowUp} label={`${t('traffic.showNew')}: ${words}`} onPress={showNew}>
        {words}
      </Button>
    </div>
  );
}

// The list itself with its states: loading, failed, empty, nothing matches, and rows with "12 new" above them.
import { ArrowUp, CircleAlert, CircleCheck, CircleSlash, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TrafficRow } from '../../../../shared/model/traffic.ts';
import { formatClock, formatCount, formatMs, formatShort } from '../../app/format.ts';
import { formatRoute, navigate } from '../../app/router.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useNarrow } from '../../ui/use-media.ts';
import { type Column, VirtualGrid } from '../../ui/virtual-grid.tsx';
import styles from './traffic.module.css';
import { trafficStore } from './traffic-store.ts';

const STATE_ICON = {
  running: LoaderCircle,
  done: CircleCheck,
  failed: CircleAlert,
  aborted: CircleSlash,
} as const;

function State({ state }: { state: TrafficRow['state'] }) {
  const { t } = useTranslation();
  const Icon = STATE_ICON[state];
  return (
    <span className={styles.state} data-state={state} title={t(`traffic.state.${state}`)}>
      <Icon size={14} strokeWidth={1.75} role="img" aria-label={t(`traffic.state.${state}`)} />
    </span>
  );
}

/** Lines recalled as a count with as many short strokes, up to a dozen: how much was added is seen before it is read. */
function Recalled({ row }: { row: TrafficRow }) {
  const { t } = useTranslation();
  if (row.reason !== 'injected') {
    return (
      <span className={styles.untouched} title={t(`traffic.reason.${row.reason}`)}>
        {t(`traffic.reason.${row.reason}`)}
      </span>
    );
  }
  return (
    <span className={styles.recalled}>
      <b>{row.recalledConcepts}</b>
      <span className={styles.ticks} aria-hidden="true">
        {Array.from({ length: Math.min(12, row.recalledConcepts) }, (_, i) => (
          <i key={`tick-${String(i)}`} />
        ))}
      </span>
    </span>
  );
}

const NONE = '–';
const ms = (value: number | null): string => (value === null ? NONE : formatMs(value));

function useColumns(narrow: boolean): Column<TrafficRow>[] {
  const { t } = useTranslation();
  const wide: Column<TrafficRow>[] = [
    {
      id: 'state',
      title: t('traffic.columns.state'),
      quiet: true,
      width: '16px',
      cell: (r) => <State state={r.state} />,
    },
    { id: 'time', title: t('traffic.columns.time'), width: '62px', cell: (r) => formatClock(r.at) },
    { id: 'client', title: t('traffic.columns.client'), width: 'minmax(84px, 1fr)', cell: (r) => r.client },
    {
      id: 'path',
      title: t('traffic.columns.path'),
      width: 'minmax(120px, 1.4fr)',
      cell: (r) => <span className={styles.path}>{r.path}</span>,
    },
    {
      id: 'model',
      title: t('traffic.columns.model'),
      width: 'minmax(80px, 1fr)',
      cell: (r) => <span className={styles.path}>{r.model ?? NONE}</span>,
    },
    {
      id: 'recalled',
      title: t('traffic.columns.recalled'),
      width: 'minmax(96px, 1fr)',
      cell: (r) => <Recalled row={r} />,
    },
    {
      id: 'added',
      title: t('traffic.columns.added'),
      width: '64px',
      align: 'end',
      cell: (r) => ms(r.timings.addedMs),
    },
    {
      id: 'firstByte',
      title: t('traffic.columns.firstByte'),
      width: '64px',
      align: 'end',
      cell: (r) => ms(r.timings.firstByteMs),
    },
    {
      id: 'total',
      title: t('traffic.columns.total'),
      width: '60px',
      align: 'end',
      cell: (r) => ms(r.timings.totalMs),
    },
    {
      id: 'tokens',
      title: t('traffic.columns.tokens'),
      width: '104px',
      align: 'end',
      cell: (r) =>
        r.usage.promptTokens === null && r.usage.completionTokens === null
          ? NONE
          : `${formatShort(r.usage.promptTokens ?? 0)} / ${formatShort(r.usage.completionTokens ?? 0)}`,
    },
  ];
  const small: Column<TrafficRow>[] = [
    {
      id: 'state',
      title: t('traffic.columns.state'),
      quiet: true,
      width: '16px',
      cell: (r) => <State state={r.state} />,
    },
    {
      id: 'path',
      title: t('traffic.columns.path'),
      width: 'minmax(0, 1fr)',
      cell: (r) => (
        <span className={styles.stacked}>
          <span className={styles.path}>{r.path}</span>
          <span className={styles.sub}>
            {formatClock(r.at)} · {r.client}
          </span>
        </span>
      ),
    },
    {
      id: 'recalled',
      title: t('traffic.columns.recalled'),
      width: 'minmax(64px, 0.6fr)',
      cell: (r) => <Recalled row={r} />,
    },
    {
      id: 'total',
      title: t('traffic.columns.total'),
      width: '52px',
      align: 'end',
      cell: (r) => ms(r.timings.totalMs),
    },
  ];
  return narrow ? small : wide;
}

/** With the inspector open only the columns that tell requests apart stay. */
const BESIDE_INSPECTOR = new Set(['state', 'time', 'client', 'path', 'recalled', 'total']);

interface TrafficListProps {
  readonly selected: string | null;
  readonly onSelect: (id: string | null, enter?: boolean) => void;
}

export function TrafficList({ selected, onSelect }: TrafficListProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const state = useStore(trafficStore);
  const all = useColumns(narrow);
  const columns = selected === null || narrow ? all : all.filter((c) => BESIDE_INSPECTOR.has(c.id));
  const filtered = state.search !== '' || state.filter !== 'all';
  if (state.phase === 'loading' && state.rows.length === 0) return <Skeleton rows={12} />;
  if (state.phase === 'failed' && state.failure) {
    return <ErrorState failure={state.failure} onRetry={() => void state.load()} />;
  }
  if (state.rows.length === 0 && state.waiting.length === 0) {
    return filtered ? (
      <EmptyState drawing="search" title={t('traffic.noMatchTitle')} text={t('traffic.noMatchText')}>
        <Button onPress={() => state.setCriteria({ search: '', filter: 'all' })}>
          {t('traffic.noMatchAction')}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState drawing="flow" title={t('traffic.emptyTitle')} text={t('traffic.emptyText')}>
        <Button variant="primary" onPress={() => navigate(formatRoute('overview'))}>
          {t('traffic.emptyAction')}
        </Button>
      </EmptyState>
    );
  }
  const toTop = () => {
    state.showWaiting();
    document.querySelector('[data-list]')?.scrollTo({ top: 0 });
  };
  return (
    <div className={styles.listBox}>
      {state.failure && !state.failure.offline ? (
        <ErrorState failure={state.failure} onRetry={() => void state.load()} compact />
      ) : null}
      {state.waiting.length > 0 ? (
        <div className={styles.news}>
          <Button
            variant="primary"
            icon={<ArrowUp size={14} strokeWidth={1.75} aria-hidden="true" />}
            label={`${t('traffic.showNew')}: ${t('traffic.newRows', { count: state.waiting.length })}`}
            onPress={toTop}
          >
            {t('traffic.newRows', { count: state.waiting.length })}
          </Button>
        </div>
      ) : null}
      <VirtualGrid
        key={narrow ? 'narrow' : 'wide'}
        label={t('traffic.table')}
        rows={state.rows}
        columns={columns}
        keyOf={(r) => r.id}
        selected={selected}
        onSelect={onSelect}
        onHover={state.setHovered}
        onAtTop={state.setAtTop}
        onNearEnd={() => void state.loadOlder()}
        toneOf={(r) => r.state}
        {...(narrow ? { rowHeight: 48 } : {})}
        footer={
          state.rows.length >= state.total && state.total >= state.held && state.held >= 100 ? (
            <p className={styles.partial}>{t('traffic.partial', { held: formatCount(state.held) })}</p>
          ) : null
        }
      />
    </div>
  );
}

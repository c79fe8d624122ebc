// The queue: what is contested, what is known against what was said, which kind, how old; ticked for deciding several.
import { createContext, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { conflictKind } from '../../../../shared/conflict-kind.ts';
import type { Conflict } from '../../../../shared/model/graph.ts';
import { DimensionMark, SourceChip, Token } from '../../session/marks.tsx';
import { formatRoute, navigate } from '../../session/router.ts';
import { formatSoon } from '../../ui/format.ts';
import { type StackingColumns, StackingGrid } from '../../ui/grid/stacking-grid.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, ListStates, Skeleton } from '../../ui/states.tsx';
import { TimeAgo, useNow } from '../../ui/time-ago.tsx';
import type { Column } from '../../ui/virtual-grid.tsx';
import { bulkStore } from './bulk/bulk-store.ts';
import styles from './conflicts.module.css';
import { conflictsStore } from './conflicts-store.ts';
import { recordedKind, wordFor } from './decide/draft.ts';
import { markedFirst } from './priority.ts';

/** The conflicts whose priority is worth a word. */
const Marked = createContext<ReadonlySet<number>>(new Set());
/** Pixels that the columns take next to each other; with less, one stands under the other. */
const APART = 1020;

/** Ticks a row with the pointer; the keyboard ticks the current row with `x`. */
function Tick({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const ticked = useStore(bulkStore, (s) => s.ticked.has(conflict.id));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keeps the row from taking the click; the box itself takes the keys.
    <label className={styles.tick} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={ticked}
        onChange={() => bulkStore.getState().tick(conflict.id)}
        aria-label={t('conflicts.bulk.tick', { concept: conflict.concept })}
      />
    </label>
  );
}

function Summary({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  return (
    <span className={styles.summary}>
      <span className={styles.summaryHead}>
        <Token token={conflict.concept} plain strong />
        <DimensionMark name={conflict.dimension} contested={conflict.resolvedAt === null} />
        <First conflict={conflict} />
        <Standing conflict={conflict} />
      </span>
      <span className={styles.versus}>
        <Known conflict={conflict} />
        <span className={styles.against}>{t('conflicts.against')}</span>
        <Said conflict={conflict} />
        <span className={styles.kindWord}>{t(`conflicts.kind.${conflictKind(conflict)}`)}</span>
        <span className={styles.byWord}>
          <By conflict={conflict} />
        </span>
      </span>
    </span>
  );
}

/** Who said the other thing. */
function By({ conflict: { incoming } }: { conflict: Conflict }) {
  return (
    <span className={styles.badges}>
      {incoming.source === null ? null : <SourceChip source={incoming.source} />}
      {incoming.provenance?.client ?? ''}
    </span>
  );
}

/** That it comes first, where that tells it from the others listed. */
function First({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  return useContext(Marked).has(conflict.id) ? (
    <span className={styles.first}>{t('conflicts.priority')}</span>
  ) : null;
}

function Status({ conflict }: { conflict: Conflict }) {
  return (
    <span className={styles.badges}>
      <First conflict={conflict} />
      <Standing conflict={conflict} />
    </span>
  );
}

/** What is particular about where it stands: decided how, put off until when, or waiting for a person. */
function Standing({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const now = useNow();
  const { status, snoozedUntil, resolution } = conflict;
  const kind = resolution ? recordedKind(resolution.decision) : null;
  if (kind)
    return <span className={styles.status}>{t(`conflicts.decided_as.${wordFor(kind, conflict)}`)}</span>;
  if (snoozedUntil !== null && snoozedUntil > now) {
    return (
      <span className={styles.status}>
        {t('conflicts.snooze.wakes', { time: formatSoon(snoozedUntil, now) })}
      </span>
    );
  }
  if (status === 'pending') return null;
  return (
    <span className={styles.status} data-status={status}>
      {t(`conflicts.status.${status}`)}
    </span>
  );
}

function Known({ conflict: { existing } }: { conflict: Conflict }) {
  const { t } = useTranslation();
  return existing.parent === null ? (
    <span className="quiet">{t('conflicts.nothingKnown')}</span>
  ) : (
    <Token token={existing.parent} plain />
  );
}

function Said({ conflict: { incoming, correction } }: { conflict: Conflict }) {
  const { t } = useTranslation();
  if (correction === 'ends') return <span className="quiet">{t('conflicts.ended')}</span>;
  return incoming.parent === null ? '–' : <Token token={incoming.parent} plain />;
}

/** One column under the other beside an open conflict and where it is narrow; next to each other where there is room. */
function useColumns(decided: boolean): StackingColumns<Conflict> {
  const { t } = useTranslation();
  const kind: Column<Conflict> = {
    id: 'kind',
    title: t('conflicts.columns.kind'),
    width: '84px',
    cell: (c) => <span className="quiet">{t(`conflicts.kind.${conflictKind(c)}`)}</span>,
  };
  const age: Column<Conflict> = {
    id: 'age',
    title: t('conflicts.columns.age'),
    width: '88px',
    align: 'end',
    cell: (c) => (
      <span className="quiet">
        <TimeAgo at={c.resolvedAt ?? c.createdAt} />
      </span>
    ),
  };
  const tick: Column<Conflict>[] = decided
    ? []
    : [
        {
          id: 'tick',
          title: t('conflicts.bulk.column'),
          width: '28px',
          quiet: true,
          cell: (c) => <Tick conflict={c} />,
        },
      ];
  const claims = { id: 'claims', title: t('conflicts.columns.claims'), width: 'minmax(0, 1fr)' };
  return {
    together: [...tick, { ...claims, cell: (c) => <Summary conflict={c} /> }, age],
    apart: [
      ...tick,
      {
        id: 'concept',
        title: t('conflicts.columns.concept'),
        width: 'minmax(120px, 1.2fr)',
        cell: (c) => <Token token={c.concept} plain strong />,
      },
      {
        id: 'dimension',
        title: t('conflicts.columns.dimension'),
        width: 'minmax(110px, 0.9fr)',
        cell: (c) => <DimensionMark name={c.dimension} contested={c.resolvedAt === null} />,
      },
      {
        id: 'known',
        title: t(decided ? 'conflicts.columns.knownThen' : 'conflicts.columns.known'),
        width: 'minmax(110px, 1fr)',
        cell: (c) => <Known conflict={c} />,
      },
      {
        id: 'said',
        title: t('conflicts.columns.said'),
        width: 'minmax(110px, 1fr)',
        cell: (c) => <Said conflict={c} />,
      },
      {
        id: 'by',
        title: t('conflicts.columns.by'),
        width: 'minmax(100px, 0.9fr)',
        cell: (c) => <By conflict={c} />,
      },
      kind,
      {
        id: 'status',
        title: t('conflicts.columns.status'),
        width: '158px',
        cell: (c) => <Status conflict={c} />,
      },
      age,
    ],
  };
}

interface ConflictListProps {
  readonly selected: string | null;
  readonly onSelect: (id: string | null, enter?: boolean) => void;
}

export function ConflictList({ selected, onSelect }: ConflictListProps) {
  const { t } = useTranslation();
  const { list, failure, load, view } = useStore(conflictsStore);
  const columns = useColumns(view === 'decided');
  const marked = useMemo(() => markedFirst(list ?? []), [list]);
  return (
    <ListStates
      list={list}
      failure={failure}
      onRetry={() => void load()}
      loading={<Skeleton rows={8} />}
      nothing={<Nothing />}
    >
      <Marked value={marked}>
        <StackingGrid
          label={t('conflicts.table')}
          rows={list ?? []}
          columns={columns}
          least={APART}
          isStacked={selected !== null}
          keyOf={(c) => String(c.id)}
          selected={selected}
          onSelect={onSelect}
        />
      </Marked>
    </ListStates>
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
  if (view !== 'open') {
    return (
      <EmptyState
        drawing="claims"
        title={t(view === 'decided' ? 'conflicts.emptyDecided' : 'conflicts.emptySnoozed')}
        text={t(view === 'decided' ? 'conflicts.emptyDecidedText' : 'conflicts.emptySnoozedText')}
      />
    );
  }
  return (
    <EmptyState drawing="claims" title={t('conflicts.emptyTitle')} text={t('conflicts.emptyText')}>
      <Button onPress={() => navigate(formatRoute('concepts'))}>{t('conflicts.emptyAction')}</Button>
    </EmptyState>
  );
}

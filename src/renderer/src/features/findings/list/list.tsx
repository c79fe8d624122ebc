// The list in its states: loading, failed, nothing of a view, nothing that fits, and rows; groups are folded with Enter and the arrow keys.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useAppearance } from '../../../session/appearance.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { EmptyState, ListStates, Skeleton } from '../../../ui/states.tsx';
import { useMedia, useNarrow } from '../../../ui/use-media.ts';
import { VirtualGrid } from '../../../ui/virtual-grid.tsx';
import { EVERYTHING, findingsStore, isNarrowed } from '../findings-store.ts';
import { useColumns } from './columns.tsx';
import { type Row, rowsOf } from './rows.ts';

const ROW_HEIGHT = 52;

interface ListProps {
  /** A finding, or the group that the arrow keys stand on. */
  readonly selected: string | null;
  /** One is open: there is room for two lines and nothing more. */
  readonly beside: boolean;
  readonly onSelect: (row: Row, enter: boolean) => void;
}

export function FindingList(props: ListProps) {
  const { list, failure, load } = useStore(findingsStore);
  const { t } = useTranslation();
  return (
    <ListStates
      list={list}
      failure={failure}
      onRetry={() => void load()}
      loading={<Skeleton rows={10} label={t('findings.loading')} />}
      nothing={<Nothing />}
    >
      <Rows {...props} />
    </ListStates>
  );
}

/** Where the columns beside each other do not fit: the rail takes its part. */
const CROWDED = { narrow: '(max-width: 1019px)', wide: '(max-width: 1179px)' } as const;
/** Where beside an open one there is as little room as on a phone. */
const TIGHT = { narrow: '(max-width: 1119px)', wide: '(max-width: 1279px)' } as const;

const keyOf = (row: Row): string => row.key;
const toneOf = (row: Row): string | undefined => (row.type === 'group' ? 'group' : undefined);
const levelOf = (row: Row) => ({
  level: row.depth + 1,
  expanded: row.type === 'group' ? row.open : null,
});

/** Right opens, left closes; on a finding, left goes to the group it stands in. */
function folding(rows: readonly Row[], onSelect: ListProps['onSelect']) {
  return (key: string, row: Row): boolean => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
    if (row.type === 'group') {
      if (row.open === (key === 'ArrowLeft')) findingsStore.getState().fold(row.key);
      return true;
    }
    const above = rows.slice(0, rows.indexOf(row)).findLast(({ type }) => type === 'group');
    if (key === 'ArrowLeft' && above) onSelect(above, false);
    return above !== undefined;
  };
}

function Rows({ selected, beside, onSelect }: ListProps) {
  const { t } = useTranslation();
  const { list, grouping, folded, more } = useStore(findingsStore);
  const { tight, together, wider, apart } = useColumns();
  const narrow = useNarrow();
  const { rail } = useAppearance();
  const crowded = useMedia(CROWDED[rail]);
  const short = useMedia(TIGHT[rail]) && beside;
  const rows = useMemo(() => rowsOf(list ?? [], grouping, folded), [list, grouping, folded]);
  const isGrouped = grouping !== 'none';
  // A group has no columns of its own: its findings stand in one beneath it.
  const stacked = narrow || crowded || beside || isGrouped;
  return (
    <VirtualGrid
      label={t('findings.table')}
      rows={rows}
      columns={!stacked ? apart : narrow || short ? tight : beside ? together : wider}
      keyOf={keyOf}
      selected={selected}
      onSelect={(key, enter) => {
        const row = rows.find((one) => one.key === key);
        if (row) onSelect(row, enter);
      }}
      onNearEnd={() => void more()}
      toneOf={toneOf}
      {...(isGrouped ? { levelOf, onKey: folding(rows, onSelect) } : {})}
      {...(stacked ? { rowHeight: ROW_HEIGHT } : {})}
    />
  );
}

function Nothing() {
  const { t } = useTranslation();
  const state = useStore(findingsStore);
  if (isNarrowed(state))
    return (
      <EmptyState drawing="search" title={t('findings.noMatchTitle')} text={t('findings.noMatchText')}>
        <Button onPress={() => state.narrow(EVERYTHING)}>{t('action.clear')}</Button>
      </EmptyState>
    );
  // Where nothing was checked nothing is known to be safe.
  const isUnchecked = state.view === 'open' && state.live?.counts.checked === 0;
  const view = isUnchecked ? 'unchecked' : state.view;
  return (
    <EmptyState
      drawing={isUnchecked ? 'search' : 'gate'}
      title={t(`findings.empty.${view}`)}
      text={t(`findings.emptyText.${view}`)}
    />
  );
}

// The list in its states: loading, failed, nothing found anywhere, nothing that fits, and rows with what came meanwhile above them.
import { ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useWidth } from '../../../ui/charts/use-width.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { VirtualGrid } from '../../../ui/virtual-grid.tsx';
import styles from '../resources.module.css';
import { resourcesStore } from '../resources-store.ts';
import { useRowColumns } from './row-columns.tsx';
import { EVERYTHING, isNarrowed, type Row } from './rows.ts';

export interface ListProps {
  /** A resource, or a group the arrow keys stand on. */
  readonly selected: string | null;
  readonly onSelect: (row: Row, enter: boolean) => void;
  readonly onAddUpstream: () => void;
}

export function ResourceList(props: ListProps) {
  const { live, failure, rows, load, criteria } = useStore(resourcesStore);
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className={styles.listBox}>
      {live === null && failure ? (
        <ErrorState failure={failure} onRetry={() => void load()} />
      ) : live === null ? (
        <Skeleton rows={12} />
      ) : rows.length > 0 ? (
        <Rows {...props} box={box} />
      ) : isNarrowed(criteria) ? (
        <NoMatch />
      ) : (
        <NothingHere onAddUpstream={props.onAddUpstream} />
      )}
    </div>
  );
}

function NoMatch() {
  const { t } = useTranslation();
  const { criteria, narrow, live } = useStore(resourcesStore);
  const onlyWrong = criteria.wrong && !isNarrowed({ ...criteria, wrong: false });
  const key = onlyWrong && (live?.resources.length ?? 0) > 0 ? 'allWell' : 'noMatch';
  return (
    <EmptyState drawing="search" title={t(`resources.${key}.title`)} text={t(`resources.${key}.text`)}>
      <Button onPress={() => narrow({ ...EVERYTHING, view: criteria.view })}>
        {t('resources.noMatch.action')}
      </Button>
    </EmptyState>
  );
}

function NothingHere({ onAddUpstream }: { onAddUpstream: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState drawing="tree" title={t('resources.empty.title')} text={t('resources.empty.text')}>
      <Button variant="primary" onPress={onAddUpstream}>
        {t('resources.upstream.add')}
      </Button>
    </EmptyState>
  );
}

const keyOf = (row: Row): string => row.key;
const levelOf = (row: Row) => ({ level: row.depth + 1, expanded: row.inside > 0 ? row.open : null });
const toneOf = (row: Row): string | undefined => (row.type === 'group' ? 'group' : undefined);

/** Right opens, left closes; on what is closed or cannot be, left goes to what it stands in. */
function useFolding(onSelect: ListProps['onSelect']) {
  return (key: string, row: Row): boolean => {
    const { toggle, rows } = resourcesStore.getState();
    if (key === 'ArrowRight') {
      toggle(row.key, true);
      return row.inside > 0;
    }
    if (key !== 'ArrowLeft') return false;
    if (row.inside > 0 && row.open) toggle(row.key, false);
    else {
      const above = rows.slice(0, rows.indexOf(row)).findLast(({ depth }) => depth < row.depth);
      if (above) onSelect(above, false);
    }
    return true;
  };
}

function Rows({ selected, onSelect, box }: ListProps & { box: React.RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation();
  const { rows, failure, load, setHovered } = useStore(resourcesStore);
  const { columns, rowHeight } = useRowColumns(useWidth(box));
  const onKey = useFolding(onSelect);
  return (
    <>
      {failure && !failure.offline ? (
        <ErrorState failure={failure} onRetry={() => void load()} compact />
      ) : null}
      <News />
      <VirtualGrid
        label={t('resources.table')}
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        selected={selected}
        onSelect={(key, enter) => {
          const row = resourcesStore.getState().rows.find((one) => one.key === key);
          if (row) onSelect(row, enter);
        }}
        onHover={setHovered}
        onKey={onKey}
        levelOf={levelOf}
        toneOf={toneOf}
        {...(rowHeight === undefined ? {} : { rowHeight })}
      />
    </>
  );
}

/** What came or went while the list was held still. */
function News() {
  const { t } = useTranslation();
  const { waiting, showWaiting } = useStore(resourcesStore);
  if (waiting === 0) return null;
  return (
    <div className={styles.news}>
      <Button variant="primary" icon={ArrowUp} onPress={showWaiting}>
        {t('resources.changed', { count: waiting })}
      </Button>
    </div>
  );
}

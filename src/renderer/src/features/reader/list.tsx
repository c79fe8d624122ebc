// The statements, newest first: what was read in which sentence, what became of it and why, who said it.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Reading } from '../../../../shared/model/memory/reader.ts';
import { formatRoute, navigate } from '../../session/router.ts';
import { type StackingColumns, StackingGrid } from '../../ui/grid/stacking-grid.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, ListStates, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import type { Column } from '../../ui/virtual-grid.tsx';
import { OutcomeMark, StatementLine, useSaidBy } from './marks.tsx';
import styles from './reader.module.css';
import { ALL_MODELS, readerStore } from './reader-store.ts';

/** Pixels that the columns take next to each other. */
const APART = 940;

interface StatementListProps {
  readonly selected: string | null;
  readonly onSelect: (id: string | null, enter?: boolean) => void;
  readonly onTry: () => void;
}

export function StatementList({ selected, onSelect, onTry }: StatementListProps) {
  const { t } = useTranslation();
  const { list, failure, load, loadOlder } = useStore(readerStore);
  const columns = useColumns();
  return (
    <ListStates
      list={list}
      failure={failure}
      onRetry={() => void load()}
      loading={<Skeleton rows={8} />}
      nothing={<Nothing onTry={onTry} />}
    >
      <StackingGrid
        label={t('reader.table')}
        rows={list ?? []}
        columns={columns}
        least={APART}
        keyOf={(reading) => String(reading.id)}
        selected={selected}
        onSelect={onSelect}
        onNearEnd={() => void loadOlder()}
      />
    </ListStates>
  );
}

function useColumns(): StackingColumns<Reading> {
  const { t } = useTranslation();
  const saidBy = useSaidBy();
  const when: Column<Reading> = {
    id: 'when',
    title: t('reader.columns.when'),
    width: '88px',
    align: 'end',
    cell: ({ at }) => (
      <span className="quiet">
        <TimeAgo at={at} />
      </span>
    ),
  };
  const statement = { id: 'statement', title: t('reader.columns.statement') };
  return {
    together: [{ ...statement, width: 'minmax(0, 1fr)', cell: (one) => <Summary reading={one} /> }, when],
    apart: [
      { ...statement, width: 'minmax(200px, 1.1fr)', cell: (one) => <StatementLine of={one} /> },
      {
        id: 'sentence',
        title: t('reader.columns.sentence'),
        width: 'minmax(180px, 1.4fr)',
        cell: ({ sentence }) => <span title={sentence}>{sentence}</span>,
      },
      {
        id: 'outcome',
        title: t('reader.columns.outcome'),
        width: 'minmax(200px, 1.2fr)',
        cell: (one) => <Outcome reading={one} />,
      },
      {
        id: 'by',
        title: t('reader.columns.by'),
        width: 'minmax(120px, 0.7fr)',
        cell: (one) => <span className="quiet">{saidBy(one)}</span>,
      },
      when,
    ],
  };
}

/** What became of a statement, and why where it was refused. */
function Outcome({ reading: { outcome, reason } }: { reading: Reading }) {
  return (
    <span className={styles.became}>
      <OutcomeMark outcome={outcome} />
      {outcome !== 'refused' || reason === null ? null : (
        <span className="quiet" title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}

function Summary({ reading }: { reading: Reading }) {
  const { outcome, reason, sentence } = reading;
  return (
    <span className={styles.summary}>
      <StatementLine of={reading} />
      <span className={styles.became}>
        <OutcomeMark outcome={outcome} />
        <span className="quiet">{(outcome === 'refused' ? reason : null) ?? sentence}</span>
      </span>
    </span>
  );
}

function Nothing({ onTry }: { onTry: () => void }) {
  const { t } = useTranslation();
  const { state, criteria, narrow } = useStore(readerStore);
  if (criteria.outcome !== 'all' || criteria.model !== ALL_MODELS)
    return (
      <EmptyState drawing="search" title={t('reader.noMatch')} text={t('reader.noMatchText')}>
        <Button onPress={() => narrow({ outcome: 'all', model: ALL_MODELS })}>{t('action.clear')}</Button>
      </EmptyState>
    );
  const isOff = state === null || state.model === null;
  return (
    <EmptyState
      drawing="flow"
      title={t('reader.empty')}
      text={isOff ? `${t('reader.about')} ${t('reader.emptyOff')}` : t('reader.emptyOn')}
    >
      {isOff ? (
        <Button onPress={onTry}>{t('reader.chooseModel')}</Button>
      ) : (
        <Button onPress={() => navigate(formatRoute('traffic'))}>{t('reader.emptyAction')}</Button>
      )}
    </EmptyState>
  );
}

// The journal of the resolution job: per conflict what became of it, why, by which model, at what cost. A row opens its conflict.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { JournalEntry } from '../../../../../shared/model/resolution.ts';
import { DimensionMark, Token } from '../../../session/marks.tsx';
import { formatCount, formatMs } from '../../../ui/format.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { useNarrow } from '../../../ui/use-media.ts';
import { type Column, VirtualGrid } from '../../../ui/virtual-grid.tsx';
import styles from './journal.module.css';
import { OutcomeMark } from './journal-marks.tsx';
import { resolutionStore } from './resolution-store.ts';

const ROW_HEIGHT = 56;

interface JournalProps {
  /** The conflict that is open. */
  readonly selected: string | null;
  readonly onSelect: (conflictId: string, enter: boolean) => void;
}

export function Journal({ selected, onSelect }: JournalProps) {
  const { t } = useTranslation();
  const { journal, more, journalFailure, loadJournal, loadOlder, job } = useStore(resolutionStore);
  const [chosen, setChosen] = useState<number | null>(null);
  const stacked = useNarrow() || selected !== null;
  const columns = useColumns(stacked);
  const seen = `${String(job?.running?.id ?? job?.last?.id ?? 0)}.${String(job?.running?.done ?? '')}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the journal is read again with every step of a run.
  useEffect(() => {
    void loadJournal();
  }, [loadJournal, seen]);
  if (journal === null) {
    return journalFailure ? (
      <ErrorState failure={journalFailure} onRetry={() => void loadJournal()} />
    ) : (
      <Skeleton rows={8} />
    );
  }
  if (journal.length === 0) {
    return (
      <EmptyState
        drawing="claims"
        title={t('conflicts.journal.emptyTitle')}
        text={t('conflicts.journal.emptyText')}
      />
    );
  }
  // A conflict may stand there several times: the entry chosen, or the newest about the one that is open.
  const about = journal.filter((entry) => String(entry.conflictId) === selected);
  const row = about.find((entry) => entry.id === chosen) ?? about[0];
  return (
    <>
      {journalFailure ? (
        <ErrorState failure={journalFailure} onRetry={() => void loadJournal()} compact />
      ) : null}
      <VirtualGrid
        label={t('conflicts.journal.table')}
        rows={journal}
        columns={columns}
        keyOf={(entry) => String(entry.id)}
        selected={row ? String(row.id) : null}
        onSelect={(key, enter) => {
          setChosen(Number(key));
          const entry = journal.find((each) => each.id === Number(key));
          if (entry) onSelect(String(entry.conflictId), enter);
        }}
        onNearEnd={() => void loadOlder()}
        footer={more ? null : <p className={styles.end}>{t('conflicts.journal.end')}</p>}
        rowHeight={ROW_HEIGHT}
      />
    </>
  );
}

function Said({ entry, marked }: { entry: JournalEntry; marked?: boolean }) {
  return (
    <span className={styles.entry}>
      <span className={styles.entryHead}>
        <Token token={entry.concept} plain strong />
        <DimensionMark name={entry.dimension} />
      </span>
      <span className={styles.detail} title={entry.detail}>
        {marked ? (
          <>
            <OutcomeMark outcome={entry.outcome} />{' '}
          </>
        ) : null}
        {entry.detail}
      </span>
    </span>
  );
}

function useColumns(stacked: boolean): Column<JournalEntry>[] {
  const { t } = useTranslation();
  const said: Column<JournalEntry> = {
    id: 'said',
    title: t('conflicts.journal.said'),
    width: 'minmax(0, 1fr)',
    cell: (entry) => <Said entry={entry} />,
  };
  const outcome: Column<JournalEntry> = {
    id: 'outcome',
    title: t('conflicts.journal.outcome'),
    width: '116px',
    cell: (entry) => <OutcomeMark outcome={entry.outcome} />,
  };
  const at: Column<JournalEntry> = {
    id: 'at',
    title: t('conflicts.columns.age'),
    width: stacked ? '60px' : '84px',
    align: 'end',
    cell: (entry) => (
      <span className="quiet">
        <TimeAgo at={entry.at} />
      </span>
    ),
  };
  if (stacked) return [{ ...said, cell: (entry) => <Said entry={entry} marked /> }, at];
  return [
    outcome,
    said,
    {
      id: 'model',
      title: t('conflicts.journal.model'),
      width: '132px',
      cell: (entry) => <span className="quiet">{entry.model ?? '–'}</span>,
    },
    {
      id: 'tokens',
      title: t('conflicts.journal.tokensTitle'),
      width: '108px',
      align: 'end',
      cell: (entry) => (
        <span className="quiet">
          {formatCount(entry.inputTokens)} → {formatCount(entry.outputTokens)}
        </span>
      ),
    },
    {
      id: 'took',
      title: t('conflicts.journal.took'),
      width: '68px',
      align: 'end',
      cell: (entry) => <span className="quiet">{formatMs(entry.ms)}</span>,
    },
    at,
  ];
}

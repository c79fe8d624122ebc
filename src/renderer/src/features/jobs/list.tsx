// The queue's rows in its four states.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Job } from '../../../../shared/model/job.ts';
import { jobsStore } from '../../session/jobs-store.ts';
import { formatClock } from '../../ui/format.ts';
import { EmptyState, ListStates, Skeleton } from '../../ui/states.tsx';
import { TimeAgo, useNow } from '../../ui/time-ago.tsx';
import { useNarrow } from '../../ui/use-media.ts';
import { type Column, VirtualGrid } from '../../ui/virtual-grid.tsx';
import styles from './jobs.module.css';

function useColumns(narrow: boolean): Column<Job>[] {
  const { t } = useTranslation();
  const now = useNow();
  const { view } = useStore(jobsStore);
  const what: Column<Job> = {
    id: 'summary',
    title: t('jobs.columns.what'),
    width: 'minmax(0, 2fr)',
    cell: (job) => <code className="small">{job.summary}</code>,
  };
  const when: Column<Job> = {
    id: 'when',
    title: t(view === 'waiting' ? 'jobs.columns.next' : 'jobs.columns.ended'),
    width: '92px',
    align: 'end',
    cell: (job) => <span className={styles.quiet}>{<When job={job} now={now} />}</span>,
  };
  const tries: Column<Job> = {
    id: 'attempts',
    title: t('jobs.columns.attempts'),
    width: '64px',
    align: 'end',
    cell: (job) => job.attempts,
  };
  const kind: Column<Job> = {
    id: 'kind',
    title: t('jobs.columns.kind'),
    width: '120px',
    cell: (job) => <span className={styles.quiet}>{job.title}</span>,
  };
  const error: Column<Job> = {
    id: 'error',
    title: t('jobs.columns.error'),
    width: 'minmax(0, 2fr)',
    cell: (job) => <span className="quiet">{job.lastError ?? ''}</span>,
  };
  return narrow ? [what, when] : [kind, what, tries, error, when];
}

function When({ job, now }: { job: Job; now: number }) {
  const { t } = useTranslation();
  if (job.status === 'active') return <span className="info">{t('jobs.now')}</span>;
  if (job.status === 'waiting') return job.runAt <= now ? t('jobs.due') : formatClock(job.runAt);
  return <TimeAgo at={job.finishedAt ?? job.createdAt} />;
}

interface JobListProps {
  readonly selected: string | null;
  readonly onSelect: (id: string | null, enter?: boolean) => void;
}

export function JobList({ selected, onSelect }: JobListProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const columns = useColumns(narrow || selected !== null);
  const { list, failure, load, view } = useStore(jobsStore);
  return (
    <ListStates
      list={list}
      failure={failure}
      onRetry={() => void load()}
      loading={<Skeleton rows={6} />}
      nothing={
        <EmptyState drawing="flow" title={t(`jobs.empty.${view}`)} text={t(`jobs.emptyText.${view}`)} />
      }
    >
      <VirtualGrid
        label={t('jobs.table')}
        rows={list ?? []}
        columns={columns}
        keyOf={(job) => job.id}
        selected={selected}
        onSelect={onSelect}
        toneOf={(job) => (job.status === 'dead' ? 'failed' : undefined)}
      />
    </ListStates>
  );
}

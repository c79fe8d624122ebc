// Jobs: what waits, what runs, what gave up, what it may cost today; each job with its words and what can be done.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { jobsStore } from '../../session/jobs-store.ts';
import { useSelection } from '../../session/lists/use-selection.ts';
import { useRoute } from '../../session/router.ts';
import { Tasks } from '../../session/tasks.tsx';
import { useLiveJobs } from '../../session/use-live-jobs.ts';
import { useReading } from '../../session/use-reading.ts';
import { Split } from '../../ui/split.tsx';
import { JobDetail } from './job-detail.tsx';
import { JobList } from './list.tsx';
import { Queues } from './queues.tsx';
import { Toolbar } from './toolbar.tsx';

export default function Jobs() {
  const { t } = useTranslation();
  const { id } = useRoute();
  const { load } = useStore(jobsStore);
  const { go } = useSelection('jobs');
  useLiveJobs();
  useReading(load);
  return (
    <Split
      name="jobs"
      width={440}
      label={t('inspector.label')}
      title={id === null ? '' : t('jobs.title')}
      onClose={() => go(null)}
      inspector={id === null ? null : <JobDetail id={id} onGone={() => go(null)} />}
      main={
        <>
          <Queues />
          <Tasks />
          <Toolbar />
          <JobList selected={id} onSelect={go} />
        </>
      }
    />
  );
}

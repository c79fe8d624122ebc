// The resolution job in one line above the queue: when it runs next and how it went last, or how far it is, or why it cannot.
import { CircleAlert, Clock, Play, Square, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ResolutionRun, ResolutionState } from '../../../../../shared/model/resolution.ts';
import { formatRoute } from '../../../session/router.ts';
import { formatCount, formatSoon } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { TimeAgo, useNow } from '../../../ui/time-ago.tsx';
import styles from './job-strip.module.css';
import { useCountWords } from './journal-marks.tsx';
import { resolutionStore } from './resolution-store.ts';

export function JobStrip() {
  const { t } = useTranslation();
  const { job, failure, busy, start, stop } = useStore(resolutionStore);
  if (job === null) {
    return (
      <section className={styles.strip} aria-label={t('conflicts.job.label')}>
        <Clock size={14} strokeWidth={1.75} />
        <span className={styles.words}>{t('conflicts.job.reading')}</span>
      </section>
    );
  }
  const { running } = job;
  return (
    <section
      className={styles.strip}
      aria-label={t('conflicts.job.label')}
      data-tone={running === null && job.problem !== null ? 'wait' : undefined}
    >
      {running ? <Running run={running} /> : <Idle job={job} />}
      {failure ? (
        <span className={styles.failed} role="alert">
          <CircleAlert size={14} strokeWidth={1.75} /> {failure.message}
        </span>
      ) : null}
      {running ? (
        <Button writes icon={Square} isDisabled={busy} onPress={() => void stop()}>
          {t('conflicts.job.stop')}
        </Button>
      ) : (
        <Button
          writes
          icon={Play}
          isDisabled={busy || job.problem !== null || job.waiting === 0}
          onPress={() => void start()}
        >
          {t('conflicts.job.run')}
        </Button>
      )}
    </section>
  );
}

function Running({ run }: { run: ResolutionRun }) {
  const { t } = useTranslation();
  const words = useCountWords();
  const place = { done: formatCount(run.done), total: formatCount(run.total) };
  return (
    <>
      <span className={styles.live}>{t('conflicts.job.running', place)}</span>
      <Progress
        label={t('conflicts.job.label')}
        done={run.done}
        total={run.total}
        words={t('conflicts.job.of', place)}
      />
      <span className={styles.counts}>{words(run.counts)}</span>
    </>
  );
}

function Idle({ job }: { job: ResolutionState }) {
  const { t } = useTranslation();
  const now = useNow();
  if (job.problem !== null) {
    return (
      <>
        <TriangleAlert className="wait" size={14} strokeWidth={1.75} />
        <span className={styles.words}>
          {job.problem} <a href={formatRoute('settings')}>{t('conflicts.job.settings')}</a>
        </span>
      </>
    );
  }
  const next = job.paused
    ? t('conflicts.job.paused')
    : job.nextAt === null
      ? t('conflicts.job.never')
      : t('conflicts.job.next', { time: formatSoon(job.nextAt, now) });
  return (
    <>
      <Clock size={14} strokeWidth={1.75} />
      <span className={styles.words}>
        {next}
        {job.last === null ? null : <Last run={job.last} />}
      </span>
    </>
  );
}

function Last({ run }: { run: ResolutionRun }) {
  const { t } = useTranslation();
  const words = useCountWords();
  const at = run.finishedAt ?? run.startedAt;
  const how =
    run.error ??
    (words(run.counts) || t(run.status === 'stopped' ? 'conflicts.job.stopped' : 'conflicts.job.nothing'));
  return (
    <>
      {' · '}
      {t('conflicts.job.last')} <TimeAgo at={at} />:{' '}
      <span data-failed={run.status === 'failed' || undefined}>{how}</span>
    </>
  );
}

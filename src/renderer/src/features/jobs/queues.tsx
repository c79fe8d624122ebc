// The first look: each queue with what waits in it and a switch, the resolution job, and today's budget as two meters.
import { CirclePause, Moon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Budget, JobCounts } from '../../../../shared/model/job.ts';
import { jobsStore } from '../../session/jobs-store.ts';
import { formatRoute } from '../../session/router.ts';
import { settingsStore } from '../../session/settings-store.ts';
import { sayFailed } from '../../session/toasts.tsx';
import { formatCount, formatFull, formatMinute, formatShort } from '../../ui/format.ts';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './jobs.module.css';

export function Queues() {
  const { t } = useTranslation();
  const { live } = useStore(jobsStore);
  if (live === null) return <Skeleton rows={3} label={t('jobs.loading')} />;
  return (
    <section className={styles.queues} aria-label={t('jobs.queues')}>
      {live.counts.map((counts) => (
        <Queue key={counts.kind} counts={counts} />
      ))}
      <Resolution />
      <Spent budget={live.budget} />
    </section>
  );
}

function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <article className={styles.queue}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </article>
  );
}

function Queue({ counts }: { counts: JobCounts }) {
  const { t } = useTranslation();
  const { save } = useStore(settingsStore);
  const { kind, title, when, pause, paused, waiting, active, dead, held, mendIn } = counts;
  async function run(on: boolean): Promise<void> {
    const refused = pause && (await save(pause.setting, !on));
    if (refused) sayFailed(refused.message);
  }
  return (
    <Panel
      title={title}
      aside={
        pause ? (
          <Toggle writes isSelected={!paused} onChange={(on) => void run(on)} label={pause.label}>
            {t(paused ? 'jobs.paused' : 'jobs.runs')}
          </Toggle>
        ) : null
      }
    >
      <p className={styles.figure} data-paused={paused}>
        {paused ? <CirclePause size={18} strokeWidth={1.5} /> : null}
        <b>{formatCount(waiting + active)}</b> {t('jobs.waitingWord', { count: waiting + active })}
      </p>
      <p className={styles.quiet}>
        {held ?? (active > 0 ? t('jobs.activeWord', { count: active }) : when)}
        {held && mendIn ? (
          <>
            {' '}
            <a href={formatRoute('settings', null, { tab: mendIn })}>{t('jobs.toModels')}</a>
          </>
        ) : null}
        {dead > 0 ? (
          <>
            {' '}
            <button
              type="button"
              className={styles.dead}
              onClick={() => jobsStore.getState().show({ view: 'dead', kind })}
            >
              {t('jobs.deadWord', { count: dead })}
            </button>
          </>
        ) : null}
      </p>
    </Panel>
  );
}

function Resolution() {
  const { t } = useTranslation();
  const { resolution } = useStore(jobsStore);
  if (resolution === null) return null;
  const { running, last, waiting, nextAt, problem, paused } = resolution;
  return (
    <Panel
      title={t('jobs.resolution')}
      aside={<a href={formatRoute('conflicts')}>{t('jobs.toConflicts')}</a>}
    >
      {running ? (
        <>
          <p className={styles.figure}>
            <b>
              {formatCount(running.done)} / {formatCount(running.total)}
            </b>{' '}
            {t('jobs.decided')}
          </p>
          <Meter label={t('jobs.resolution')} value={running.done} most={Math.max(1, running.total)} />
        </>
      ) : (
        <>
          <p className={styles.figure} data-paused={paused}>
            <Moon size={18} strokeWidth={1.5} />
            <b>{formatCount(waiting)}</b> {t('jobs.toDecide', { count: waiting })}
          </p>
          <p className={styles.quiet}>
            {problem ??
              (paused || nextAt === null ? (
                t('jobs.noNext')
              ) : (
                <span title={formatFull(nextAt)}>{t('jobs.next', { time: formatMinute(nextAt) })}</span>
              ))}
            {last?.finishedAt ? (
              <>
                {' · '}
                {t('jobs.lastRun')} <TimeAgo at={last.finishedAt} />
              </>
            ) : null}
          </p>
        </>
      )}
    </Panel>
  );
}

function Spent({ budget }: { budget: Budget }) {
  const { t } = useTranslation();
  const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
  return (
    <Panel
      title={t('jobs.budget')}
      aside={
        <span className={styles.quiet} title={formatFull(budget.resetsAt)}>
          {t('jobs.resets', { time: formatMinute(budget.resetsAt) })}
        </span>
      }
    >
      <Meter
        label={t('jobs.tokens')}
        value={budget.tokens}
        most={budget.tokenLimit}
        words={t('jobs.of', { value: formatShort(budget.tokens), most: formatShort(budget.tokenLimit) })}
        named
      />
      <Meter
        label={t('jobs.cost')}
        value={budget.cost}
        most={budget.costLimit}
        words={t('jobs.of', { value: dollars.format(budget.cost), most: dollars.format(budget.costLimit) })}
        named
      />
      {budget.failed > 0 ? (
        <p className={styles.quiet}>{t('jobs.failedCalls', { count: budget.failed, calls: budget.calls })}</p>
      ) : null}
    </Panel>
  );
}

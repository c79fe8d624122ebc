// One job: what it is about, how often it was tried, what went wrong last, and what a person can do about it.
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { jobsStore } from '../../session/jobs-store.ts';
import { say } from '../../session/toasts.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Failure } from '../../ui/failure.ts';
import { formatFull } from '../../ui/format.ts';
import { AskedTwice } from '../../ui/inputs/asked-twice.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './jobs.module.css';

export function JobDetail({ id, onGone }: { id: string; onGone: () => void }) {
  const { t } = useTranslation();
  const { list, retry, discard } = useStore(jobsStore);
  const [failure, setFailure] = useState<Failure | null>(null);
  const job = list?.find((one) => one.id === id);
  if (!job) return <EmptyState drawing="search" title={t('jobs.gone')} text={t('jobs.goneText')} />;
  async function act(work: Promise<Failure | null>, done: string): Promise<void> {
    const refused = await work;
    setFailure(refused);
    if (refused) return;
    say(done);
    onGone();
  }
  return (
    <>
      <Section title={job.title}>
        <p className={styles.what}>
          <code>{job.summary}</code>
        </p>
        <Facts
          items={[
            [t('jobs.columns.state'), t(`jobs.status.${job.status}`)],
            [t('jobs.columns.attempts'), String(job.attempts)],
            [t('jobs.created'), <TimeAgo key="created" at={job.createdAt} />],
            ...(job.finishedAt === null
              ? [[t('jobs.columns.next'), formatFull(job.runAt)] as const]
              : [[t('jobs.columns.ended'), formatFull(job.finishedAt)] as const]),
          ]}
        />
      </Section>
      {job.result ? (
        <Section title={t('jobs.result')}>
          <p className="breaks">{job.result}</p>
        </Section>
      ) : null}
      {job.lastError === null ? null : (
        <Section title={t('jobs.lastError')}>
          <p className={styles.lastError}>{job.lastError}</p>
        </Section>
      )}
      {failure ? <ErrorState failure={failure} compact /> : null}
      {job.status === 'done' || job.status === 'active' ? null : (
        <div className={styles.actions}>
          <Button writes icon={RotateCcw} onPress={() => void act(retry(id), t('jobs.retried'))}>
            {t('jobs.retry')}
          </Button>
          <AskedTwice
            icon={Trash2}
            words={{ ask: t('jobs.discard'), sure: t('jobs.discardSure'), keep: t('jobs.discardNot') }}
            onSure={() => act(discard(id, ''), t('jobs.discarded'))}
          />
        </div>
      )}
    </>
  );
}

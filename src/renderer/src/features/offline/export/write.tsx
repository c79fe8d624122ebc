// Step 3 of an export: the task that writes it, and the file it became.
import { CircleAlert, CircleHelp, CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { canSendFiles } from '../../../session/files/send-file.ts';
import { jobsStore } from '../../../session/jobs-store.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { DownloadBundle } from '../download.tsx';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { Notice, Trouble } from '../trouble.tsx';
import { Working } from '../working.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function Write() {
  const { t } = useTranslation();
  const { leaving, write } = useStore(offlineStore);
  const { written, task, failure, isGone } = leaving;
  const again = { words: t('offline.leaving.writeAgain'), run: () => void write() };
  if (written !== null) return <Written />;
  if (failure !== null)
    return (
      <Trouble
        failure={failure}
        broken={t('offline.leaving.broken')}
        cancelled={t('offline.leaving.cancelled')}
        again={again}
      />
    );
  const way = (
    <Button writes onPress={again.run}>
      {again.words}
    </Button>
  );
  if (isGone)
    return (
      <Notice tone="wait" icon={<CircleHelp {...ICON} />} words={t('offline.leaving.gone')}>
        {way}
      </Notice>
    );
  switch (task?.status) {
    case 'failed':
      return (
        <Notice
          tone="bad"
          icon={<CircleAlert {...ICON} />}
          words={t('offline.leaving.failed', { reason: task.result ?? '' })}
        >
          <p>{t('offline.leaving.failedText')}</p>
          {way}
        </Notice>
      );
    case 'cancelled':
      return (
        <Notice icon={<CircleSlash {...ICON} />} words={t('offline.leaving.cancelled')}>
          {way}
        </Notice>
      );
    case 'running':
      return <UnderWay />;
    case 'done':
      return <Working words={t('offline.leaving.finding')} />;
    case undefined:
      return <Working words={t('offline.leaving.starting')} />;
  }
}

function UnderWay() {
  const { t } = useTranslation();
  const task = useStore(offlineStore, ({ leaving }) => leaving.task);
  if (task === null) return null;
  const { done, total, id } = task;
  const amount =
    total === null
      ? t('offline.leaving.amountSoFar', { done: formatCount(done) })
      : t('offline.leaving.amount', { done: formatCount(done), total: formatCount(total) });
  return (
    <Working
      words={t('offline.leaving.writing')}
      done={done}
      total={total ?? 0}
      amount={amount}
      onStop={() => void stopTask(id)}
    />
  );
}

/** Stops work of the host; it says itself what became of it. */
export async function stopTask(id: string): Promise<void> {
  const refused = await jobsStore.getState().cancelTask(id);
  if (refused) sayFailed(refused.message);
}

function Written() {
  const { t } = useTranslation();
  const written = useStore(offlineStore, ({ leaving }) => leaving.written);
  if (written === null) return null;
  return (
    <>
      <p className={styles.line}>
        <code>{written.name}</code>
        <span className="muted">{formatBytes(written.bytes)}</span>
        <DownloadBundle name={written.name} isPrimary />
      </p>
      <p className="muted">
        {t('offline.leaving.lies')} {canSendFiles() ? null : t('offline.leaving.desktop')}
      </p>
    </>
  );
}

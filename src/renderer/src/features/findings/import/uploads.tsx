// Evidence on its way from this page, a line each: sent, then read, then what came of it; what was not sent is named. Stays until it is dismissed.
import { CircleAlert, CircleCheck, CircleSlash, LoaderCircle, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Task } from '../../../../../shared/model/job.ts';
import { jobsStore } from '../../../session/jobs-store.ts';
import { formatRoute } from '../../../session/router.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Meter } from '../../../ui/meter.tsx';
import styles from './import.module.css';
import { type Upload, uploadStore } from './upload-store.ts';

const MARK = {
  running: [LoaderCircle, 'info'],
  done: [CircleCheck, 'ok'],
  failed: [CircleAlert, 'bad'],
  cancelled: [CircleSlash, 'muted'],
} as const;

export function Uploads() {
  const { t } = useTranslation();
  const { uploads, reading } = useStore(uploadStore);
  if (uploads.length === 0 && !reading) return null;
  return (
    <section className={styles.uploads} aria-label={t('findings.evidence.upload.label')}>
      {reading ? (
        <p className={styles.reading} role="status">
          <LoaderCircle className="turning info" size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('findings.evidence.upload.reading')}
        </p>
      ) : null}
      <ul>
        {uploads.map((upload) => (
          <One key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

const stateOf = ({ phase }: Upload, task: Task | null): keyof typeof MARK =>
  phase === 'taking' ? (task?.status ?? 'running') : phase === 'sending' ? 'running' : phase;

function One({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const task = useStore(jobsStore, (s) => s.live?.tasks.find(({ id }) => id === upload.task) ?? null);
  const state = stateOf(upload, task);
  const [Icon, tone] = MARK[state];
  return (
    <li className={styles.upload}>
      <Icon
        className={state === 'running' ? 'turning info' : tone}
        size={14}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <b className={styles.uploadTitle}>{upload.title}</b>
      <span className={styles.uploadState} role="status">
        <State upload={upload} task={task} state={state} />
      </span>
      {state === 'running' ? (
        <Button variant="quiet" onPress={() => void cancel(upload)}>
          {t('action.cancel')}
        </Button>
      ) : (
        <IconButton
          icon={X}
          label={t('findings.evidence.upload.dismiss')}
          onPress={() => uploadStore.getState().dismiss(upload.id)}
        />
      )}
      <Unsent upload={upload} />
    </li>
  );
}

async function cancel({ id, phase, task }: Upload): Promise<void> {
  if (phase === 'sending' || task === null) return uploadStore.getState().cancel(id);
  const refused = await jobsStore.getState().cancelTask(task);
  if (refused) sayFailed(refused.message);
}

function State({ upload, task, state }: { upload: Upload; task: Task | null; state: keyof typeof MARK }) {
  const { t } = useTranslation();
  const { phase, files, done, bytes, sent, title, problem } = upload;
  if (phase === 'sending') {
    const words = t('findings.evidence.upload.sending', {
      ...{ done: formatCount(done), total: formatCount(files), bytes: formatBytes(sent) },
    });
    return (
      <>
        <span className={styles.meter}>
          <Meter label={title} value={sent} most={bytes} words={words} />
        </span>
        <span className="quiet">{words}</span>
      </>
    );
  }
  if (state === 'running') {
    const read = task?.done ?? 0;
    const total = task?.total ?? null;
    const words =
      total === null
        ? t('findings.evidence.upload.taking', { done: formatCount(read) })
        : t('findings.evidence.upload.takingOf', { done: formatCount(read), total: formatCount(total) });
    return (
      <>
        <span className={styles.meter}>
          <Meter label={title} value={read} most={total ?? 0} words={words} />
        </span>
        <span className="quiet">{words}</span>
      </>
    );
  }
  if (state === 'done')
    return (
      <>
        {t('findings.evidence.upload.done')}: {task?.result ?? ''}{' '}
        <a className={styles.link} href={formatRoute('findings', null, { view: 'evidence' })}>
          {t('findings.evidence.upload.toImports')}
        </a>
      </>
    );
  if (state === 'cancelled') return t('findings.evidence.upload.cancelled');
  return `${t('findings.evidence.upload.failed')}: ${problem ?? task?.result ?? t('findings.evidence.upload.lost')}`;
}

/** Of those not sent, so many are named. */
const NAMED = 5;

function Unsent({ upload: { unsent } }: { upload: Upload }) {
  const { t } = useTranslation();
  const [first] = unsent;
  if (first === undefined) return null;
  // What all have in common is said once.
  const isOne = unsent.every(({ message }) => message === first.message);
  const count = unsent.length;
  return (
    <div className={styles.unsent}>
      <p className="bad">
        {isOne
          ? t('findings.evidence.upload.unsentBecause', { count, message: first.message })
          : t('findings.evidence.upload.unsent', { count })}
      </p>
      <ul>
        {unsent.slice(0, NAMED).map(({ name, message }) => (
          <li key={name} className="breaks">
            <code>{name}</code> {isOne ? null : message}
          </li>
        ))}
        {count > NAMED ? <li>{t('findings.evidence.upload.more', { count: count - NAMED })}</li> : null}
      </ul>
    </div>
  );
}

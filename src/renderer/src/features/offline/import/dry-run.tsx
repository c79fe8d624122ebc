// Step 3 of an import: what it would do, without doing it.
import { CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { jobsStore } from '../../../session/jobs-store.ts';
import { formatCount } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { stopTask } from '../export/write.tsx';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { isGone, NotDone, Trouble } from '../trouble.tsx';
import { Working } from '../working.tsx';
import { taskOf } from './import-flow.ts';
import { Report } from './report.tsx';
import { isNothingNew } from './report-rows.ts';
import { Gone } from './verify-arrived.tsx';

export function DryRun() {
  const { t } = useTranslation();
  const { arriving, tryIt, showTake } = useStore(offlineStore);
  const { trial, failure, asking, reached } = arriving;
  const isHere = reached === 'try';
  if (isHere && asking) return <Importing words={t('offline.arriving.trying')} canLetGo />;
  if (isHere && failure && isGone(failure)) return <Gone />;
  const again = { words: t('offline.arriving.tryAgain'), run: () => void tryIt() };
  if (isHere && failure)
    return (
      <Trouble
        failure={failure}
        broken={t('offline.arriving.brokenTrial')}
        cancelled={t('offline.arriving.stoppedTrial')}
        besides={t('offline.notChanged')}
        again={again}
      />
    );
  if (trial === null) return <NotDone words={t('offline.arriving.stoppedTrial')} again={again} />;
  return (
    <>
      <p className={styles.remark}>
        <CircleSlash size={14} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('offline.arriving.tried')}</span>
      </p>
      <Report report={trial} />
      {isNothingNew(trial) ? <p>{t('offline.arriving.nothingNew')}</p> : null}
      {isHere ? (
        <div className="buttons">
          <Button variant={isNothingNew(trial) ? 'plain' : 'primary'} onPress={showTake}>
            {t('offline.arriving.toTake')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface ImportingProps {
  readonly words: string;
  /** Where the host says nothing of a task, the question alone can be let go of. */
  readonly canLetGo?: boolean;
}

/** The host at its work, as far as its tasks tell. */
export function Importing({ words, canLetGo = false }: ImportingProps) {
  const { t } = useTranslation();
  const { arriving, stopArriving } = useStore(offlineStore);
  const tasks = useStore(jobsStore, (s) => s.live?.tasks);
  const task = taskOf(arriving, tasks ?? []);
  if (task === null) return <Working words={words} onStop={canLetGo ? stopArriving : undefined} />;
  const { done, total, id, cancellable } = task;
  const amount =
    total === null
      ? t('offline.arriving.takingAmount', { done: formatCount(done) })
      : t('offline.arriving.takingAmountOf', { done: formatCount(done), total: formatCount(total) });
  return (
    <Working
      words={words}
      done={done}
      total={total ?? 0}
      amount={amount}
      onStop={cancellable ? () => void stopTask(id) : undefined}
    />
  );
}

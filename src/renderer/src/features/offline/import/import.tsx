// The way in: four steps, of which the last alone changes this host. The whole screen takes what is dropped.
import { ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatBytes } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { type StepOf, Steps } from '../steps/steps.tsx';
import { shortKey } from '../verified.tsx';
import { ChooseFile } from './choose-file.tsx';
import { DryRun } from './dry-run.tsx';
import { type ImportStep, isUnknown } from './import-flow.ts';
import { TakeIn } from './take-in.tsx';
import { VerifyArrived } from './verify-arrived.tsx';

export function Import() {
  const { t } = useTranslation();
  const { arriving, showImport, resume, importAgain, readKeys } = useStore(offlineStore);
  useEffect(() => {
    resume();
    void readKeys();
  }, [resume, readKeys]);
  const { file, verification, trial, outcome, reached, open, upload, asking } = arriving;
  const steps: readonly StepOf<ImportStep>[] = [
    {
      ...{ step: 'file', title: t('offline.arriving.title.file'), ahead: '', content: () => <ChooseFile /> },
      summary:
        file === null
          ? null
          : t('offline.arriving.chosen', { name: file.name, size: formatBytes(file.bytes) }),
    },
    {
      ...{ step: 'verify', title: t('offline.arriving.title.verify'), content: () => <VerifyArrived /> },
      ahead: t('offline.arriving.ahead.verify'),
      isDoubted: isUnknown(verification),
      summary: !verification?.ok ? null : verification.signedBy === null ? (
        <span className="wait">{t('offline.verified.unsigned')}</span>
      ) : (
        <>
          {t('offline.verified.signed', { count: verification.signedBy.length })}{' '}
          <code className="small">{verification.signedBy.map(shortKey).join(', ')}</code>
        </>
      ),
    },
    {
      ...{ step: 'try', title: t('offline.arriving.title.try'), content: () => <DryRun /> },
      ahead: t('offline.arriving.ahead.try'),
      summary: trial === null ? null : t(`offline.arriving.how.would.${trial.how}`),
    },
    {
      ...{ step: 'take', title: t('offline.arriving.title.take'), content: () => <TakeIn /> },
      ahead: t('offline.arriving.ahead.take'),
      summary: outcome === null ? null : t('offline.arriving.done'),
    },
  ];
  return (
    <>
      {outcome === null ? (
        <p className={styles.promise}>
          <ShieldCheck size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('offline.arriving.promise')}
        </p>
      ) : null}
      <Steps
        label={t('offline.steps.import')}
        steps={steps}
        reached={reached}
        open={open}
        isDone={outcome !== null}
        onShow={showImport}
      />
      {upload !== null && verification?.ok !== false && !(reached === 'take' && asking) ? (
        <div className="buttons">
          <Button variant="quiet" onPress={importAgain}>
            {t('offline.arriving.letGo')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

// The way out: four steps, and below them what lies on this host.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { jobsStore } from '../../../session/jobs-store.ts';
import { DEFAULT_PROJECT } from '../../../session/project.ts';
import { formatBytes } from '../../../ui/format.ts';
import { useReturns } from '../../../ui/liveness.ts';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { ShelfList } from '../shelf/shelf-list.tsx';
import { type StepOf, Steps } from '../steps/steps.tsx';
import type { ExportStep } from './export-flow.ts';
import { Preview } from './preview.tsx';
import { ChooseScope, signerOf, withOf } from './scope.tsx';
import { VerifyWritten } from './verify.tsx';
import { Write } from './write.tsx';

/** Of the kinds, those that the one line of a preview names. */
const NAMED = ['briefs', 'decisions', 'documents', 'facts'] as const;

export function Export() {
  const { t } = useTranslation();
  const { leaving, showExport } = useStore(offlineStore);
  useFollowedTask();
  const { scope, preview, written, verification, reached, open } = leaving;
  const steps: readonly StepOf<ExportStep>[] = [
    {
      ...{
        step: 'scope',
        title: t('offline.leaving.title.scope'),
        ahead: '',
        content: () => <ChooseScope />,
      },
      summary: t('offline.leaving.chosen', {
        of: scope.isAll ? t('offline.leaving.all') : t('offline.leaving.project', { name: DEFAULT_PROJECT }),
        parts: t(`offline.leaving.with.${withOf(scope)}`),
        by: t(`offline.leaving.byShort.${signerOf(scope)}`),
      }),
    },
    {
      ...{ step: 'preview', title: t('offline.leaving.title.preview'), content: () => <Preview /> },
      ahead: t('offline.leaving.ahead.preview'),
      summary:
        preview === null
          ? null
          : t('offline.leaving.looked', {
              size: formatBytes(preview.bytes),
              files: t('offline.count.files', { count: preview.files }),
              parts: NAMED.filter((kind) => preview.counts[kind] > 0)
                .map((kind) => t(`offline.count.${kind}`, { count: preview.counts[kind] }))
                .join(', '),
            }),
    },
    {
      ...{ step: 'write', title: t('offline.leaving.title.write'), content: () => <Write /> },
      ahead: t('offline.leaving.ahead.write'),
      summary:
        written === null ? null : (
          <>
            <code className="small">{written.name}</code> {formatBytes(written.bytes)}
          </>
        ),
    },
    {
      ...{ step: 'verify', title: t('offline.leaving.title.verify'), content: () => <VerifyWritten /> },
      ahead: t('offline.leaving.ahead.verify'),
      summary: verification?.ok
        ? t(verification.signedBy ? 'offline.leaving.done' : 'offline.leaving.doneUnsigned')
        : verification === null
          ? null
          : t('offline.leaving.refused', { file: verification.file }),
    },
  ];
  return (
    <>
      <Steps
        label={t('offline.steps.export')}
        steps={steps}
        reached={reached}
        open={open}
        isDone={verification?.ok === true}
        onShow={showExport}
      />
      <section className={styles.shelf}>
        <ShelfList />
      </section>
    </>
  );
}

/** The task that writes is one of the host's: how far it is, and whether it is there any more. */
function useFollowedTask(): void {
  const live = useStore(jobsStore, (s) => s.live);
  const returns = useReturns();
  const id = useStore(offlineStore, ({ leaving }) => leaving.task?.id ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of tasks already counts for one that has just begun.
  useEffect(() => {
    if (live) offlineStore.getState().takeTasks(live.tasks, returns);
  }, [live, id]);
}

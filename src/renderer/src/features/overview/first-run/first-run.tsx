// The first run: six steps with what the program found, in the place of an Overview that has nothing to show yet. Looked at again every
// few seconds and whenever the state of the program changes, so that what is mended elsewhere shows here by itself.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SystemStatus } from '../../../../../shared/model/status.ts';
import { formatRoute, navigate } from '../../../session/router.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { AsOf } from '../../../ui/as-of.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { useLive } from '../../../ui/liveness.ts';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import styles from './first-run.module.css';
import { firstRunStore } from './first-run-store.ts';
import { Step } from './step.tsx';

const LOOK_MS = 4000;

export function FirstRun({ status }: { status: SystemStatus }) {
  const { t } = useTranslation();
  const { run, failure, look, end } = useStore(firstRunStore);
  const live = useLive();
  const seen = status.firstCalls.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a first request is a reason to look at once
  useEffect(() => {
    if (!live) return;
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [live, look, seen]);
  const settled = run?.steps.filter(({ state, skipped }) => state === 'ok' || skipped) ?? [];
  const isOver = run !== null && settled.length === run.steps.length;
  const next = run?.steps.find(({ state, skipped }) => state !== 'ok' && !skipped)?.name ?? null;
  async function leave(): Promise<void> {
    const refused = await end();
    if (refused) sayFailed(refused.message);
    else navigate(formatRoute('overview'));
  }
  return (
    <section className={styles.first} aria-labelledby="first-run">
      <h1 id="first-run" className={styles.title}>
        {t('overview.first.title')}
      </h1>
      <p className={styles.note}>{t('overview.first.note')}</p>
      {failure && run === null ? <ErrorState failure={failure} onRetry={() => void look()} compact /> : null}
      {run === null && !failure ? <Skeleton rows={5} /> : null}
      {run === null ? null : (
        <>
          <p className={styles.progress} role="status">
            {t('overview.first.progress', { done: settled.length, of: run.steps.length })} <AsOf />
          </p>
          <ol className={styles.steps}>
            {run.steps.map((step, index) => (
              <Step
                key={step.name}
                step={step}
                number={index + 1}
                isNext={step.name === next}
                status={status}
              />
            ))}
          </ol>
          <div className={styles.end}>
            <Button variant={isOver ? 'primary' : 'quiet'} writes onPress={() => void leave()}>
              {t(isOver ? 'overview.first.end' : 'overview.first.endAll')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

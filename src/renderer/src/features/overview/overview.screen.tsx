// Overview: is anything wrong, and what do I do about it. One sentence, how agents connect, six lines, what waits. On an installation
// that nobody has set up yet, the first run stands in its place.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SystemStatus } from '../../../../shared/model/status.ts';
import { useCommands } from '../../session/commands.ts';
import { askToRemoveDemo } from '../../session/demo/remove-demo.tsx';
import { useRoute } from '../../session/router.ts';
import { useStatus } from '../../session/system-store.ts';
import { useReading } from '../../session/use-reading.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { useLive } from '../../ui/liveness.ts';
import { Skeleton } from '../../ui/states.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { Charts } from './charts.tsx';
import { Connect } from './connect/connect.tsx';
import { FirstRun } from './first-run/first-run.tsx';
import styles from './overview.module.css';
import { overviewStore } from './overview-store.ts';
import { Queue } from './queue-panel.tsx';
import { Sentence } from './sentence.tsx';
import { MemoryFigures, Parts, Waiting } from './side.tsx';
import { Upstreams } from './upstreams-panel.tsx';
import { useLiveUpstreams } from './use-live-upstreams.ts';

const REFRESH_MS = 10_000;

export default function Overview() {
  const { t } = useTranslation();
  const status = useStatus();
  const live = useLive();
  const { refresh, sendTest } = useStore(overviewStore);
  useLiveUpstreams();
  useCommands('overview', [
    {
      id: 'overview.test',
      title: t('overview.test'),
      group: t('palette.do'),
      writes: true,
      run: () => void sendTest(),
    },
  ]);
  useReading(refresh);
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [live, refresh]);
  const isAsked = useRoute().query.start !== undefined;
  if (status && (isAsked || status.firstRun)) return <FirstRun status={status} />;
  return <Board status={status} />;
}

function Board({ status }: { status: SystemStatus | null }) {
  return (
    <div className={styles.overview}>
      <Sentence status={status} />
      {status?.demo ? <DemoNote /> : null}
      <div className={styles.columns}>
        <div className={styles.main}>
          {status ? <Connect status={status} /> : null}
          <Charts />
        </div>
        {status ? (
          <>
            <div className={styles.waiting}>
              <AlertsPanel status={status} />
              <Waiting status={status} />
            </div>
            <div className={styles.side}>
              <Upstreams />
              <Queue />
              <Parts status={status} />
              <MemoryFigures status={status} />
            </div>
          </>
        ) : (
          <Skeleton rows={5} />
        )}
      </div>
    </div>
  );
}

function DemoNote() {
  const { t } = useTranslation();
  return (
    <p className={styles.demo}>
      {t('overview.connect.demo')}{' '}
      <Button variant="quiet" writes onPress={askToRemoveDemo}>
        {t('demo.remove')}
      </Button>
    </p>
  );
}

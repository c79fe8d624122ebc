// Overview: is anything wrong, and what do I do about it. One sentence, the base URL, six lines, what waits.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../session/commands.ts';
import { useStatus } from '../../session/system-store.ts';
import { useReading } from '../../session/use-reading.ts';
import { useLive } from '../../ui/liveness.ts';
import { Skeleton } from '../../ui/states.tsx';
import { BaseUrl } from './base-url.tsx';
import { Charts } from './charts.tsx';
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
  return (
    <div className={styles.overview}>
      <Sentence status={status} />
      {status ? <BaseUrl url={status.baseUrl} /> : null}
      <div className={styles.columns}>
        <Charts />
        <div className={styles.side}>
          {status ? (
            <>
              <Waiting status={status} />
              <Upstreams />
              <Queue />
              <Parts status={status} />
              <MemoryFigures status={status} />
            </>
          ) : (
            <Skeleton rows={5} />
          )}
        </div>
      </div>
    </div>
  );
}

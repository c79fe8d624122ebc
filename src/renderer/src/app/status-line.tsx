// The 28 px line at the lower edge: what runs, what is queued, how much is known, which version.
import { useTranslation } from 'react-i18next';
import { useStatus } from '../session/system-store.ts';
import { AsOf } from '../ui/as-of.tsx';
import styles from './shell.module.css';

export function StatusLine() {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <footer className={styles.status}>
      {status ? (
        <>
          <AsOf />
          <span>{t('status.running', { count: status.counts.requestsRunning })}</span>
          <span>
            {status.counts.jobsPending > 0
              ? t('status.jobs', { count: status.counts.jobsPending })
              : t('status.jobsIdle')}
          </span>
          {status.counts.jobsDead > 0 ? (
            <span className="bad">{t('status.dead', { count: status.counts.jobsDead })}</span>
          ) : null}
          <span>
            {status.counts.edges === 0
              ? t('status.graphNone')
              : t('status.graph', {
                  facts: t('status.facts', { count: status.counts.edges }),
                  concepts: t('status.concepts', { count: status.counts.concepts }),
                })}
          </span>
          <span className="push" />
          {status.demo ? <span className="info">{t('status.demo')}</span> : null}
          <span>{t('status.version', { version: status.version })}</span>
        </>
      ) : null}
    </footer>
  );
}

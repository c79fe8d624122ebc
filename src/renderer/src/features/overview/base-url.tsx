// What agents are pointed at, ready to copy, and a prompt sent through it as an agent would.
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute } from '../../session/router.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { formatMs } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import styles from './overview.module.css';
import { overviewStore } from './overview-store.ts';

export function BaseUrl({ url }: { url: string }) {
  const { t } = useTranslation();
  const { test, sendTest } = useStore(overviewStore);
  return (
    <section className={styles.point} aria-label={t('overview.point')}>
      <div className={styles.pointRow}>
        <span className={styles.url}>
          <code>{url}</code>
          <CopyButton text={url} label={t('overview.copyUrl')} />
        </span>
        <Button
          variant="primary"
          writes
          icon={Send}
          isDisabled={test.phase === 'running'}
          onPress={() => void sendTest()}
        >
          {t('overview.test')}
        </Button>
      </div>
      <p className={styles.pointHint} role="status">
        {test.phase === 'idle' ? t('overview.pointHint') : null}
        {test.phase === 'running' ? t('overview.testing') : null}
        {test.phase === 'failed' ? <span className="bad">{test.failure.message}</span> : null}
        {test.phase === 'done' ? (
          <>
            <b className={test.ok ? 'ok' : 'bad'}>
              {t(test.ok ? 'overview.testOk' : 'overview.testFailed', { ms: formatMs(test.ms) })}
            </b>
            <q className={styles.answer}>{test.answer === '' ? t('overview.testEmpty') : test.answer}</q>
            {test.requestId === null ? null : (
              <a href={formatRoute('traffic', test.requestId)}>{t('overview.testOpen')}</a>
            )}
          </>
        ) : null}
      </p>
    </section>
  );
}

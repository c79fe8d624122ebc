// What came of the test prompt, said where it was sent from.
import { useTranslation } from 'react-i18next';
import { formatRoute } from '../../../session/router.ts';
import { formatMs } from '../../../ui/format.ts';
import type { OverviewState } from '../overview-store.ts';
import styles from './connect.module.css';

export function TestAnswer({ test }: { test: OverviewState['test'] }) {
  const { t } = useTranslation();
  return (
    <p className={styles.answered} role="status">
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
  );
}

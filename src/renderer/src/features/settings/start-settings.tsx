// The beginning, reached again: the first run, and the end of the demo while there is one.
import { useTranslation } from 'react-i18next';
import { askToRemoveDemo } from '../../session/demo/remove-demo.tsx';
import { formatRoute, navigate } from '../../session/router.ts';
import { useStatus } from '../../session/system-store.ts';
import { Button } from '../../ui/inputs/button.tsx';
import styles from './data.module.css';

export function StartSettings() {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <>
      <section>
        <h3>{t('data.firstRun')}</h3>
        <p className={styles.note}>{t('data.firstRunNote')}</p>
        <div className="buttons">
          <Button onPress={() => navigate(formatRoute('overview', null, { start: 'yes' }))}>
            {t('data.firstRunOpen')}
          </Button>
        </div>
      </section>
      {status?.demo ? (
        <section>
          <h3>{t('demo.title')}</h3>
          <p className={styles.note}>{t('demo.question')}</p>
          <div className="buttons">
            <Button writes onPress={askToRemoveDemo}>
              {t('demo.remove')}
            </Button>
          </div>
        </section>
      ) : null}
    </>
  );
}

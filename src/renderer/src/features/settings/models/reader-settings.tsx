// What the reader may use, and its pause, beside the choice of its model; what it reads is on its own screen.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute } from '../../../session/router.ts';
import { settingsStore } from '../../../session/settings-store.ts';
import { useReading } from '../../../session/use-reading.ts';
import { SettingLine } from '../setting-line.tsx';
import styles from './models.module.css';

const KEYS: readonly string[] = ['reader_daily_tokens', 'reader_paused'];

export function ReaderSettings() {
  const { t } = useTranslation();
  const { rows, load } = useStore(settingsStore);
  useReading(load);
  const own = rows?.filter(({ key }) => KEYS.includes(key)) ?? [];
  return (
    <section className={styles.reader} aria-labelledby="reader-settings">
      <h3 id="reader-settings">{t('models.reader')}</h3>
      <p>
        {t('models.readerText')} <a href={formatRoute('reader')}>{t('models.readerOpen')}</a>{' '}
        <a href={formatRoute('reader', 'try')}>{t('models.readerTry')}</a>
      </p>
      <ul>
        {own.map((row) => (
          <SettingLine key={row.key} row={row} isAsked={false} />
        ))}
      </ul>
    </section>
  );
}

// Before anything was taken in: what this screen is for, and how it gets what it needs.
import { useTranslation } from 'react-i18next';
import styles from './import.module.css';
import { ImportWays } from './import-ways.tsx';

export function FirstRun() {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys.
    <section className={styles.first} tabIndex={0} aria-label={t('findings.evidence.add.title')}>
      <div className={styles.firstCard}>
        <h2>{t('findings.evidence.add.title')}</h2>
        <p className={styles.why}>{t('findings.evidence.add.why')}</p>
        <ImportWays />
      </div>
    </section>
  );
}

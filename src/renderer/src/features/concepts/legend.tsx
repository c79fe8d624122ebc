// What the strokes mean, in the corner of the canvas.
import { useTranslation } from 'react-i18next';
import styles from './canvas.module.css';

export function Legend() {
  const { t } = useTranslation();
  return (
    <ul className={styles.legend} aria-label={t('concepts.legend.label')}>
      <li>
        <svg width="26" height="8" aria-hidden="true">
          <path d="M1 4h24" />
        </svg>
        {t('concepts.legend.isa')}
      </li>
      <li>
        <svg width="26" height="8" aria-hidden="true">
          <path d="M1 4h24" strokeDasharray="6 4" />
        </svg>
        {t('concepts.legend.ispart')}
      </li>
      <li className={styles.contested}>
        <svg width="26" height="8" aria-hidden="true">
          <path d="M1 4h24" />
        </svg>
        {t('concepts.legend.contested')} ?
      </li>
      <li>
        <svg width="26" height="12" aria-hidden="true">
          <path d="M1 2h24" strokeWidth="1" />
          <path d="M1 5.5h24" strokeWidth="2" />
          <path d="M1 10h24" strokeWidth="3.2" />
        </svg>
        {t('concepts.legend.sure')}
      </li>
    </ul>
  );
}

// What the strokes mean: in the corner of the canvas, or, where it is small, behind a button.
import { Info } from 'lucide-react';
import { Button as AriaButton, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import buttons from '../../../ui/inputs/button.module.css';
import panels from '../../../ui/popover.module.css';
import { chipsOf } from '../filter/looks.ts';
import { useLooks } from '../filter/use-looks.ts';
import styles from './canvas.module.css';

export function Legend() {
  const { t } = useTranslation();
  const looks = useLooks();
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
      {looks.over === null ? null : (
        <li>
          <svg width="26" height="12" aria-hidden="true">
            <path d="M1 10C8 1 16 1 22 7M22 7l-5 0M22 7l-1-5" />
          </svg>
          {t('concepts.overlay.legend', { dimension: `[${looks.over}]` })}
        </li>
      )}
      {chipsOf(looks).length > 0 ? <li>{t('concepts.filter.legendWay')}</li> : null}
    </ul>
  );
}

/** Shown by the style sheet where the legend itself is not. */
export function LegendButton() {
  const { t } = useTranslation();
  return (
    <span className={styles.legendButton}>
      <DialogTrigger>
        <AriaButton className={cx(buttons.icon)} aria-label={t('concepts.legend.label')}>
          <Info size={16} strokeWidth={1.5} />
        </AriaButton>
        <Popover
          className={cx(panels.popover)}
          offset={4}
          placement="top end"
          aria-label={t('concepts.legend.label')}
        >
          <div className={cx(panels.panel, styles.legendPanel)}>
            <Legend />
          </div>
        </Popover>
      </DialogTrigger>
    </span>
  );
}

// How this browser shows the console; takes effect at once.
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../session/appearance.ts';
import { Segments } from '../../ui/inputs/button.tsx';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import styles from './settings.module.css';

export function AppearanceSettings() {
  const { t } = useTranslation();
  const { theme, contrast, density, rail, singleKeys, change } = useAppearance();
  return (
    <ul>
      <li className={styles.look}>
        <span>{t('settings.theme')}</span>
        <Segments
          label={t('settings.theme')}
          value={theme}
          onChange={(value) => change({ theme: value })}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`theme.${value}`),
          }))}
        />
      </li>
      <li className={styles.look}>
        <span>{t('settings.contrast')}</span>
        <Segments
          label={t('settings.contrast')}
          value={contrast}
          onChange={(value) => change({ contrast: value })}
          options={(['system', 'more'] as const).map((value) => ({ value, label: t(`contrast.${value}`) }))}
        />
      </li>
      <li className={styles.look}>
        <span>{t('settings.density')}</span>
        <Segments
          label={t('settings.density')}
          value={density}
          onChange={(value) => change({ density: value })}
          options={(['compact', 'normal', 'roomy'] as const).map((value) => ({
            value,
            label: t(`density.${value}`),
          }))}
        />
      </li>
      <li className={styles.look}>
        <span>{t('settings.railLabels')}</span>
        <Toggle
          isSelected={rail === 'wide'}
          onChange={(on) => change({ rail: on ? 'wide' : 'narrow' })}
          label={t('settings.railLabels')}
        >
          {t(rail === 'wide' ? 'action.on' : 'action.off')}
        </Toggle>
      </li>
      <li className={styles.look}>
        <span>
          {t('settings.singleKeys')}
          <small>{t('settings.singleKeysDoc')}</small>
        </span>
        <Toggle
          isSelected={singleKeys}
          onChange={(on) => change({ singleKeys: on })}
          label={t('settings.singleKeys')}
        >
          {t(singleKeys ? 'action.on' : 'action.off')}
        </Toggle>
      </li>
    </ul>
  );
}

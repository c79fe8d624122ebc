// The rest of the prompt by who said what, when bodies are kept: which parts were read for facts and which were not.
import { useTranslation } from 'react-i18next';
import type { TrafficDetail } from '../../../../shared/model/traffic.ts';
import { Section } from '../../ui/section.tsx';
import styles from './detail.module.css';

export function Segments({ segments }: { segments: NonNullable<TrafficDetail['segments']> }) {
  const { t } = useTranslation();
  return (
    <Section title={t('traffic.detail.segments')}>
      <ul className={styles.segments}>
        {segments.map((segment, index) => (
          <li key={`${segment.role}-${String(index)}`}>
            <p className={styles.segmentHead}>
              <b>{segment.role}</b>
              <span>{segment.scanned ? t('traffic.detail.scanned') : t('traffic.detail.notScanned')}</span>
            </p>
            <pre data-scanned={segment.scanned}>{segment.text}</pre>
          </li>
        ))}
      </ul>
    </Section>
  );
}

// Which concept brought which line, and why it surfaced.
import { useTranslation } from 'react-i18next';
import type { RecalledLine } from '../../../../shared/model/traffic.ts';
import { Token } from '../../ui/marks.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './detail.module.css';

export function Why({ lines }: { lines: readonly RecalledLine[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('traffic.detail.why')}>
      <table className={styles.why}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('traffic.detail.whyConcept')}</th>
            <th scope="col">{t('traffic.detail.whyReason')}</th>
            <th scope="col">{t('traffic.detail.whySaliency')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.concept}>
              <th scope="row">
                <Token token={line.concept} />
              </th>
              <td>
                {t(`traffic.detail.because.${line.why}`)}
                {line.kind === 'zero_hit' ? `; ${t('traffic.detail.zeroHit')}` : ''}
              </td>
              <td className={styles.number} title={t('traffic.detail.whySaliency')}>
                {line.saliency.toFixed(2)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

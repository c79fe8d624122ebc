// Which concept brought which line, and why it surfaced; and the way to keep one of its facts out from now on.
import { useTranslation } from 'react-i18next';
import type { AskedBelow, RecalledLine } from '../../../../shared/model/traffic.ts';
import { Token } from '../../session/marks.tsx';
import { formatFine } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import styles from './detail.module.css';
import { EdgeMenu } from './edge-menu.tsx';

interface WhyProps {
  readonly lines: readonly RecalledLine[];
  readonly asked: readonly AskedBelow[];
  readonly project: string;
}

export function Why({ lines, asked, project }: WhyProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('traffic.detail.why')}>
      <table className={styles.why}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('traffic.detail.whyConcept')}</th>
            <th scope="col">{t('traffic.detail.whyReason')}</th>
            <th scope="col">{t('traffic.detail.whySaliency')}</th>
            <th scope="col">{t('facts.doNotUse')}</th>
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
                {formatFine(line.saliency)}
              </td>
              <td className={styles.ban}>
                {line.edgeIds.length > 0 ? <EdgeMenu line={line} project={project} /> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked.map((question) => (
        <p key={`${question.dimension} ${question.concept}`}>{t('traffic.detail.asked', { ...question })}</p>
      ))}
    </Section>
  );
}

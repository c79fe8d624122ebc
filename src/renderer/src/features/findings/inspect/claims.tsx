// Who says what about a finding, side by side, each with whether it counts; the rule that decided; and the one fact that would turn it over.
import { CornerDownRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FindingDetail, FindingGround } from '../../../../../shared/model/evidence/finding.ts';
import { Section } from '../../../ui/section.tsx';
import styles from './inspect.module.css';

export function Claims({ detail }: { detail: FindingDetail }) {
  const { t } = useTranslation();
  const { grounds, rule } = detail;
  return (
    <Section title={t('findings.inspect.claims')}>
      {grounds.length === 0 ? (
        <p className="muted">{t('findings.inspect.claimsNone')}</p>
      ) : (
        <div className={styles.claims}>
          {grounds.map((ground) => (
            <Claim key={ground.sourceId} ground={ground} />
          ))}
        </div>
      )}
      <dl className={styles.decided}>
        <dt>{t('findings.inspect.rule')}</dt>
        <dd>{rule.sentence}</dd>
        <dt>{t('findings.inspect.flip')}</dt>
        <dd data-flip>
          <Flip flip={detail.flip} />
        </dd>
      </dl>
    </Section>
  );
}

function Claim({ ground: { issuer, says, counts } }: { ground: FindingGround }) {
  const { t } = useTranslation();
  return (
    <article className={styles.claim} data-counts={counts} aria-label={issuer}>
      <h4 className="breaks">{issuer}</h4>
      <p className={styles.says}>{t('findings.inspect.says', { status: t(`findings.status.${says}`) })}</p>
      <p className="quiet">{t(`findings.inspect.counts.${counts}`)}</p>
    </article>
  );
}

const STATUSES = ['affected', 'under_investigation', 'unknown', 'fixed', 'not_affected'] as const;

function Flip({ flip }: { flip: FindingDetail['flip'] }) {
  const { t } = useTranslation();
  if (flip === null) return t('findings.inspect.flipNone');
  const known = STATUSES.find((one) => one === flip.status);
  const status = known === undefined ? null : t(`findings.status.${known}`);
  return (
    <>
      {t(`findings.inspect.flipFact.${flip.fact}`, { issuer: flip.issuer ?? '', status: status ?? '' })}{' '}
      <span className={styles.then}>
        <CornerDownRight size={12} strokeWidth={1.75} aria-hidden="true" />
        {t('findings.inspect.flipThen', { status: t(`findings.status.${flip.resultingStatus}`) })}
      </span>
    </>
  );
}

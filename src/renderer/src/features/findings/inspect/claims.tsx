// Who says what about a finding, side by side, each with what it weighs and why; the rule that decided; and the one fact that would turn it over.
import { CornerDownRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ClaimTerm, FindingDetail } from '../../../../../shared/model/evidence/finding.ts';
import { formatFine } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import styles from './inspect.module.css';

/** In the order in which they are multiplied. */
const TERMS = ['P', 'C', 'R', 'M', 'F'] as const;

export function Claims({ detail }: { detail: FindingDetail }) {
  const { t } = useTranslation();
  const { terms, votes, rule } = detail;
  return (
    <Section title={t('findings.inspect.claims')}>
      {terms.length === 0 ? (
        <p className="muted">{t('findings.inspect.claimsNone')}</p>
      ) : (
        <div className={styles.claims}>
          {terms.map((term) => (
            <Claim key={term.claim} term={term} />
          ))}
        </div>
      )}
      <dl className={styles.decided}>
        {votes.length > 1 ? (
          <>
            <dt>{t('findings.inspect.votes')}</dt>
            <dd>
              {votes
                .map(({ status, weight }) =>
                  t('findings.inspect.vote', {
                    status: t(`findings.status.${status}`),
                    weight: formatFine(weight),
                  }),
                )
                .join(', ')}
            </dd>
          </>
        ) : null}
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

function Claim({ term }: { term: ClaimTerm }) {
  const { t } = useTranslation();
  const { issuer, status, score, counts } = term;
  return (
    <article className={styles.claim} data-counts={counts} aria-label={issuer}>
      <h4 className="breaks">{issuer}</h4>
      <p className={styles.says}>{t('findings.inspect.says', { status: t(`findings.status.${status}`) })}</p>
      <dl className={styles.terms}>
        {TERMS.map((letter) => (
          <div key={letter} title={t(`findings.inspect.termHint.${letter}`)}>
            <dt>
              <b className={styles.letter}>{letter}</b> {t(`findings.inspect.term.${letter}`)}
            </dt>
            <dd>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${String(Math.round(term[letter] * 100))}%` }} />
              </span>
              {formatFine(term[letter])}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.weight}>
        <b>{t('findings.inspect.score', { score: formatFine(score) })}</b>{' '}
        <span className="quiet">{t(`findings.inspect.counts.${counts}`)}</span>
      </p>
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

// What policies decided on a finding, each under its version with the rules that matched and their words, opened to its very entry.
import { useTranslation } from 'react-i18next';
import type { FindingDetail, FindingPolicy } from '../../../../../shared/model/evidence/finding.ts';
import { formatDay } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { Opening } from './grounds.tsx';
import styles from './inspect.module.css';

export function Policies({ detail: { policies } }: { detail: FindingDetail }) {
  const { t } = useTranslation();
  if (policies.length === 0) return null;
  return (
    <Section title={t('findings.inspect.policies')}>
      <ul className={styles.grounds}>
        {policies.map((policy) => (
          <Policy key={policy.sourceId} policy={policy} />
        ))}
      </ul>
    </Section>
  );
}

function Policy({ policy }: { policy: FindingPolicy }) {
  const { t } = useTranslation();
  const { policyVersion, decision, statedAt, rules } = policy;
  const matched = rules.filter((rule) => rule.matched);
  const others = rules.length - matched.length;
  return (
    <li className={styles.ground}>
      <p className={styles.groundHead}>
        <b className="breaks">{t('findings.inspect.policy', { version: policyVersion })}</b>
        <span className="breaks">{t('findings.inspect.decides', { decision })}</span>
        <span className="quiet">
          {statedAt === null ? t('findings.inspect.policyUndated') : formatDay(statedAt)}
        </span>
      </p>
      {matched.length === 0 ? (
        <p className="muted">{t('findings.inspect.matchedNone')}</p>
      ) : (
        <ul className={styles.rules} aria-label={t('findings.inspect.matched')}>
          {matched.map(({ id, text }, at) => (
            <li key={`${String(at)} ${id}`}>
              <code className="breaks">{id}</code> <span className="breaks">{text}</span>
            </li>
          ))}
        </ul>
      )}
      {others === 0 ? null : <p className="quiet">{t('findings.inspect.matchedNot', { count: others })}</p>}
      <Opening entry={policy} />
    </li>
  );
}

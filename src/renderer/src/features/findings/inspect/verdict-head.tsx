// What is so, in one sentence, and how pressing it is: severity, exploitation, chance.
import { CircleCheck, CircleHelp, Flame, Info, Radio, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Finding, FindingDetail } from '../../../../../shared/model/evidence/finding.ts';
import { formatChance, formatDate, formatDay } from '../../../ui/format.ts';
import { useNow } from '../../../ui/time-ago.tsx';
import { SeverityMark } from '../severity-mark.tsx';
import styles from './inspect.module.css';
import { staleOf, type Verdict, verdictOf } from './verdict.ts';

const ICONS = { bad: ShieldAlert, wait: CircleHelp, ok: CircleCheck, info: Info } as const;
const OLD_MS = 365 * 86_400_000;

export function VerdictHead({ detail }: { detail: FindingDetail }) {
  const { t } = useTranslation();
  const now = useNow();
  const { finding, remedies, newestEvidenceAt: newest } = detail;
  const verdict = verdictOf(finding);
  const isOffered = verdict.says === 'noFix' && remedies.some(({ kind }) => kind === 'vendor_fix');
  const stale = staleOf(finding);
  const Icon = ICONS[verdict.tone];
  return (
    <div className={styles.head}>
      <p className={styles.verdict} data-tone={verdict.tone}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{isOffered ? t('findings.inspect.verdict.vendorFix') : <Says verdict={verdict} />}</span>
      </p>
      {(verdict.says === 'held' || verdict.says === 'unimportant') &&
      finding.fixedIn !== null &&
      finding.component.version !== null ? (
        <p>
          {t('findings.inspect.verdict.belowAnyway', {
            version: finding.component.version,
            fix: finding.fixedIn,
          })}
        </p>
      ) : null}
      {stale === null ? null : (
        <p className="wait">
          <Says verdict={stale} />
        </p>
      )}
      {finding.title === finding.vulnerability || finding.title === '' ? null : (
        <p className={styles.title}>{finding.title}</p>
      )}
      <p className={styles.pressing}>
        <SeverityMark severity={finding.severity} />
        {finding.cvss === null ? null : (
          <span>{t('findings.inspect.cvss', { score: finding.cvss.toFixed(1) })}</span>
        )}
        {finding.epss === null ? null : (
          <span title={t('findings.inspect.epssHint')}>
            {t('findings.inspect.epss')} <b>{formatChance(finding.epss)}</b>
          </span>
        )}
      </p>
      <Exploited finding={finding} />
      <Reached finding={finding} />
      {newest !== null && now - newest > OLD_MS ? (
        <p className="quiet">{t('findings.inspect.oldEvidence', { day: formatDay(newest) })}</p>
      ) : null}
    </div>
  );
}

function Says({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation();
  switch (verdict.says) {
    case 'below':
      return t('findings.inspect.verdict.below', { version: verdict.version, fix: verdict.fix });
    case 'accepted':
    case 'acceptedOver':
      return t(`findings.inspect.verdict.${verdict.says}`, { day: formatDay(verdict.at) });
    case 'fixed':
    case 'stale':
      return t(`findings.inspect.verdict.${verdict.says}`, { version: verdict.version });
    default:
      return t(`findings.inspect.verdict.${verdict.says}`);
  }
}

/** Where anybody beyond its own machine can reach it, and it is a risk. */
function Reached({ finding: { exposure, status } }: { finding: Finding }) {
  const { t } = useTranslation();
  if ((exposure !== 'lan' && exposure !== 'public') || status === 'fixed' || status === 'not_affected')
    return null;
  return (
    <p className={styles.reached}>
      <Radio size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{t(`findings.inspect.reached.${exposure}`)}</span>
    </p>
  );
}

function Exploited({ finding: { exploited } }: { finding: Finding }) {
  const { t } = useTranslation();
  const now = useNow();
  if (exploited === null) return null;
  const { added, due, ransomware } = exploited;
  const parts = [
    t('findings.inspect.exploitedSince', { day: formatDate(added) }),
    ...(due === null
      ? []
      : [
          t(due < now ? 'findings.inspect.exploitedOver' : 'findings.inspect.exploitedDue', {
            day: formatDate(due),
          }),
        ]),
    ...(ransomware ? [t('findings.inspect.ransomware')] : []),
  ];
  return (
    <p className={styles.exploited}>
      <Flame size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{parts.join('; ')}.</span>
    </p>
  );
}

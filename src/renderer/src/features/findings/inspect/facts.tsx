// The plain parts of a finding: which version to go to, what the advisory says, and its particulars.
import { useTranslation } from 'react-i18next';
import type { Finding, FindingDetail } from '../../../../../shared/model/evidence/finding.ts';
import { OutsideLink } from '../../../session/markdown/outside-link.tsx';
import { formatRoute } from '../../../session/router.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { componentOf } from '../list/rows.ts';
import { useResourceName } from '../products/use-resources.ts';
import styles from './inspect.module.css';

export function Fix({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const { fixedIn, fixedBy, status } = finding;
  if (status === 'fixed' || status === 'not_affected') return null;
  return (
    <Section title={t('findings.inspect.fix')}>
      {fixedIn === null ? (
        <p>{t('findings.inspect.fixNone')}</p>
      ) : (
        <p className={styles.fix}>
          <span>
            <b>{t('findings.inspect.fixTo', { version: fixedIn })}</b>{' '}
            {fixedBy === null ? null : t(`findings.inspect.fixBy.${fixedBy}`)}
          </span>
          <CopyButton text={fixedIn} label={t('findings.inspect.copyFix')} />
        </p>
      )}
    </Section>
  );
}

/** The host of an address that a link may lead to; null for any other. */
function hostOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.host : null;
}

export function About({ detail }: { detail: FindingDetail }) {
  const { t } = useTranslation();
  const { details, references } = detail;
  if (details === '' && references.length === 0) return null;
  return (
    <Section title={t('findings.inspect.about')}>
      {details === '' ? null : <p className={styles.told}>{details}</p>}
      {references.length === 0 ? null : (
        <ul className={styles.references} aria-label={t('findings.inspect.references')}>
          {references.map(({ type, url }) => {
            const host = hostOf(url);
            return (
              <li key={url}>
                <span className="quiet">{type.toLowerCase()}</span>
                {host === null ? (
                  <code className="small breaks">{url}</code>
                ) : (
                  <OutsideLink link={{ href: url, host }} why={t('findings.inspect.outside')}>
                    {url}
                  </OutsideLink>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

export function Particulars({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const nameOf = useResourceName();
  const { aliases, component, product, scope, depth, resources, firstSeen } = finding;
  const at = t(`findings.scope.${scope}`);
  return (
    <Section title={t('findings.inspect.component')}>
      <Facts
        items={[
          [t('findings.inspect.component'), <code key="component">{componentOf(finding)}</code>],
          ...(component.purl === null
            ? []
            : [[t('findings.inspect.purl'), <code key="purl">{component.purl}</code>] as const]),
          [t('findings.inspect.product'), [product.name, product.version].filter(Boolean).join(' ')],
          [
            t('findings.inspect.needed'),
            depth <= 1
              ? t('findings.inspect.direct', { scope: at })
              : t('findings.inspect.deep', { count: depth, scope: at }),
          ],
          ...(resources.length === 0
            ? []
            : [
                [
                  t('findings.inspect.runsAs'),
                  <span key="runs" className={styles.links}>
                    {resources.map((id) => (
                      <a key={id} href={formatRoute('resources', id)}>
                        {nameOf(id)}
                      </a>
                    ))}
                  </span>,
                ] as const,
              ]),
          ...(aliases.length === 0
            ? []
            : [[t('findings.inspect.aliases'), <code key="aliases">{aliases.join(', ')}</code>] as const]),
          [t('findings.inspect.found'), <TimeAgo key="found" at={firstSeen} />],
        ]}
      />
    </Section>
  );
}

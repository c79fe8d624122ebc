// The plain parts of a finding: which version to go to, what the advisory says, and its particulars.
import { useTranslation } from 'react-i18next';
import type { Finding, FindingDetail, FindingRemedy } from '../../../../../shared/model/evidence/finding.ts';
import { OutsideLink } from '../../../session/markdown/outside-link.tsx';
import { safeLink } from '../../../session/markdown/safe-link.ts';
import { formatRoute } from '../../../session/router.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatDay } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { componentOf } from '../list/rows.ts';
import { useResourceName } from '../products/use-resources.ts';
import styles from './inspect.module.css';

/** The version to upgrade to first, then what issuers offer, as steps. */
export function Fix({ detail: { finding, remedies } }: { detail: FindingDetail }) {
  const { t } = useTranslation();
  const { fixedIn, fixedBy, status, component } = finding;
  if (status === 'fixed' || status === 'not_affected') return null;
  return (
    <Section title={t('findings.inspect.fix')}>
      {fixedIn === null && remedies.length === 0 ? <p>{t('findings.inspect.fixNone')}</p> : null}
      <ol className={styles.steps}>
        {fixedIn === null ? null : (
          <li>
            <b>{t('findings.inspect.fixTo', { component: component.name, version: fixedIn })}</b>{' '}
            <CopyButton text={fixedIn} label={t('findings.inspect.copyFix')} />
            {fixedBy === null ? null : <p className="quiet">{t(`findings.inspect.fixBy.${fixedBy}`)}</p>}
          </li>
        )}
        {remedies.map((remedy) => (
          <Remedy key={`${remedy.issuer} ${remedy.kind} ${remedy.details}`} remedy={remedy} />
        ))}
      </ol>
    </Section>
  );
}

function Remedy({ remedy }: { remedy: FindingRemedy }) {
  const { t } = useTranslation();
  const { kind, details, url, issuer, product, document, statedAt } = remedy;
  const link = url === null ? null : safeLink(url);
  return (
    <li>
      <b>{t(`findings.inspect.remedy.${kind}`)}</b>{' '}
      <span className="quiet">
        <a href={formatRoute('findings', String(document), { view: 'evidence' })}>
          {t('findings.inspect.remedyBy', { issuer })}
        </a>
        {product === '' ? '' : ` ${t('findings.inspect.remedyFor', { product })}`}
        {statedAt === null ? '' : `, ${formatDay(statedAt)}`}
      </span>
      {details === '' ? null : <p className={styles.told}>{details}</p>}
      {link === null ? null : (
        <p>
          <OutsideLink link={link} why={t('findings.inspect.remedyLink')}>
            {link.href}
          </OutsideLink>
        </p>
      )}
    </li>
  );
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
            const link = safeLink(url);
            return (
              <li key={url}>
                <span className="quiet">{type.toLowerCase()}</span>
                {link === null ? (
                  <code className="small breaks">{url}</code>
                ) : (
                  <OutsideLink link={link} why={t('findings.inspect.outside')}>
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

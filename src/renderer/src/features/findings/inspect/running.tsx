// What runs what a finding is in: who can reach which port, as whom it runs and what it starts with, opened to the very entry.
import { useTranslation } from 'react-i18next';
import type { FindingDetail, FindingRunning } from '../../../../../shared/model/evidence/finding.ts';
import { formatRoute } from '../../../session/router.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Section } from '../../../ui/section.tsx';
import { useResourceName } from '../products/use-resources.ts';
import { Opening } from './grounds.tsx';
import styles from './inspect.module.css';

export function Running({ detail: { running } }: { detail: FindingDetail }) {
  const { t } = useTranslation();
  if (running.length === 0) return null;
  return (
    <Section title={t('findings.inspect.running')}>
      <ul className={styles.grounds}>
        {running.map((one) => (
          <One key={one.sourceId} one={one} />
        ))}
      </ul>
    </Section>
  );
}

/** However it is written, whoever that is may do anything in the place it runs in. */
const isRoot = (user: string): boolean => /^(?:root|0)(?::|$)/.test(user);

function One({ one }: { one: FindingRunning }) {
  const { t } = useTranslation();
  const nameOf = useResourceName();
  const { resource, ports, user, entrypoint } = one;
  return (
    <li className={styles.ground}>
      <p className={styles.groundHead}>
        <a className="breaks" href={formatRoute('resources', resource)}>
          {nameOf(resource)}
        </a>
      </p>
      <Facts
        items={[
          [
            t('findings.inspect.ports'),
            ports.length === 0
              ? t('findings.inspect.portsNone')
              : ports
                  .map(({ port, exposure }) =>
                    t('findings.inspect.port', {
                      port: String(port),
                      exposure: t(`findings.inspect.exposure.${exposure}`),
                    }),
                  )
                  .join('; '),
          ],
          [
            t('findings.inspect.user'),
            user === null
              ? t('findings.inspect.userNone')
              : isRoot(user)
                ? t('findings.inspect.userRoot', { user })
                : user,
          ],
          ...(entrypoint.length === 0
            ? []
            : [
                [
                  t('findings.inspect.entrypoint'),
                  <code key="entrypoint" className="breaks">
                    {entrypoint.join(' ')}
                  </code>,
                ] as const,
              ]),
        ]}
      />
      <Opening entry={{ ...one, about: resource }} />
    </li>
  );
}

// How the open resource is set up: its particulars, ports, mounts, paths, and the names of its environment, whose values never leave where they are.
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../../../../shared/model/resource.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './inspector.module.css';

const firstUpper = (label: string): string => label.slice(0, 1).toUpperCase() + label.slice(1);

export function Setup({ inspection }: { inspection: Inspection }) {
  const { t } = useTranslation();
  const { facts, ports, mounts, configPaths, logPaths, environment, resource } = inspection;
  const aliases = resource.aliases.filter((alias) => alias !== resource.name);
  return (
    <>
      <Section title={t('resources.setup.facts')}>
        <Facts
          items={[
            ...facts.map(({ label, value }) => [firstUpper(label), value] as const),
            ...(aliases.length > 0
              ? [
                  [
                    t('resources.setup.aliases'),
                    <code key="aliases" className="breaks">
                      {aliases.join(', ')}
                    </code>,
                  ] as const,
                ]
              : []),
            [
              t('resources.setup.id'),
              <span key="id" className={styles.id}>
                <code>{resource.id}</code>
                <CopyButton text={resource.id} label={t('resources.setup.copyId')} />
              </span>,
            ] as const,
          ]}
        />
      </Section>
      {ports.length > 0 ? <Lines title={t('resources.setup.ports')} lines={ports} /> : null}
      {mounts.length > 0 ? (
        <Section title={t('resources.setup.mounts')}>
          <ul className={styles.lines}>
            {mounts.map(({ from, to, readOnly }) => (
              <li key={`${from} ${to}`}>
                <code>{from}</code>
                <span className="quiet"> {t('resources.setup.seenAs')} </span>
                <code>{to}</code>
                {readOnly ? <span className="quiet"> {t('resources.setup.readOnly')}</span> : null}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {configPaths.length > 0 ? <Lines title={t('resources.setup.config')} lines={configPaths} /> : null}
      {logPaths.length > 0 ? <Lines title={t('resources.setup.logs')} lines={logPaths} /> : null}
      {environment.length > 0 ? (
        <Lines title={t('resources.setup.environment')} lines={environment} across>
          <p className={styles.note}>
            <KeyRound size={14} strokeWidth={1.5} aria-hidden="true" />
            {t('resources.setup.environmentNote')}
          </p>
        </Lines>
      ) : null}
    </>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly string[];
  /** Short ones, side by side. */
  readonly across?: boolean;
  readonly children?: ReactNode;
}

function Lines({ title, lines, across, children }: LinesProps) {
  return (
    <Section title={title}>
      {children}
      <ul className={across ? styles.across : styles.lines}>
        {lines.map((line) => (
          <li key={line}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
    </Section>
  );
}

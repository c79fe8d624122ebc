// What a brief is known by, and what it was made with: hashes, names, numbers.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BriefDetail } from '../../../../../shared/model/evidence/brief.ts';
import { Facts } from '../../../ui/facts.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import styles from './brief.module.css';

export function Particulars({ detail: { brief, manifest } }: { detail: BriefDetail }) {
  const { t } = useTranslation();
  const word = (name: string) => t(`briefs.one.particulars.${name}` as 'briefs.one.particulars.mode');
  const hash = (name: string, value: string | null): (readonly [string, ReactNode])[] =>
    value === null
      ? []
      : [
          [
            word(name),
            <code key={name} className={styles.hash}>
              {value}
            </code>,
          ],
        ];
  return (
    <Section title={t('briefs.one.particulars.title')}>
      <Facts
        items={[
          [word('mode'), t(`briefs.one.particulars.modes.${brief.effective_mode}`)],
          [word('project'), brief.project],
          ...(brief.policy_version === null ? [] : [[word('policy'), brief.policy_version] as const]),
          [word('sources'), formatCount(manifest.sources.length)],
          [word('coverage'), `${String(Math.round(brief.coverage * 100))}%`],
          [word('embedder'), <code key="embedder">{manifest.embedder}</code>],
          ...hash('output', brief.output_hash),
          ...hash('input', brief.input_digest),
          ...hash('prompt', brief.prompt_sha256),
          ...hash('cache', brief.cache_key),
        ]}
      />
    </Section>
  );
}

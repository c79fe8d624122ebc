// How much a dimension is used: how many facts of which kind, how fresh, how often recalled, and who said them.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Source } from '../../../../../shared/model/graph.ts';
import type { DimensionPage } from '../../../../../shared/model/memory/dimension-page.ts';
import { EdgeStroke, SourceChip } from '../../../session/marks.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import styles from './dimension.module.css';

export function Usage({ usage }: { usage: DimensionPage['usage'] }) {
  const { t } = useTranslation();
  const { facts, isa, ispart, confirmedLately, recalled } = usage;
  const sources = (Object.entries(usage.sources) as [Source, number][]).toSorted(([, a], [, b]) => b - a);
  return (
    <Section title={t('concepts.dimension.usage')}>
      <dl className={styles.figures}>
        <Figure name={t('concepts.dimension.facts', { count: facts })} value={facts} />
        <Figure name={t('concepts.dimension.lately')} value={confirmedLately} />
        <Figure name={t('concepts.dimension.recalled')} value={recalled} />
      </dl>
      <ul className={styles.kinds}>
        <Kind isIsa count={isa} words={t('mark.isa')} />
        <Kind isIsa={false} count={ispart} words={t('mark.ispart')} />
        {sources.map(([source, count]) => (
          <li key={source}>
            <SourceChip source={source} /> {formatCount(count)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Figure({ name, value }: { name: ReactNode; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

function Kind({ isIsa, count, words }: { isIsa: boolean; count: number; words: string }) {
  if (count === 0) return null;
  return (
    <li>
      <span aria-hidden="true">
        <EdgeStroke isIsa={isIsa} confidence={1} />
      </span>{' '}
      {words} {formatCount(count)}
    </li>
  );
}

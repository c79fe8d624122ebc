// This revision beside the one before it: the words that come and go in each section, and the sources that are other ones.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredBrief } from '../../../../../shared/model/evidence/brief.ts';
import { Section } from '../../../ui/section.tsx';
import styles from './brief.module.css';
import { type ComparedPart, compareSections, compareSources } from './compare.ts';

export function Compared({ before, brief }: { before: StoredBrief; brief: StoredBrief }) {
  const { t } = useTranslation();
  const sections = useMemo(() => compareSections(before.sections, brief.sections), [before, brief]);
  const sources = useMemo(() => compareSources(before.citations, brief.citations), [before, brief]);
  return (
    <>
      <Section title={t('briefs.one.compare.title', { revision: before.revision })}>
        {sections.length === 0 ? <p>{t('briefs.one.compare.same')}</p> : null}
        {sources.length === 0 ? (
          <p className="muted">{t('briefs.one.compare.sourcesSame')}</p>
        ) : (
          <ul className={styles.sourceChanges}>
            {sources.map(({ id, change }) => (
              <li key={id}>
                <span>{t(`briefs.one.compare.source.${change}`)}</span>
                <code>{id}</code>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {sections.map(({ section, parts, isWholesale }) => (
        <Section key={section} title={t(`briefs.one.section.${section}`)}>
          {isWholesale ? <p className="quiet">{t('briefs.one.compare.tooMuch')}</p> : null}
          <p className={styles.compared}>
            {parts.map((part) => (
              <Part key={part.at} part={part} />
            ))}
          </p>
        </Section>
      ))}
    </>
  );
}

/** What comes is underlined and what goes is struck through; both are said to who does not see it. */
function Part({ part: { text, change } }: { part: ComparedPart }) {
  const { t } = useTranslation();
  if (change === 'stays') return text;
  const said = <span className="sr-only">{t(`briefs.one.compare.${change}`)}: </span>;
  return change === 'comes' ? (
    <ins>
      {said}
      {text}
    </ins>
  ) : (
    <del>
      {said}
      {text}
    </del>
  );
}

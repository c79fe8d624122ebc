// One statement: what became of it and why, the whole sentence, what was read in it, who said it and which model read it.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Reading } from '../../../../shared/model/memory/reader.ts';
import { formatRoute } from '../../session/router.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatFull } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { MarkedSentence } from '../../ui/sentence/marked-sentence.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Locality, OutcomeMark, StatementLine } from './marks.tsx';
import styles from './reader.module.css';
import { readerStore } from './reader-store.ts';

export function StatementDetail({ id }: { id: number }) {
  const { t } = useTranslation();
  const list = useStore(readerStore, (s) => s.list);
  if (list === null) return <Skeleton rows={6} />;
  const reading = list.find((one) => one.id === id);
  if (!reading) return <EmptyState drawing="search" title={t('reader.gone')} text={t('reader.goneText')} />;
  const { outcome, reason, sentence, concept, parent, role, client, model, isLocal, at } = reading;
  return (
    <>
      <Section title={t('reader.columns.outcome')}>
        <p className={styles.verdict}>
          <OutcomeMark outcome={outcome} />
          <span>{(outcome === 'refused' ? reason : null) ?? t(`reader.outcomeWhat.${outcome}`)}</span>
        </p>
        <Way reading={reading} />
      </Section>
      <Section title={t('reader.said')}>
        <MarkedSentence sentence={sentence} tokens={[concept, parent]} />
      </Section>
      <Section title={t('reader.readAs')}>
        <StatementLine of={reading} linked={outcome !== 'refused'} />
      </Section>
      <Section title={t('reader.details')}>
        <Facts
          items={[
            [t('reader.columns.by'), t(role === 'assistant' ? 'reader.role.assistant' : 'reader.role.user')],
            ...(client === null ? [] : [[t('reader.client'), client] as const]),
            [
              t('reader.columns.model'),
              <span key="model">
                {model} <Locality isLocal={isLocal} />
              </span>,
            ],
            [t('reader.columns.when'), formatFull(at)],
          ]}
        />
      </Section>
    </>
  );
}

/** Where to look next. */
function Way({ reading: { outcome, concept, dimension, conflictId } }: { reading: Reading }) {
  const { t } = useTranslation();
  if (outcome === 'refused') return null;
  return (
    <p className={styles.way}>
      {conflictId === null ? (
        <a href={formatRoute('concepts', concept, { dim: dimension })}>
          {t('reader.openConcept', { concept })}
        </a>
      ) : (
        <a href={formatRoute('conflicts', String(conflictId))}>
          {t('reader.openConflict', { id: conflictId })}
        </a>
      )}
    </p>
  );
}

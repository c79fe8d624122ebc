// One statement: what became of it and why, the whole sentence, what was read in it, who said it and which model read it.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Reading } from '../../../../shared/model/memory/reader.ts';
import { api, describeFailure } from '../../session/client.ts';
import { formatRoute } from '../../session/router.ts';
import { sayFailed, undoable } from '../../session/toasts.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatFull } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Section } from '../../ui/section.tsx';
import { MarkedSentence } from '../../ui/sentence/marked-sentence.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Locality, OutcomeMark, StatementLine } from './marks.tsx';
import styles from './reader.module.css';
import { readerStore } from './reader-store.ts';

export function StatementDetail({ id }: { id: number }) {
  const { t } = useTranslation();
  const { list, accepted } = useStore(readerStore);
  if (list === null) return <Skeleton rows={6} />;
  const reading = list.find((one) => one.id === id) ?? (accepted?.id === id ? accepted : null);
  if (!reading) return <EmptyState drawing="search" title={t('reader.gone')} text={t('reader.goneText')} />;
  const { outcome, reason, sentence, concept, parent, role, client, model, isLocal, at, edgeId } = reading;
  return (
    <>
      <Section title={t('reader.columns.outcome')}>
        <p className={styles.verdict}>
          <OutcomeMark outcome={outcome} />
          <span>{(outcome === 'refused' ? reason : null) ?? t(`reader.outcomeWhat.${outcome}`)}</span>
        </p>
        {outcome === 'refused' || reason === null || edgeId === null ? null : (
          <p className="quiet">{t('reader.acceptedAlthough', { reason })}</p>
        )}
        <Way reading={reading} />
        {outcome === 'refused' ? <Accept id={id} /> : null}
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

const turn = (way: 'undo' | 'redo', id: number) => async (): Promise<void> => {
  await api.audit[way]({ id, reason: '' });
};

/** The operator knows better than the checks. */
function Accept({ id }: { id: number }) {
  const { t } = useTranslation();
  const { accept } = useStore(readerStore);
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      const { reading, action } = await accept(id);
      if (action !== null)
        undoable({
          text: t(reading.outcome === 'conflict' ? 'reader.acceptedConflict' : 'reader.accepted', {
            ...reading,
          }),
          undo: turn('undo', action),
          redo: turn('redo', action),
        });
    } catch (thrown) {
      sayFailed(describeFailure(thrown).message);
    }
    setBusy(false);
  };
  return (
    <div className={styles.accept}>
      <Button isDisabled={isBusy} onPress={() => void press()}>
        {t('reader.accept')}
      </Button>
      <span className="quiet">{t('reader.acceptWhat')}</span>
    </div>
  );
}

/** Where to look next. */
function Way({ reading: { id, outcome, concept, dimension, conflictId } }: { reading: Reading }) {
  const { t } = useTranslation();
  const accepted = useStore(readerStore, (s) => s.accepted);
  const link = useRef<HTMLAnchorElement>(null);
  // The button that accepted it is gone.
  useEffect(() => {
    if (accepted?.id === id) link.current?.focus();
  }, [accepted, id]);
  if (outcome === 'refused') return null;
  return (
    <p className={styles.way}>
      {conflictId === null ? (
        <a ref={link} href={formatRoute('concepts', concept, { dim: dimension })}>
          {t('reader.openConcept', { concept })}
        </a>
      ) : (
        <a ref={link} href={formatRoute('conflicts', String(conflictId))}>
          {t('reader.openConflict', { id: conflictId })}
        </a>
      )}
    </p>
  );
}

// One statement: what became of it and why, the whole sentence, what was read in it, who said it and which model read it.
import { type RefObject, useRef, useState } from 'react';
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
  const list = useStore(readerStore, (s) => s.list);
  const next = useRef<HTMLAnchorElement>(null);
  if (list === null) return <Skeleton rows={6} />;
  const reading = list.find((one) => one.id === id);
  if (!reading) return <EmptyState drawing="search" title={t('reader.gone')} text={t('reader.goneText')} />;
  const { outcome, reason, sentence, concept, parent, role, client, model, isLocal, at, canAccept } = reading;
  const isAccepted = outcome === 'refused' && (reading.edgeId !== null || reading.conflictId !== null);
  return (
    <>
      <Section title={t('reader.columns.outcome')}>
        <p className={styles.verdict}>
          <OutcomeMark outcome={outcome} />
          <span>{(outcome === 'refused' ? reason : null) ?? t(`reader.outcomeWhat.${outcome}`)}</span>
        </p>
        {isAccepted ? (
          <p>{t(reading.conflictId === null ? 'reader.wasAccepted' : 'reader.wasAcceptedConflict')}</p>
        ) : null}
        <NextStep reading={reading} link={next} />
        {canAccept ? <AcceptButton id={id} onAccepted={() => next.current?.focus()} /> : null}
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

const undoOrRedo = (way: 'undo' | 'redo', id: number) => async (): Promise<void> => {
  await api.audit[way]({ id, reason: '' });
  await readerStore.getState().load();
};

/** The operator knows better than the checks. */
function AcceptButton({ id, onAccepted }: { id: number; onAccepted: () => void }) {
  const { t } = useTranslation();
  const { accept, load } = useStore(readerStore);
  const [isBusy, setBusy] = useState(false);
  const acceptIt = async () => {
    setBusy(true);
    try {
      const { reading, action } = await accept(id);
      requestAnimationFrame(onAccepted);
      if (action !== null)
        undoable({
          text: t(reading.conflictId === null ? 'reader.accepted' : 'reader.acceptedConflict', {
            ...reading,
          }),
          undo: undoOrRedo('undo', action),
          redo: undoOrRedo('redo', action),
        });
    } catch (thrown) {
      sayFailed(describeFailure(thrown).message);
      void load();
    }
    setBusy(false);
  };
  return (
    <div className={styles.accept}>
      <Button writes isEarly={isBusy} onPress={() => void acceptIt()}>
        {t('reader.accept')}
      </Button>
      <span className="quiet">{t('reader.acceptWhat')}</span>
    </div>
  );
}

/** Where to look next. */
function NextStep({
  reading: { concept, dimension, outcome, conflictId, acceptedAs },
  link,
}: {
  reading: Reading;
  link: RefObject<HTMLAnchorElement | null>;
}) {
  const { t } = useTranslation();
  const stored = outcome === 'refused' ? acceptedAs : concept;
  if (conflictId === null && stored === null) return null;
  return (
    <p className={styles.way}>
      {conflictId !== null ? (
        <a ref={link} href={formatRoute('conflicts', String(conflictId))}>
          {t('reader.openConflict', { id: conflictId })}
        </a>
      ) : stored !== null ? (
        <a ref={link} href={formatRoute('concepts', stored, { dim: dimension })}>
          {t('reader.openConcept', { concept: stored })}
        </a>
      ) : null}
    </p>
  );
}

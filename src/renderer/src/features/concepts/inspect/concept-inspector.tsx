// The inspector of a concept: what agents see, every fact with where it came from, its conflicts, and a field to tell more.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Edge } from '../../../../../shared/model/graph.ts';
import type { GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import { DimensionMark, EdgeStroke, RecollectionLine, Token } from '../../../session/marks.tsx';
import { formatRoute } from '../../../session/router.ts';
import { formatCount } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { conceptsStore, type Detail } from '../concepts-store.ts';
import { draftStore } from '../draft/draft-store.ts';
import { handStore } from '../draft/hand-store.ts';
import { adding } from '../draft/make-edits.ts';
import { WhyPanel } from '../why/why-panel.tsx';
import { ConceptHistory } from './concept-history.tsx';
import { FactRow } from './fact-row.tsx';
import styles from './inspector.module.css';
import { Tell } from './tell.tsx';

const DimensionPage = lazy(async () => ({
  default: (await import('../dimension/dimension-page.tsx')).DimensionPage,
}));

/** What is suggested is gathered, and looked at where it is drawn. */
function intoDraft(edits: readonly GraphEdit[]): void {
  draftStore.getState().change(adding(...edits));
  handStore.getState().edit(true);
}

export function ConceptInspector({ detail }: { detail: Detail }) {
  const { t } = useTranslation();
  const { concept, edges, conflictIds } = detail;
  // A dimension that is looked at in itself is told of as one.
  const isWhole = useStore(conceptsStore, (s) => s.neighbourhood?.isDimension === true);
  return (
    <>
      <WhyPanel />
      {detail.dimension !== null && isWhole ? (
        <Suspense fallback={<Skeleton rows={6} />}>
          <DimensionPage key={detail.dimension.token} token={detail.dimension.token} onDraft={intoDraft} />
        </Suspense>
      ) : null}
      <Figures detail={detail} />
      {detail.dimension === null || isWhole ? null : <AsDimension dimension={detail.dimension} />}
      <Section title={t('concepts.inspector.asSeen')}>
        <AsSeen recollection={detail.recollection} />
      </Section>
      {conflictIds.length > 0 ? (
        <Section title={t('concepts.inspector.conflicts')}>
          <ul>
            {conflictIds.map((id) => (
              <li key={id}>
                <a className={styles.conflict} href={formatRoute('conflicts', String(id))}>
                  {t('concepts.inspector.conflictOpen', { id })}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title={t('concepts.inspector.facts')}>
        {edges.length === 0 ? <p className="quiet">{t('concepts.inspector.factsNone')}</p> : null}
        <ul className={styles.facts}>
          {edges.map((edge) => (
            <FactRow key={edge.edgeId} edge={edge} />
          ))}
        </ul>
      </Section>
      {detail.childrenTotal > 0 ? <Below edges={detail.children} total={detail.childrenTotal} /> : null}
      <ConceptHistory key={`history of ${concept.token}`} token={concept.token} />
      <div className={styles.tell}>
        <Tell key={concept.token} token={concept.token} />
      </div>
    </>
  );
}

function Figures({ detail: { concept } }: { detail: Detail }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.figures}>
      <li>
        <b>{formatCount(concept.encounterCount)}</b> {t('concepts.inspector.named')}
      </li>
      <li>
        <b>{concept.saliency.toFixed(2)}</b> {t('concepts.inspector.saliency')}
      </li>
      <li>
        <b>{formatCount(concept.recalled)}</b> {t('concepts.inspector.recalled')}
      </li>
      <li>
        {t('concepts.inspector.lastSeen')}{' '}
        <b>{concept.lastSeen === null ? t('concepts.inspector.never') : <TimeAgo at={concept.lastSeen} />}</b>
      </li>
      {concept.common ? <li>{t('concepts.inspector.common')}</li> : null}
    </ul>
  );
}

/** What it asks, and how much stands in it; it opens as a whole. */
function AsDimension({ dimension }: { dimension: NonNullable<Detail['dimension']> }) {
  const { t } = useTranslation();
  const { token, question, edges, conflicts } = dimension;
  return (
    <Section title={t('concepts.inspector.asDimension')}>
      {question === null ? null : <p>{question}</p>}
      <p className={styles.dimension}>
        <a href={formatRoute('concepts', token, { dim: token })}>
          <DimensionMark name={token} />
        </a>
        <span>{t('concepts.dimensionFacts', { count: edges })}</span>
        {conflicts > 0 ? (
          <a href={formatRoute('conflicts')}>{t('concepts.dimensionContested', { count: conflicts })}</a>
        ) : null}
      </p>
    </Section>
  );
}

/** The block word for word, tags and all; its lines marked as everywhere. */
function AsSeen({ recollection }: { recollection: string | null }) {
  const { t } = useTranslation();
  if (recollection === null) return <p className="quiet">{t('concepts.inspector.asSeenNothing')}</p>;
  const lines = recollection.trim().split('\n');
  return (
    <div className={styles.seen}>
      {lines.map((line) =>
        /^<\/?recollection>$/.test(line) ? (
          <div key={line} className="muted">
            {line}
          </div>
        ) : (
          <div key={line}>
            <RecollectionLine line={line} linked />
          </div>
        ),
      )}
    </div>
  );
}

function Below({ edges, total }: { edges: readonly Edge[]; total: number }) {
  const { t } = useTranslation();
  return (
    <Section
      title={t('concepts.inspector.below')}
      aside={
        <span className="quiet">
          {t('concepts.inspector.belowCount', {
            shown: formatCount(edges.length),
            total: formatCount(total),
          })}
        </span>
      }
    >
      <ul className={styles.below}>
        {edges.map((edge) => (
          <li key={edge.edgeId}>
            <EdgeStroke isIsa={edge.isIsa} confidence={edge.confidence} contested={edge.contested} />
            <Token token={edge.concept} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

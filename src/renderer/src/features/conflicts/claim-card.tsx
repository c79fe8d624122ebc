// One side of a conflict: what agents would see, who said it and when, the sentence with its words marked, how sure.
// Both sides have the same shape and weight; nothing here prefers one.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Claim, Conflict } from '../../../../shared/model/graph.ts';
import { DimensionMark, EdgeStroke, RecollectionLine, SourceChip, Token } from '../../session/marks.tsx';
import { formatPercent } from '../../ui/format.ts';
import { readBlockLine } from '../../ui/recollection-text.ts';
import { MarkedSentence } from '../../ui/sentence/marked-sentence.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { decisionStore } from './decide/decision-store.ts';
import styles from './detail.module.css';

interface ClaimCardProps {
  readonly conflict: Conflict;
  readonly side: 'existing' | 'incoming';
}

export function ClaimCard({ conflict, side }: ClaimCardProps) {
  const { t } = useTranslation();
  const claim = conflict[side];
  const empty = claim.parent === null;
  const ends = side === 'incoming' && conflict.correction === 'ends';
  const words = ends ? 'ended' : side === 'existing' ? 'known' : 'incoming';
  const open = conflict.resolvedAt === null;
  const name = t(words === 'known' && !open ? 'conflicts.knownThen' : `conflicts.${words}`);
  const hint = `conflicts.${words}Hint` as const;
  return (
    <article className={styles.claim} data-side={side} aria-label={name}>
      <h4>{empty ? t('conflicts.nothingKnown') : name}</h4>
      {open ? <p className={styles.hint}>{t(empty ? 'conflicts.nothingKnownHint' : hint)}</p> : null}
      {empty ? <EmptyPlace conflict={conflict} /> : <Says conflict={conflict} claim={claim} />}
    </article>
  );
}

/** Nothing stands there; for a cycle, the facts that lead back to it. */
function EmptyPlace({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const cycle =
    useStore(decisionStore, (s) => (s.about?.id === conflict.id ? s.options?.cycle : undefined)) ?? [];
  return (
    <>
      <p className={styles.says}>
        <RecollectionLine line={`${conflict.concept}: [${conflict.dimension}?]`} />
      </p>
      {cycle.length === 0 ? null : (
        <>
          <p className={styles.cycleName}>{t('conflicts.cycle')}</p>
          <ol className={styles.cycle}>
            {cycle.map((edge) => (
              <li key={edge.edgeId}>
                <Token token={edge.concept} /> <span className="quiet">{t('conflicts.fields.in')}</span>{' '}
                <Token token={edge.parent} />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function Says({ conflict, claim }: { conflict: Conflict; claim: Claim }) {
  const { t } = useTranslation();
  const ends = conflict.correction === 'ends' && claim === conflict.incoming;
  const line = claim.line ?? `${conflict.concept}: [${conflict.dimension}] ${claim.parent ?? ''}`;
  const from = claim.provenance;
  const role = from?.role === 'assistant' ? t('conflicts.byAssistant') : null;
  return (
    <>
      <p className={styles.says}>
        <span className="sr-only">{t('conflicts.says')}: </span>
        {ends ? (
          <>
            <Token token={conflict.concept} strong />: <DimensionMark name={conflict.dimension} />{' '}
            <span className="quiet">{t('conflicts.decide.nothing')}</span>
          </>
        ) : (
          <ClaimLine line={line} dimension={conflict.dimension} />
        )}
      </p>
      <dl className={styles.facts}>
        <dt>{t('conflicts.saidBy')}</dt>
        <dd>
          <span>{from?.client ?? t('conflicts.unknownClient')}</span>
          {from === null ? null : (
            <span className="quiet">
              <TimeAgo at={from.at} />
            </span>
          )}
        </dd>
        <dt>{t('conflicts.trust')}</dt>
        <dd>
          {claim.source === null ? (
            '–'
          ) : (
            <>
              <SourceChip source={claim.source} />
              <span>{t(`mark.source.${claim.source}`)}</span>
            </>
          )}
          {role === null ? null : <span className="quiet">{role}</span>}
        </dd>
        <dt>{t('conflicts.sure')}</dt>
        <dd>
          {claim.confidence === null ? (
            '–'
          ) : (
            <>
              <EdgeStroke isIsa={claim.isIsa ?? true} confidence={claim.confidence} />
              <span>{formatPercent(claim.confidence)}</span>
              <span className="quiet">{t(claim.isIsa === false ? 'mark.ispart' : 'mark.isa')}</span>
            </>
          )}
        </dd>
      </dl>
      <Sentence sentence={from?.sentence ?? null} tokens={[conflict.concept, claim.parent ?? '']} />
    </>
  );
}

/** The line agents see, down to the place the claim is about; the other places are the same on both sides. */
function ClaimLine({ line, dimension }: { line: string; dimension: string }) {
  const { t } = useTranslation();
  const read = readBlockLine(line);
  if (read.kind !== 'edges') return <RecollectionLine line={line} linked />;
  const part = read.parts.find((each) => each.dimension === dimension);
  const others = read.parts.length - (part ? 1 : 0);
  return (
    <>
      <Token token={read.concept} strong />
      {': '}
      {others === 0 ? null : (
        <abbr className={styles.others} title={t('conflicts.others', { count: others, line })}>
          …
        </abbr>
      )}{' '}
      {part ? <DimensionMark name={dimension} contested={part.contested} /> : null}{' '}
      {part?.parent ? <Token token={part.parent} strong /> : null}
    </>
  );
}

function Sentence({ sentence, tokens }: { sentence: string | null; tokens: readonly string[] }) {
  const { t } = useTranslation();
  if (sentence === null) return <p className={styles.noSentence}>{t('conflicts.evidenceNone')}</p>;
  return (
    <div className={styles.sentence}>
      <MarkedSentence sentence={sentence} tokens={tokens} />
    </div>
  );
}

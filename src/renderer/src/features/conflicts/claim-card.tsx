// One side of a conflict: what agents would see, who said it and when, the sentence with its words marked, how sure.
// Both sides have the same shape and weight; nothing here prefers one.
import { useTranslation } from 'react-i18next';
import type { Claim, Conflict } from '../../../../shared/model/graph.ts';
import { formatPercent } from '../../app/format.ts';
import { EdgeStroke, RecollectionLine, SourceChip } from '../../ui/marks.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './detail.module.css';
import { markWords } from './mark-words.ts';

interface ClaimCardProps {
  readonly conflict: Conflict;
  readonly side: 'existing' | 'incoming';
}

export function ClaimCard({ conflict, side }: ClaimCardProps) {
  const { t } = useTranslation();
  const claim = conflict[side];
  const empty = claim.parent === null;
  return (
    <article
      className={styles.claim}
      data-side={side}
      aria-label={t(side === 'existing' ? 'conflicts.known' : 'conflicts.incoming')}
    >
      <h4>
        {empty
          ? t('conflicts.nothingKnown')
          : t(side === 'existing' ? 'conflicts.known' : 'conflicts.incoming')}
      </h4>
      <p className={styles.hint}>
        {empty
          ? t('conflicts.nothingKnownHint')
          : t(side === 'existing' ? 'conflicts.knownHint' : 'conflicts.incomingHint')}
      </p>
      {empty ? <EmptyPlace conflict={conflict} /> : <Says conflict={conflict} claim={claim} />}
    </article>
  );
}

function EmptyPlace({ conflict }: { conflict: Conflict }) {
  return (
    <p className={styles.says}>
      <RecollectionLine line={`${conflict.concept}: [${conflict.dimension}?]`} />
    </p>
  );
}

function Says({ conflict, claim }: { conflict: Conflict; claim: Claim }) {
  const { t } = useTranslation();
  const line = claim.line ?? `${conflict.concept}: [${conflict.dimension}] ${claim.parent ?? ''}`;
  const from = claim.provenance;
  return (
    <>
      <p className={styles.says}>
        <span className="sr-only">{t('conflicts.says')}: </span>
        <RecollectionLine line={line} linked />
      </p>
      <dl className={styles.facts}>
        <dt>{t('conflicts.saidBy')}</dt>
        <dd>
          {claim.source === null ? null : <SourceChip source={claim.source} />}
          <span>{from?.client ?? t('conflicts.unknownClient')}</span>
          {claim.source === null ? null : (
            <span className={styles.soft}>{t(`mark.source.${claim.source}`)}</span>
          )}
        </dd>
        <dt>{t('conflicts.saidAt')}</dt>
        <dd>{from === null ? '–' : <TimeAgo at={from.at} />}</dd>
        <dt>{t('conflicts.sure')}</dt>
        <dd>
          {claim.confidence === null ? (
            '–'
          ) : (
            <>
              <EdgeStroke isIsa={claim.isIsa ?? true} confidence={claim.confidence} />
              <span>{formatPercent(claim.confidence)}</span>
              <span className={styles.soft}>{claim.isIsa === false ? t('mark.ispart') : t('mark.isa')}</span>
            </>
          )}
        </dd>
      </dl>
      <Sentence sentence={from?.sentence ?? null} tokens={[conflict.concept, claim.parent ?? '']} />
    </>
  );
}

function Sentence({ sentence, tokens }: { sentence: string | null; tokens: readonly string[] }) {
  const { t } = useTranslation();
  if (sentence === null) return <p className={styles.noSentence}>{t('conflicts.evidenceNone')}</p>;
  const pieces = markWords(sentence, tokens).map((piece, index) => ({
    ...piece,
    key: `piece-${String(index)}`,
  }));
  return (
    <blockquote className={styles.sentence}>
      {pieces.map(({ key, text, token }) => (token === null ? text : <mark key={key}>{text}</mark>))}
    </blockquote>
  );
}

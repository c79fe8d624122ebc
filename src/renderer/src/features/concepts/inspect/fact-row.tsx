// One fact: its dimension, parent and marks in a line; the sentences it came from, "do not use" and "forget" beneath.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { endWords } from '../../../../../shared/fact-end.ts';
import type { Edge, Provenance } from '../../../../../shared/model/graph.ts';
import { markDoNotUse } from '../../../session/do-not-use.ts';
import { DimensionMark, EdgeStroke, SourceChip, Token } from '../../../session/marks.tsx';
import { formatRoute } from '../../../session/router.ts';
import { formatPercent } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Toggle } from '../../../ui/inputs/toggle.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { conceptsStore } from '../concepts-store.ts';
import { forgetFact } from './forget-fact.ts';
import styles from './inspector.module.css';

export function FactRow({ edge }: { edge: Edge }) {
  const { t } = useTranslation();
  const { refresh } = useStore(conceptsStore);
  const [busy, setBusy] = useState(false);
  async function change(doNotUse: boolean): Promise<void> {
    setBusy(true);
    await markDoNotUse(edge, doNotUse, refresh);
    setBusy(false);
  }
  async function end(): Promise<void> {
    setBusy(true);
    await forgetFact(edge);
    setBusy(false);
  }
  return (
    <li className={styles.fact} data-unused={edge.doNotUse}>
      <p className={styles.factHead}>
        <a href={formatRoute('concepts', edge.concept, { dim: edge.dimension })}>
          <DimensionMark name={edge.dimension} contested={edge.contested} />
        </a>
        <Token token={edge.parent} />
        <span className={styles.factMarks}>
          <EdgeStroke isIsa={edge.isIsa} confidence={edge.confidence} contested={edge.contested} />
          <span title={t('mark.confidence', { value: formatPercent(edge.confidence) })}>
            {formatPercent(edge.confidence)}
          </span>
          <SourceChip source={edge.source} />
        </span>
      </p>
      {edge.isGuess ? (
        <p className={styles.guess} title={t('concepts.inspector.guessHint')}>
          ~ {t('concepts.inspector.guess')}
        </p>
      ) : null}
      <ul>
        {edge.provenance.map((from) => (
          <Evidence key={`${from.segment ?? ''}${String(from.at)}`} from={from} />
        ))}
        {edge.provenance.length === 0 ? (
          <li className="quiet">{t('concepts.inspector.evidenceNone')}</li>
        ) : null}
      </ul>
      <p className={styles.factFoot}>
        <span>
          {t('concepts.inspector.confirmed', { time: '' })}
          <TimeAgo at={edge.lastConfirmed} />
          {edge.until === null ? '' : `, ${t('concepts.inspector.until', { end: endWords(edge.until) })}`}
        </span>
        <span className={styles.factActions}>
          <Button
            variant="quiet"
            writes
            isDisabled={busy}
            onPress={() => void end()}
            label={`${t('concepts.inspector.forget')}: [${edge.dimension}] ${edge.parent}`}
          >
            {t('concepts.inspector.forget')}
          </Button>
          <Toggle
            writes
            isSelected={edge.doNotUse}
            isDisabled={busy}
            onChange={(on) => void change(on)}
            label={`${t('facts.doNotUse')}: [${edge.dimension}] ${edge.parent}`}
          >
            {t('facts.doNotUse')}
          </Toggle>
        </span>
      </p>
    </li>
  );
}

function Evidence({ from }: { from: Provenance }) {
  const { t } = useTranslation();
  return (
    <li className={styles.evidence}>
      {from.sentence === null ? t('concepts.inspector.evidenceNone') : <q>{from.sentence}</q>}
      {from.client === null ? null : <span className={styles.said}> {from.client}</span>}
    </li>
  );
}

// What a decision would do, before it is done: the line agents see now and would see then, and the change of the graph.
import { ArrowRight, Ban, Brackets, Check, Flag, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DecisionPreview, GraphDiffLine } from '../../../../../shared/model/decision.ts';
import { DimensionMark, RecollectionLine, Token } from '../../../session/marks.tsx';
import styles from './decide.module.css';
import { changedDimensions } from './line-change.ts';

export function Preview({ preview }: { preview: DecisionPreview }) {
  const { t } = useTranslation();
  if (!preview.allowed) return <Refused why={preview.problem ?? t('conflicts.decide.refused')} />;
  const { before, after, diff } = preview;
  return (
    <div className={styles.preview}>
      <Line name={t('conflicts.decide.now')} line={before} other={after} />
      <Line name={t('conflicts.decide.after')} line={after} other={before} strong />
      {diff.length === 0 ? null : (
        <div className={styles.previewRow}>
          <span className={styles.previewName}>{t('conflicts.decide.graph')}</span>
          <ul className={styles.diff}>
            {diff.map((line) => (
              <DiffLine key={JSON.stringify(line)} line={line} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

export function Refused({ why }: { why: string }) {
  const { t } = useTranslation();
  return (
    <p className={styles.refused}>
      <Ban size={14} strokeWidth={1.75} />
      <span>
        <b>{t('conflicts.decide.notPossible')}</b> {why}
      </span>
    </p>
  );
}

interface LineProps {
  readonly name: string;
  readonly line: string | null;
  readonly other: string | null;
  readonly strong?: boolean;
}

export function Line({ name, line, other, strong }: LineProps) {
  const { t } = useTranslation();
  return (
    <p className={styles.previewRow} data-strong={strong}>
      <span className={styles.previewName}>{name}</span>
      <span className="breaks">
        {line === null ? (
          <span className="quiet">{t('conflicts.decide.nothing')}</span>
        ) : (
          <RecollectionLine line={line} spotlight={changedDimensions(line, other)} />
        )}
      </span>
    </p>
  );
}

const SIGN = {
  add: [Plus, 'ok'],
  remove: [Minus, 'bad'],
  move: [ArrowRight, 'info'],
  confirm: [Check, 'ok'],
  dimension: [Brackets, 'info'],
  conflict: [Flag, 'wait'],
} as const;

function DiffLine({ line }: { line: GraphDiffLine }) {
  const { t } = useTranslation();
  const [Sign, tone] = SIGN[line.change];
  return (
    <li className={styles.diffLine} data-tone={tone}>
      <Sign size={13} strokeWidth={2} />
      <span className={styles.diffWord}>{t(`conflicts.diff.${line.change}`)}</span>
      {line.change === 'dimension' ? (
        <DimensionMark name={line.dimension} />
      ) : (
        <span className={styles.diffFact}>
          <Token token={line.concept} plain />
          <DimensionMark name={line.dimension} contested={line.change === 'conflict'} />
          {line.toDimension === null ? null : (
            <>
              <ArrowRight size={12} strokeWidth={1.75} aria-label={t('conflicts.diff.to')} />
              <DimensionMark name={line.toDimension} />
            </>
          )}
          <Token token={line.parent} plain />
        </span>
      )}
    </li>
  );
}

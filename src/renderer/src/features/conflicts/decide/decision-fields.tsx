// What a decision asks for: two dimension names to split into, a dimension and one of the two facts to move, or the edge
// of a cycle that gives way. Names in use are offered; any other may be typed, and what is wrong with it is said at once.
import { Radio, RadioGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DecisionOptions } from '../../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { DimensionMark, Token } from '../../../session/marks.tsx';
import { cx } from '../../../ui/cx.ts';
import { Combo, type ComboOption } from '../../../ui/inputs/combo.tsx';
import styles from './decide.module.css';
import { decisionStore } from './decision-store.ts';
import { type Draft, type Field, gapOf, knownName } from './draft.ts';

interface FieldsProps {
  readonly conflict: Conflict;
  readonly draft: Draft;
}

export function DecisionFields(props: FieldsProps) {
  switch (props.draft.kind) {
    case 'split':
      return <SplitFields {...props} />;
    case 'move':
      return <MoveFields {...props} />;
    case 'replace':
      return <RingField {...props} />;
    case 'keep':
    case 'dismiss':
      return null;
    default:
      return props.draft.kind satisfies never;
  }
}

function SplitFields({ conflict, draft }: FieldsProps) {
  const { t } = useTranslation();
  const options = useStore(decisionStore, (s) => s.options);
  return (
    <div className={styles.fields}>
      <DimensionField
        field="existingDimension"
        label={t('conflicts.fields.existing', { fact: knownName(conflict, options) ?? '' })}
        conflict={conflict}
        draft={draft}
      />
      <DimensionField
        field="newDimension"
        label={t('conflicts.fields.incoming', { fact: conflict.incoming.parent ?? '' })}
        conflict={conflict}
        draft={draft}
      />
    </div>
  );
}

function MoveFields({ conflict, draft }: FieldsProps) {
  const { t } = useTranslation();
  const options = useStore(decisionStore, (s) => s.options);
  const names = { incoming: conflict.incoming.parent, existing: knownName(conflict, options) };
  const change = decisionStore.getState().change;
  return (
    <div className={styles.fields}>
      <RadioGroup
        className={cx(styles.which)}
        value={draft.which}
        onChange={(which) => change({ which: which === 'existing' ? 'existing' : 'incoming' })}
        aria-label={t('conflicts.fields.which')}
      >
        <span className={styles.fieldName}>{t('conflicts.fields.which')}</span>
        {(['incoming', 'existing'] as const).map((which) =>
          names[which] === null ? null : (
            <Radio key={which} value={which} className={cx(styles.radio)}>
              <span className={styles.dot} aria-hidden="true" />
              <Token token={names[which]} plain />
              <span className="quiet">
                {t(which === 'existing' ? 'conflicts.known' : 'conflicts.incoming')}
              </span>
            </Radio>
          ),
        )}
      </RadioGroup>
      <DimensionField
        field="dimension"
        label={t('conflicts.fields.dimension')}
        conflict={conflict}
        draft={draft}
      />
    </div>
  );
}

function RingField({ draft }: FieldsProps) {
  const { t } = useTranslation();
  const cycle = useStore(decisionStore, (s) => s.options?.cycle ?? []);
  const change = decisionStore.getState().change;
  return (
    <RadioGroup
      className={cx(styles.which)}
      value={draft.givesWay === null ? null : String(draft.givesWay)}
      onChange={(edge) => change({ givesWay: Number(edge) })}
      aria-label={t('conflicts.fields.givesWay')}
    >
      <span className={styles.fieldName}>{t('conflicts.fields.givesWay')}</span>
      {cycle.map((edge) => (
        <Radio key={edge.edgeId} value={String(edge.edgeId)} className={cx(styles.radio)}>
          <span className={styles.dot} aria-hidden="true" />
          <Token token={edge.concept} plain />
          <span className="quiet">{t('conflicts.fields.in')}</span>
          <Token token={edge.parent} plain />
          {edge.givesWay ? <span className="quiet">{t('conflicts.fields.leastTrusted')}</span> : null}
        </Radio>
      ))}
    </RadioGroup>
  );
}

interface DimensionFieldProps extends FieldsProps {
  readonly field: Field;
  readonly label: string;
}

function DimensionField({ field, label, conflict, draft }: DimensionFieldProps) {
  const { t } = useTranslation();
  const options = useStore(decisionStore, (s) => s.options);
  const reading = useStore(decisionStore, (s) => s.reading);
  const change = decisionStore.getState().change;
  const gap = gapOf(field, draft, conflict);
  return (
    <Combo
      label={label}
      value={draft[field]}
      onChange={(value) => change({ [field]: value })}
      options={choices(
        options,
        (edges) => t('conflicts.fields.facts', { count: edges }),
        t('conflicts.fields.taken'),
      )}
      reading={reading ? t('conflicts.fields.reading') : null}
      placeholder={t('conflicts.fields.placeholder')}
      problem={gap === null || gap === 'empty' ? null : t(`conflicts.gap.${gap}`)}
    />
  );
}

function choices(
  options: DecisionOptions | null,
  facts: (edges: number) => string,
  taken: string,
): ComboOption[] {
  return (options?.dimensions ?? []).map((dimension) => ({
    value: dimension.token,
    content: (
      <span className={styles.choice}>
        <DimensionMark name={dimension.token} />
        <span className="quiet">
          {dimension.question ?? facts(dimension.edges)}
          {dimension.taken ? ` · ${taken}` : ''}
        </span>
      </span>
    ),
  }));
}

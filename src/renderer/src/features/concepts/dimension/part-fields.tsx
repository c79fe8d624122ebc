// One part of a suggested split: what would go there, and the name and question it gets. A dimension that is there keeps its question.
import { useTranslation } from 'react-i18next';
import { DimensionMark, Token } from '../../../session/marks.tsx';
import { Combo, type ComboOption } from '../../../ui/inputs/combo.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import type { DimensionRow } from '../concepts-store.ts';
import { asTyped } from '../inspect/tell.tsx';
import styles from './dimension.module.css';
import { gapOf, type NamedPart, type Suggestion } from './split-parts.ts';

const SHOWN = 6;
const LONGEST_QUESTION = 200;

interface PartFieldsProps {
  readonly at: number;
  readonly part: Suggestion['parts'][number];
  readonly named: readonly NamedPart[];
  readonly dimension: string;
  readonly dimensions: readonly DimensionRow[];
  readonly onChange: (part: Partial<NamedPart>) => void;
}

export function PartFields({ at, part, named, dimension, dimensions, onChange }: PartFieldsProps) {
  const { t } = useTranslation();
  const { parents, facts } = part;
  const { name = '', question = '' } = named[at] ?? {};
  const gap = gapOf(named, at, dimension);
  const known = dimensions.find(({ token }) => token === asTyped(name));
  const label = t('concepts.split.part', { count: at + 1 });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out as a grid everywhere
    <div className={styles.part} role="group" aria-label={label}>
      <p className={styles.partHead}>
        <b>{label}</b>
        <span className="quiet">{t('concepts.dimensionFacts', { count: facts })}</span>
      </p>
      <p className={styles.answers}>
        {parents.slice(0, SHOWN).map((parent) => (
          <Token key={parent} token={parent} plain />
        ))}
        {parents.length > SHOWN ? (
          <span className="quiet">{t('concepts.moreChildren', { count: parents.length - SHOWN })}</span>
        ) : null}
      </p>
      <Combo
        label={t('concepts.split.name')}
        value={name}
        onChange={(value) => onChange({ name: value })}
        options={choices(dimensions, dimension)}
        placeholder={t('concepts.split.namePlaceholder', { token: dimension })}
        problem={gap === null ? null : t(`concepts.split.gap.${gap}`, { token: dimension })}
      />
      {known !== undefined ? (
        <p className="quiet">
          {known.question === null
            ? t('concepts.split.isThere')
            : t('concepts.split.isThereAsking', { question: known.question })}
        </p>
      ) : name.trim() === '' ? null : (
        <TextField
          label={t('concepts.split.question')}
          placeholder={t('concepts.dimension.questionPlaceholder')}
          value={question}
          onChange={(value) => onChange({ question: value })}
          maxLength={LONGEST_QUESTION}
        />
      )}
    </div>
  );
}

function choices(dimensions: readonly DimensionRow[], besides: string): ComboOption[] {
  return dimensions.flatMap(({ token, question }) =>
    token === besides
      ? []
      : [
          {
            value: token,
            content: (
              <span className={styles.choice}>
                <DimensionMark name={token} />
                {question === null ? null : <span className="quiet">{question}</span>}
              </span>
            ),
          },
        ],
  );
}

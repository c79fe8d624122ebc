// Fields of the dialogs that edit: a concept found while its name is typed, and a dimension with the question it answers.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newestOnly } from '../../../../session/ask.ts';
import { api } from '../../../../session/client.ts';
import { DimensionMark, Token } from '../../../../session/marks.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { Combo } from '../../../../ui/inputs/combo.tsx';
import { TextField } from '../../../../ui/inputs/text-field.tsx';
import type { DimensionRow } from '../../concepts-store.ts';
import styles from '../draft.module.css';

const FOUND = 20;

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Any name may be typed; those that are known are offered. */
export function ConceptField({ label, value, onChange }: NameFieldProps) {
  const [found, setFound] = useState<readonly string[]>([]);
  const [asking] = useState(newestOnly);
  useEffect(() => {
    const query = value.trim();
    if (query === '') return;
    void asking(
      () => api.concepts.search({ query, known: true, limit: FOUND }),
      ({ matches }) => setFound(matches.map(({ token }) => token)),
      () => setFound([]),
    );
  }, [value, asking]);
  return (
    <Combo
      label={label}
      value={value}
      onChange={onChange}
      options={found.map((token) => ({ value: token, content: <Token token={token} plain /> }))}
    />
  );
}

interface DimensionFieldProps extends NameFieldProps {
  /** Left out of those that are offered. */
  readonly without?: string;
  readonly dimensions: readonly DimensionRow[];
}

/** A dimension by name, its question beside it wherever one is chosen. */
export function DimensionField({ label, value, onChange, without, dimensions }: DimensionFieldProps) {
  const { t } = useTranslation();
  const known = dimensions.find(({ token }) => token === value.trim());
  return (
    <div className={styles.field}>
      <Combo
        label={label}
        value={value}
        onChange={onChange}
        options={dimensions
          .filter(({ token }) => token !== without)
          .map(({ token, question, edges }) => ({
            value: token,
            content: (
              <span className={styles.option}>
                <DimensionMark name={token} />
                <span className={styles.question}>{question ?? ''}</span>
                <span className="quiet">{formatCount(edges)}</span>
              </span>
            ),
          }))}
      />
      {value.trim() === '' ? null : (
        <p className="quiet">
          {known
            ? known.question === null
              ? t('concepts.edit.form.questionNone')
              : t('concepts.edit.form.questionOf', { question: known.question })
            : t('concepts.edit.form.newDimension')}
        </p>
      )}
    </div>
  );
}

/** The question of a dimension that is made. */
export function QuestionField({ value, onChange }: Omit<NameFieldProps, 'label'>) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('concepts.edit.form.question')}
      hint={t('concepts.edit.form.questionHint')}
      value={value}
      onChange={onChange}
      maxLength={200}
    />
  );
}

export const asked = (question: string): string | null => (question.trim() === '' ? null : question.trim());

// Names of parents, typed or taken from what a dimension's facts say most often, each with how many facts it would bring.
import { useTranslation } from 'react-i18next';
import { Token } from '../../../../session/marks.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { TextField } from '../../../../ui/inputs/text-field.tsx';
import { useDimensionPage } from '../../dimension/use-dimension-page.ts';
import styles from '../draft.module.css';

/** More than these nobody looks over. */
const OFFERED = 12;

export const namesIn = (typed: string): string[] => typed.split(/[\s,]+/).filter((name) => name !== '');

interface ParentsFieldProps {
  readonly dimension: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What other parts take already: not offered a second time. */
  readonly taken: ReadonlySet<string>;
}

export function ParentsField({ dimension, value, onChange, taken }: ParentsFieldProps) {
  const { t } = useTranslation();
  const { page } = useDimensionPage(dimension);
  const names = namesIn(value);
  const offered = (page?.parents ?? []).filter(({ token }) => !taken.has(token)).slice(0, OFFERED);
  const turn = (token: string) =>
    onChange((names.includes(token) ? names.filter((name) => name !== token) : [...names, token]).join(' '));
  return (
    <div className={styles.field}>
      <TextField
        label={t('concepts.edit.form.parents')}
        hint={t('concepts.edit.form.parentsHint')}
        value={value}
        onChange={onChange}
        exact
      />
      {offered.length === 0 ? null : (
        <fieldset className={styles.offered} aria-label={t('concepts.edit.form.parentsOffered')}>
          {offered.map(({ token, facts }) => (
            <button
              key={token}
              type="button"
              aria-pressed={names.includes(token)}
              aria-label={t('concepts.edit.form.parentOf', { token, count: facts })}
              onClick={() => turn(token)}
            >
              <Token token={token} plain /> <span className="quiet">{formatCount(facts)}</span>
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

// What a list is narrowed to, a chip each with its way out, and one way out of all.
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../inputs/button.tsx';
import styles from './filters.module.css';

export interface FilterChip {
  readonly id: string;
  readonly name: string;
  /** What it is held to; empty where the name says it all. */
  readonly value: string;
  readonly off: () => void;
}

interface FilterChipsProps {
  readonly label: string;
  readonly chips: readonly FilterChip[];
  readonly onClear: () => void;
}

export function FilterChips({ label, chips, onClear }: FilterChipsProps) {
  const { t } = useTranslation();
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={label}>
      {chips.map(({ id, name, value, off }) => (
        <li key={id} className={styles.chip}>
          <span>{name}</span>
          {value === '' ? null : <b>{value}</b>}
          <button
            type="button"
            className={styles.off}
            aria-label={t('filter.off', { name: `${name} ${value}` })}
            onClick={off}
          >
            <X size={12} strokeWidth={2} />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" onPress={onClear}>
          {t('filter.clear')}
        </Button>
      </li>
    </ul>
  );
}

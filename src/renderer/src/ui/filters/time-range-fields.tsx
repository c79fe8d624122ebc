// Chooses a stretch of time: any, the last hour, day or week, or from one moment to another.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFull } from '../format.ts';
import { Choice } from '../inputs/choice.tsx';
import styles from './filters.module.css';
import { ALWAYS, fieldOf, isAlways, momentOfField, type TimeRange, WITHIN } from './time-range.ts';

interface TimeRangeFieldsProps {
  readonly range: TimeRange;
  readonly onChange: (range: TimeRange) => void;
}

export function TimeRangeFields({ range, onChange }: TimeRangeFieldsProps) {
  const { t } = useTranslation();
  const { within, from, to } = range;
  const [isFree, setFree] = useState(from !== null || to !== null);
  const chosen = within ?? (isFree || !isAlways(range) ? 'free' : 'any');
  const choose = (value: string) => {
    setFree(value === 'free');
    if (value === 'free') onChange({ ...range, within: null });
    else onChange({ ...ALWAYS, within: WITHIN.find((each) => each === value) ?? null });
  };
  const moment = (name: 'from' | 'to', at: number | null) => (
    <label className={styles.field}>
      <span>{t(`time.${name}`)}</span>
      <input
        type="datetime-local"
        className={styles.moment}
        value={fieldOf(at)}
        max="9999-12-31T23:59"
        onChange={(event) => {
          const next = { ...range, within: null, [name]: momentOfField(event.target.value, name === 'to') };
          onChange(next);
        }}
      />
    </label>
  );
  return (
    <>
      <div className={styles.field}>
        <span aria-hidden="true">{t('time.range')}</span>
        <Choice
          label={t('time.range')}
          value={chosen}
          onChange={choose}
          options={[
            { value: 'any', label: t('time.any') },
            ...WITHIN.map((value) => ({ value, label: t(`time.within.${value}`) })),
            { value: 'free', label: t('time.free') },
          ]}
        />
      </div>
      {chosen === 'free' ? (
        <>
          {moment('from', from)}
          {moment('to', to)}
          {from !== null && to !== null && from > to ? (
            <p className={styles.wrong} role="status">
              {t('time.backwards')}
            </p>
          ) : null}
        </>
      ) : null}
    </>
  );
}

/** A stretch in words, for a chip. */
export function useRangeWords(): (range: TimeRange) => string {
  const { t } = useTranslation();
  return ({ within, from, to }) => {
    if (within !== null) return t(`time.within.${within}`);
    if (from !== null && to !== null)
      return t('time.between', { from: formatFull(from), to: formatFull(to) });
    if (from !== null) return t('time.since', { from: formatFull(from) });
    return to === null ? '' : t('time.until', { to: formatFull(to) });
  };
}

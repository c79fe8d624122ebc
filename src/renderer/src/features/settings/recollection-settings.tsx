// The numbers that decide what agents are reminded of, as a draft beside what it would do to the newest prompts.
// Nothing is in force until it is saved; the save names every key with its old and new value.
import { useState } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type SettingRow, settingsStore } from '../../session/settings-store.ts';
import { say } from '../../session/toasts.tsx';
import { useReading } from '../../session/use-reading.ts';
import { cx } from '../../ui/cx.ts';
import type { Failure } from '../../ui/failure.ts';
import { formatCount } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { previewStore } from './preview-store.ts';
import { PromptPreview } from './prompt-preview.tsx';
import styles from './recollection.module.css';

interface Dial {
  readonly key: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** The unit of a ratio, which says nothing that the dial does not show. */
const RATIO = '0 to 1';

/** What can be turned, over the range that makes sense to a person; the whole range is under "All". */
const DIALS: readonly Dial[] = [
  { key: 'saliency_read_threshold', least: 0, most: 6, step: 0.1 },
  { key: 'recollection_confidence_floor', least: 0, most: 1, step: 0.05 },
  { key: 'recollection_recency_days', least: 1, most: 365, step: 1 },
  { key: 'recency_half_life_days', least: 1, most: 365, step: 1 },
  { key: 'recollection_max_concepts', least: 1, most: 40, step: 1 },
  { key: 'recollection_max_chars', least: 200, most: 8000, step: 100 },
  { key: 'recollection_max_zero_hits', least: 0, most: 10, step: 1 },
  { key: 'saliency_write_threshold', least: 0, most: 6, step: 0.1 },
];

export function RecollectionSettings() {
  const { rows, failure, load } = useStore(settingsStore);
  const { ask } = useStore(previewStore);
  useReading(load);
  useReading(ask);
  if (failure && rows === null) return <ErrorState failure={failure} onRetry={() => void load()} />;
  if (rows === null) return <Skeleton rows={8} />;
  return (
    <div className={styles.columns}>
      <div className={styles.dials}>
        {DIALS.map((dial) => {
          const row = rows.find((one) => one.key === dial.key);
          return row ? <DialLine key={dial.key} dial={dial} row={row} /> : null;
        })}
        <Save rows={rows} />
      </div>
      <PromptPreview />
    </div>
  );
}

function DialLine({ dial, row }: { dial: Dial; row: SettingRow }) {
  const { t } = useTranslation();
  const { draft, put } = useStore(previewStore);
  const saved = Number(row.value);
  const value = draft[row.key] ?? saved;
  const locked = row.setBy === 'file';
  const change = (next: number) => {
    const rounded = Math.round(next * 1000) / 1000;
    put(row.key, rounded === saved ? undefined : rounded);
  };
  return (
    <Slider
      className={cx(styles.dial)}
      minValue={Math.min(dial.least, saved)}
      maxValue={Math.max(dial.most, saved)}
      step={dial.step}
      value={value}
      onChange={(next) => change(Array.isArray(next) ? (next[0] ?? saved) : next)}
      isDisabled={locked}
    >
      <span className={styles.dialHead}>
        <Label className={cx(styles.dialName)}>{row.title}</Label>
        <output className={styles.dialValue} data-changed={value !== saved}>
          {value === saved ? null : <del>{formatNumber(saved)}</del>} {formatNumber(value)}{' '}
          {row.unit === RATIO ? null : <span>{row.unit}</span>}
        </output>
      </span>
      <SliderTrack className={cx(styles.track)}>
        {({ state }) => (
          <>
            <span className={styles.filled} style={{ width: `${String(state.getThumbPercent(0) * 100)}%` }} />
            <SliderThumb className={cx(styles.thumb)} />
          </>
        )}
      </SliderTrack>
      <p className="quiet">
        {row.doc} {locked ? t('settings.fileLocked') : null}
      </p>
    </Slider>
  );
}

const formatNumber = (value: number): string =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(value);

function Save({ rows }: { rows: readonly SettingRow[] }) {
  const { t } = useTranslation();
  const { draft, save, reset } = useStore(previewStore);
  const [failure, setFailure] = useState<Failure | null>(null);
  const keys = Object.keys(draft);
  async function keep(): Promise<void> {
    const refused = await save();
    setFailure(refused);
    if (!refused) say(t('settings.preview.saved', { count: keys.length }));
  }
  if (keys.length === 0) return <p className="quiet">{t('settings.preview.nothing')}</p>;
  return (
    <div className={styles.save}>
      <ul>
        {keys.map((key) => (
          <li key={key}>
            <span>{rows.find((row) => row.key === key)?.title ?? key}</span>{' '}
            <span>
              <del>{formatNumber(Number(rows.find((row) => row.key === key)?.value ?? 0))}</del>{' '}
              <b>{formatNumber(draft[key] ?? 0)}</b>
            </span>
          </li>
        ))}
      </ul>
      {failure ? (
        <p className="bad" role="alert">
          {failure.message}
        </p>
      ) : null}
      <div className="buttons">
        <Button variant="primary" writes onPress={() => void keep()}>
          {t('settings.preview.save', { count: keys.length, shown: formatCount(keys.length) })}
        </Button>
        <Button variant="quiet" onPress={reset}>
          {t('settings.preview.reset')}
        </Button>
      </div>
    </div>
  );
}

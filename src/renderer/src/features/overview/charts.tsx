// Six lines of traffic with their figure, trend and unit; the same as a table for whoever reads rather than looks.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Series } from '../../../../shared/model/status.ts';
import { formatMinute, formatPercent, formatShort } from '../../app/format.ts';
import { Segments } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import styles from './charts.module.css';
import { overviewStore } from './overview-store.ts';
import { type Summary, summarise, trend } from './trend.ts';

type SeriesName = keyof Series['values'];

/** `moreIs`: what a rise means, so that its word can be coloured; most rises mean nothing by themselves. */
const LINES: readonly { readonly name: SeriesName; readonly summary: Summary; readonly moreIs?: 'bad' }[] = [
  { name: 'requests', summary: 'sum' },
  { name: 'addedMs', summary: 'median', moreIs: 'bad' },
  { name: 'promptTokens', summary: 'sum' },
  { name: 'recalledFacts', summary: 'sum' },
  { name: 'errors', summary: 'sum', moreIs: 'bad' },
  { name: 'conflicts', summary: 'sum' },
];

const STEADY = 0.05;
const figure = (value: number | null): string =>
  value === null ? '–' : value < 10 && !Number.isInteger(value) ? value.toFixed(2) : formatShort(value);

export function Charts() {
  const { t } = useTranslation();
  const { range, setRange, series, failure, refresh } = useStore(overviewStore);
  const [display, setDisplay] = useState<'lines' | 'table'>('lines');
  return (
    <section className={styles.charts} aria-label={t('overview.live')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('overview.live')}</h2>
        <Segments
          label={t('overview.display')}
          value={display}
          onChange={setDisplay}
          options={[
            { value: 'lines', label: t('overview.asLines') },
            { value: 'table', label: t('overview.asTable') },
          ]}
        />
        <Segments
          label={t('overview.range')}
          value={range}
          onChange={setRange}
          options={[
            { value: '1h', label: t('overview.range1h') },
            { value: '24h', label: t('overview.range24h') },
          ]}
        />
      </header>
      {failure && !failure.offline ? (
        <ErrorState failure={failure} onRetry={() => void refresh()} compact />
      ) : null}
      {series && nothingYet(series) ? <p className={styles.first}>{t('overview.seriesEmpty')}</p> : null}
      {series ? display === 'lines' ? <Lines series={series} /> : <Table series={series} /> : null}
      {!series && !failure ? <Skeleton rows={6} /> : null}
    </section>
  );
}

const nothingYet = ({ values }: Series): boolean =>
  LINES.every(({ name }) => values[name].every((v) => (v ?? 0) === 0));

function Lines({ series }: { series: Series }) {
  const { t } = useTranslation();
  const at = (index: number, length: number) =>
    formatMinute(series.endAt - (length - 1 - index) * series.stepMs);
  return (
    <ul>
      {LINES.map(({ name, summary, moreIs }) => {
        const values = series.values[name];
        return (
          <li key={name} className={styles.line}>
            <span className={styles.name}>{t(`overview.series.${name}`)}</span>
            <Sparkline
              values={values}
              height={34}
              label={`${t(`overview.series.${name}`)}: ${figure(summarise(values, summary))} ${t(`overview.unit.${name}`)}`}
              readOut={(index, value) =>
                `${value === null ? t('overview.tableNone') : figure(value)} · ${at(index, values.length)}`
              }
            />
            <span className={styles.figure}>{figure(summarise(values, summary))}</span>
            <span className={styles.unit}>
              {t(`overview.unit.${name}`)}
              <Trend change={trend(values, summary)} moreIs={moreIs} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Trend({ change, moreIs }: { change: number | null; moreIs: 'bad' | undefined }) {
  const { t } = useTranslation();
  const steady = change !== null && Math.abs(change) < STEADY;
  const words =
    change === null
      ? t('overview.trendNone')
      : steady
        ? t('overview.trendSame')
        : `${change > 0 ? '↑' : '↓'} ${formatPercent(Math.abs(change))}`;
  const alarming = moreIs === 'bad' && change !== null && change > 0.5;
  return (
    <span className={cx(styles.trend, alarming && styles.alarming)} title={t('overview.trendTitle')}>
      {words}
    </span>
  );
}

const TABLE_ROWS = 12;

function Table({ series }: { series: Series }) {
  const { t } = useTranslation();
  const length = series.values.requests.length;
  const indexes = Array.from({ length: Math.min(TABLE_ROWS, length) }, (_, i) => length - 1 - i);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.tableBox} tabIndex={0} aria-label={t('overview.asTable')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('overview.tableTime')}</th>
            {LINES.map(({ name }) => (
              <th key={name} scope="col">
                {t(`overview.series.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => (
            <tr key={index}>
              <th scope="row">{formatMinute(series.endAt - (length - 1 - index) * series.stepMs)}</th>
              {LINES.map(({ name }) => (
                <td key={name}>{figure(series.values[name][index] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

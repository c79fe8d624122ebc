// What is measured of the open resource: a line for each with its newest figure, its usual one and what there is at most; pressed, it opens as a chart
// with axes, and as a table for whoever reads rather than looks.
import { ChevronRight } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { MetricSeries } from '../../../../../shared/model/resource.ts';
import { TimeChart } from '../../../ui/charts/lazy-time-chart.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import type { ChartLine } from '../../../ui/charts/time-chart.tsx';
import { formatMinute } from '../../../ui/format.ts';
import { Segments } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useMetricFigure } from '../figures.ts';
import { inspectStore, RANGES, type Range } from './inspect-store.ts';
import styles from './metrics.module.css';

const RANGE_NAMES = Object.keys(RANGES) as Range[];

export function Metrics() {
  const { t } = useTranslation();
  const { series, seriesFailure, range, setRange, measure } = useStore(inspectStore);
  const [opened, setOpened] = useState<string | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  if (seriesFailure && !(seriesFailure.offline && series))
    return (
      <Section title={t('resources.metrics.title')}>
        <ErrorState failure={seriesFailure} onRetry={() => void measure()} compact />
      </Section>
    );
  if (series === null || (series.length === 0 && range === 'hour')) return null;
  const at = cursor !== null && cursor < (series[0]?.values.length ?? 0) ? cursor : null;
  return (
    <Section
      title={t('resources.metrics.title')}
      aside={
        <Segments
          label={t('resources.metrics.range')}
          value={range}
          onChange={setRange}
          options={RANGE_NAMES.map((value) => ({ value, label: t(`resources.metrics.ranges.${value}`) }))}
        />
      }
    >
      {series.length === 0 ? <p className="quiet">{t('resources.metrics.nothing')}</p> : null}
      <ul>
        {series.map((one) => (
          <Metric
            key={one.metric}
            series={one}
            cursor={at}
            onCursor={setCursor}
            isOpen={opened === one.metric}
            onToggle={() => setOpened(opened === one.metric ? null : one.metric)}
          />
        ))}
      </ul>
    </Section>
  );
}

interface MetricProps {
  readonly series: MetricSeries;
  readonly cursor: number | null;
  readonly onCursor: (index: number | null) => void;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const timesOf = ({ from, stepMs, values }: MetricSeries): number[] =>
  values.map((_, index) => from + index * stepMs);

function Metric({ series, cursor, onCursor, isOpen, onToggle }: MetricProps) {
  const { t } = useTranslation();
  const figure = useMetricFigure();
  const panel = useId();
  const { metric, unit, values, limit, baseline } = series;
  const value = cursor === null ? (values.findLast((one) => one !== null) ?? null) : (values[cursor] ?? null);
  const usual = [
    baseline === null ? null : t('resources.metrics.usual', { value: figure(baseline, unit) }),
    limit === null || unit === 'percent' ? null : t('resources.metrics.of', { value: figure(limit, unit) }),
  ].filter((words) => words !== null);
  const full = limit !== null && value !== null && value >= limit * 0.9;
  return (
    <li className={styles.metric}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={onToggle}
      >
        <span className={styles.name}>
          <ChevronRight className={styles.chevron} size={14} strokeWidth={1.75} />
          {t(`resources.metrics.name.${metric}`)}
        </span>
        <Sparkline
          values={values}
          height={28}
          {...(unit === 'percent' ? { most: 100 } : {})}
          at={cursor}
          onAt={onCursor}
        />
        <span className={styles.now}>
          <span className={styles.figure} data-tone={full ? 'bad' : undefined}>
            {figure(value, unit)}
          </span>
          <span className={styles.usual}>
            {cursor === null ? usual.join(' · ') : formatMinute(timesOf(series)[cursor] ?? 0)}
          </span>
        </span>
      </button>
      <div id={panel} hidden={!isOpen}>
        {isOpen ? <Open series={series} cursor={cursor} onCursor={onCursor} /> : null}
      </div>
    </li>
  );
}

function Open({ series, cursor, onCursor }: Omit<MetricProps, 'isOpen' | 'onToggle'>) {
  const { t } = useTranslation();
  const figure = useMetricFigure();
  const [display, setDisplay] = useState<'chart' | 'table'>('chart');
  const { values, unit, baseline, limit, metric } = series;
  const times = timesOf(series);
  const name = t(`resources.metrics.name.${metric}`);
  const at = cursor ?? times.length - 1;
  return (
    <div className={styles.open}>
      <div className={styles.openHead}>
        <p className={styles.readOut}>
          <b>{formatMinute(times[at] ?? 0)}</b> {figure(values[at] ?? null, unit)}
          {baseline === null ? '' : ` · ${t('resources.metrics.usual', { value: figure(baseline, unit) })}`}
          {limit === null ? '' : ` · ${t('resources.metrics.limit', { value: figure(limit, unit) })}`}
        </p>
        <Segments
          label={t('resources.metrics.display')}
          value={display}
          onChange={setDisplay}
          options={[
            { value: 'chart', label: t('resources.metrics.chart') },
            { value: 'table', label: t('resources.metrics.table') },
          ]}
        />
      </div>
      {display === 'table' ? (
        <Table series={series} times={times} name={name} />
      ) : (
        <Suspense fallback={<div className={styles.place} />}>
          <TimeChart
            label={t('resources.metrics.label', { name })}
            times={times}
            lines={linesOf(series, name)}
            cursor={cursor}
            onCursor={onCursor}
            format={(value) => figure(value, unit)}
            isWhole={unit === 'count'}
            describe={(index) => `${formatMinute(times[index] ?? 0)}: ${figure(values[index] ?? null, unit)}`}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The limit is drawn where it is near; far above, it would press everything else to the ground. */
function linesOf({ values, baseline, limit }: MetricSeries, name: string): ChartLine[] {
  const level = (value: number) => values.map(() => value);
  const peak = Math.max(...values.map((value) => value ?? 0), baseline ?? 0);
  return [
    { name, values, tone: 'first' },
    ...(baseline === null ? [] : [{ name: 'usual', values: level(baseline), tone: 'second' } as const]),
    ...(limit === null || peak < limit * 0.5
      ? []
      : [{ name: 'limit', values: level(limit), tone: 'bad' } as const]),
  ];
}

function Table({ series, times, name }: { series: MetricSeries; times: readonly number[]; name: string }) {
  const { t } = useTranslation();
  const figure = useMetricFigure();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.tableBox} tabIndex={0} aria-label={t('resources.metrics.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('resources.metrics.time')}</th>
            <th scope="col">{name}</th>
          </tr>
        </thead>
        <tbody>
          {times
            .map((time, index) => ({ time, value: series.values[index] ?? null }))
            .filter(({ value }) => value !== null)
            .reverse()
            .map(({ time, value }) => (
              <tr key={time}>
                <th scope="row">{formatMinute(time)}</th>
                <td>{figure(value, series.unit)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

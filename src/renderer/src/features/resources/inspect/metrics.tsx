// What is measured of the open resource: a line for each with its newest figure, its usual one and what there is at most; pressed, it opens as a chart
// with axes, and as a table for whoever reads rather than looks.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { MetricSeries } from '../../../../../shared/model/resource.ts';
import { ChartedLine, ChartOrTable, TimeTable } from '../../../ui/charts/charted-line.tsx';
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
  const { metric, unit, values, limit, baseline } = series;
  const value = cursor === null ? (values.findLast((one) => one !== null) ?? null) : (values[cursor] ?? null);
  const usual = [
    baseline === null ? null : t('resources.metrics.usual', { value: figure(baseline, unit) }),
    limit === null || unit === 'percent' ? null : t('resources.metrics.of', { value: figure(limit, unit) }),
  ].filter((words) => words !== null);
  const full = limit !== null && value !== null && value >= limit * 0.9;
  return (
    <ChartedLine
      name={t(`resources.metrics.name.${metric}`)}
      className={styles.line}
      isOpen={isOpen}
      onToggle={onToggle}
      opened={() => <Open series={series} cursor={cursor} onCursor={onCursor} />}
    >
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
    </ChartedLine>
  );
}

function Open({ series, cursor, onCursor }: Omit<MetricProps, 'isOpen' | 'onToggle'>) {
  const { t } = useTranslation();
  const figure = useMetricFigure();
  const { values, unit, baseline, limit, metric } = series;
  const times = timesOf(series);
  const name = t(`resources.metrics.name.${metric}`);
  const at = cursor ?? times.length - 1;
  return (
    <ChartOrTable
      names={{
        label: t('resources.metrics.display'),
        chart: t('resources.metrics.chart'),
        table: t('resources.metrics.table'),
      }}
      readOut={
        <>
          <b>{formatMinute(times[at] ?? 0)}</b> {figure(values[at] ?? null, unit)}
          {baseline === null ? '' : ` · ${t('resources.metrics.usual', { value: figure(baseline, unit) })}`}
          {limit === null ? '' : ` · ${t('resources.metrics.limit', { value: figure(limit, unit) })}`}
        </>
      }
      table={
        <TimeTable
          label={t('resources.metrics.table')}
          time={t('resources.metrics.time')}
          times={times}
          columns={[
            {
              key: metric,
              title: name,
              at: (index) => (values[index] == null ? null : figure(values[index], unit)),
            },
          ]}
        />
      }
      chart={
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
      }
    />
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

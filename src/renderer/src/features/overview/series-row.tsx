// One line of the Overview: name, sparkline, figure, unit and trend; pressed, it opens as a chart with axes beneath.
import { useTranslation } from 'react-i18next';
import type { Series } from '../../../../shared/model/status.ts';
import { ChartedLine, ChartOrTable } from '../../ui/charts/charted-line.tsx';
import { TimeChart } from '../../ui/charts/lazy-time-chart.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { formatMinute, formatPercent } from '../../ui/format.ts';
import styles from './charts.module.css';
import { figure, type Line, timesOf, valuesOf } from './lines.ts';
import { SeriesTable } from './series-table.tsx';
import { summarise, trend } from './trend.ts';

interface SeriesRowProps {
  readonly line: Line;
  readonly series: Series;
  /** The bucket that is looked at, in all rows the same. */
  readonly cursor: number | null;
  readonly onCursor: (index: number | null) => void;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function SeriesRow({ line, series, cursor, onCursor, isOpen, onToggle }: SeriesRowProps) {
  const { t } = useTranslation();
  const values = valuesOf(line, series.values);
  const whole = summarise(values, line.summary);
  const ratio = trend(values, line.summary, series.values.requests);
  const change = useTrendWords(ratio);
  const unit = t(`overview.unit.${line.name}`);
  const name = t(`overview.series.${line.name}`);
  const alarming = line.moreIs === 'bad' && (ratio ?? 0) > 0.5;
  const time = cursor === null ? null : formatMinute(timesOf(series)[cursor] ?? 0);
  return (
    <ChartedLine
      name={name}
      className={styles.line}
      isOpen={isOpen}
      onToggle={onToggle}
      opened={() => <Open line={line} series={series} cursor={cursor} onCursor={onCursor} />}
    >
      <Sparkline values={values} height={34} at={cursor} onAt={onCursor} />
      <span className={styles.figure}>{figure(cursor === null ? whole : (values[cursor] ?? null))}</span>
      <span className={styles.unit}>
        {cursor === null ? unit : t(`overview.unitAt.${line.name}`)}
        {time === null && change === null ? null : (
          <span
            className={styles.trend}
            data-tone={alarming ? 'bad' : undefined}
            title={t('overview.trendTitle')}
          >
            {time ?? change}
          </span>
        )}
      </span>
    </ChartedLine>
  );
}

const STEADY = 0.05;

/** Null where there is nothing to compare: then nothing is said. */
function useTrendWords(change: number | null): string | null {
  const { t } = useTranslation();
  if (change === null) return null;
  if (Math.abs(change) < STEADY) return t('overview.trendSame');
  return `${change > 0 ? '↑' : '↓'} ${formatPercent(Math.abs(change))}`;
}

type OpenProps = Pick<SeriesRowProps, 'line' | 'series' | 'cursor' | 'onCursor'>;

function Open({ line, series, cursor, onCursor }: OpenProps) {
  const { t } = useTranslation();
  const names = [...line.parts, ...line.beside];
  const times = timesOf(series);
  const wordsAt = (index: number): string =>
    names
      .map((name) => `${figure(series.values[name][index] ?? null)} ${t(`overview.part.${name}`)}`)
      .join(' · ');
  const at = cursor ?? times.length - 1;
  return (
    <ChartOrTable
      names={{ label: t('overview.display'), chart: t('overview.asChart'), table: t('overview.asTable') }}
      readOut={
        <>
          <b>{formatMinute(times[at] ?? 0)}</b> {wordsAt(at)}
        </>
      }
      table={<SeriesTable series={series} lines={[line]} />}
      chart={
        <TimeChart
          label={t('overview.chartLabel', { name: t(`overview.series.${line.name}`) })}
          times={times}
          lines={names.map((name, index) => ({
            name,
            values: series.values[name],
            tone: name === 'errors' ? 'bad' : index === 0 ? 'first' : 'second',
          }))}
          cursor={cursor}
          onCursor={onCursor}
          format={figure}
          isWhole={line.summary === 'sum'}
          describe={(index) => `${formatMinute(times[index] ?? 0)}: ${wordsAt(index)}`}
        />
      }
    />
  );
}

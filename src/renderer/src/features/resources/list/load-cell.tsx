// A small line of the last hour with its newest figure, in a cell of the list. Asks for it while it is on the screen.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { MetricSeries } from '../../../../../shared/model/resource.ts';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { useMetricFigure } from '../figures.ts';
import styles from '../resources.module.css';
import { loadsStore } from './loads-store.ts';

const nobody = () => undefined;

export function LoadCell({ id, what }: { id: string; what: 'busy' | 'memory' }) {
  const series = useStore(loadsStore, (s) => s.loads[id]?.[what] ?? null);
  useEffect(() => loadsStore.getState().want(id), [id]);
  return series === null ? null : <Line series={series} />;
}

function Line({ series }: { series: MetricSeries }) {
  const figure = useMetricFigure();
  const newest = series.values.findLast((value) => value !== null) ?? null;
  if (newest === null) return null;
  return (
    <span className={styles.load}>
      <Sparkline
        values={series.values}
        height={18}
        {...(series.unit === 'percent' ? { most: Math.max(series.limit ?? 0, 100) } : {})}
        at={null}
        onAt={nobody}
      />
      <span>{figure(newest, series.unit)}</span>
    </span>
  );
}

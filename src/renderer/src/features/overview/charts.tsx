// Six lines of traffic with their figure, trend and unit. One cursor runs through all of them; each opens as a chart with
// axes. The same as a table for whoever reads rather than looks.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Series } from '../../../../shared/model/status.ts';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Segments } from '../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import styles from './charts.module.css';
import { LINE_NAMES, LINES } from './lines.ts';
import { overviewStore } from './overview-store.ts';
import { SeriesRow } from './series-row.tsx';
import { SeriesTable } from './series-table.tsx';

export function Charts() {
  const { t } = useTranslation();
  const { range, setRange, series, failure, refresh } = useStore(overviewStore);
  const [display, setDisplay] = useState<'lines' | 'table'>('lines');
  return (
    <section className={styles.charts} aria-label={t('overview.live')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('overview.live')}</h2>
        <AsOf />
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
      {failure && !(failure.offline && series) ? (
        <ErrorState failure={failure} onRetry={() => void refresh()} compact />
      ) : null}
      {series && nothingYet(series) ? <p className={styles.first}>{t('overview.seriesEmpty')}</p> : null}
      {series ? (
        display === 'lines' ? (
          <Rows series={series} />
        ) : (
          <SeriesTable series={series} lines={LINES} />
        )
      ) : null}
      {!series && !failure ? <Skeleton rows={6} /> : null}
    </section>
  );
}

const nothingYet = ({ values }: Series): boolean =>
  LINES.every(({ parts }) => parts.every((part) => values[part].every((v) => (v ?? 0) === 0)));

function Rows({ series }: { series: Series }) {
  const { query } = useRoute();
  const open = LINE_NAMES.find((name) => name === query.chart) ?? null;
  const [cursor, setCursor] = useState<number | null>(null);
  // A refresh may bring other buckets; a cursor that none has is no cursor.
  const at = cursor !== null && cursor < series.values.requests.length ? cursor : null;
  return (
    <ul className={styles.rows}>
      {LINES.map((line) => (
        <SeriesRow
          key={line.name}
          line={line}
          series={series}
          cursor={at}
          onCursor={setCursor}
          isOpen={line.name === open}
          onToggle={() =>
            navigate(formatRoute('overview', null, { chart: line.name === open ? '' : line.name }), {
              replace: open !== null,
            })
          }
        />
      ))}
    </ul>
  );
}

// Series as a table, newest first: the twin of everything the lines and charts show.
import { useTranslation } from 'react-i18next';
import type { Series } from '../../../../shared/model/status.ts';
import { formatMinute } from '../../ui/format.ts';
import styles from './charts.module.css';
import { figure, type Line, timesOf } from './lines.ts';

interface SeriesTableProps {
  readonly series: Series;
  readonly lines: readonly Line[];
}

export function SeriesTable({ series, lines }: SeriesTableProps) {
  const { t } = useTranslation();
  const names = lines.flatMap(({ parts, beside }) => [...parts, ...beside]);
  const times = timesOf(series);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.tableBox} tabIndex={0} aria-label={t('overview.asTable')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('overview.tableTime')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {t(`overview.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times
            .map((time, index) => ({ time, index }))
            .reverse()
            .map(({ time, index }) => (
              <tr key={time}>
                <th scope="row">{formatMinute(time)}</th>
                {names.map((name) => (
                  <td key={name}>{figure(series.values[name][index] ?? null)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

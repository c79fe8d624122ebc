// Series as a table, newest first: the twin of everything the lines and charts show.
import { useTranslation } from 'react-i18next';
import type { Series } from '../../../../shared/model/status.ts';
import { TimeTable } from '../../ui/charts/charted-line.tsx';
import { figure, type Line, timesOf } from './lines.ts';

interface SeriesTableProps {
  readonly series: Series;
  readonly lines: readonly Line[];
}

export function SeriesTable({ series, lines }: SeriesTableProps) {
  const { t } = useTranslation();
  const names = lines.flatMap(({ parts, beside }) => [...parts, ...beside]);
  return (
    <TimeTable
      label={t('overview.asTable')}
      time={t('overview.tableTime')}
      times={timesOf(series)}
      columns={names.map((name) => ({
        key: name,
        title: t(`overview.column.${name}`),
        at: (index) => figure(series.values[name][index] ?? null),
      }))}
    />
  );
}

// A measured value as the operator reads it, by its unit. Used by the list's small lines and the inspector's charts.
import { useTranslation } from 'react-i18next';
import type { MetricSeries } from '../../../../shared/model/resource.ts';
import { formatBytes, formatCount, formatPercent, formatRate } from '../../ui/format.ts';

export function useMetricFigure(): (value: number | null, unit: MetricSeries['unit']) => string {
  const { t } = useTranslation();
  return (value, unit) => {
    if (value === null) return '–';
    switch (unit) {
      case 'percent':
        return value > 0 && value < 10 ? `${formatRate(value)}%` : formatPercent(value / 100);
      case 'bytes':
        return formatBytes(value);
      case 'bytes/s':
        return t('resources.perSecond', { amount: formatBytes(value) });
      case 'count':
        return formatCount(value);
    }
  };
}

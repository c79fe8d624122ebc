// How many alerts are active, by severity, as words; nothing where there is none. Used by Resources and Overview.
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../../../shared/model/alert.ts';

export function AlertCounts({ alerts }: { alerts: readonly Alert[] }) {
  const { t } = useTranslation();
  const critical = alerts.filter(({ severity }) => severity === 'critical').length;
  const warning = alerts.length - critical;
  const words = [
    critical > 0 ? t('alerts.counts.critical', { count: critical }) : null,
    warning > 0 ? t('alerts.counts.warning', { count: warning }) : null,
  ].filter((word) => word !== null);
  return words.length === 0 ? null : <span className="quiet">{words.join(', ')}</span>;
}

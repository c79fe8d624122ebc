// The active alerts: how many, and the worst, each with what can be done about it. Reads them when their number changes and after each act.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SystemStatus } from '../../../../shared/model/status.ts';
import { onAlertsChanged } from '../../session/alerts/alert-acts.ts';
import { AlertCounts } from '../../session/alerts/alert-counts.tsx';
import { AlertItem } from '../../session/alerts/alert-item.tsx';
import alertStyles from '../../session/alerts/alerts.module.css';
import { attempt } from '../../session/ask.ts';
import { api } from '../../session/client.ts';
import { formatRoute } from '../../session/router.ts';
import { cx } from '../../ui/cx.ts';
import { overviewStore } from './overview-store.ts';
import styles from './side.module.css';

const MOST_SHOWN = 4;
const AGAIN_MS = 15_000;

/** What cannot be read now is read again in a while; the shell says that nobody answers. */
const load = () =>
  void attempt(async () => overviewStore.setState({ alerts: (await api.alerts.list()).alerts }));

export function AlertsPanel({ status }: { status: SystemStatus }) {
  const { t } = useTranslation();
  const alerts = useStore(overviewStore, (s) => s.alerts);
  const { alertsCritical, alertsWarning } = status.counts;
  const seen = `${alertsCritical} ${alertsWarning}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number is a reason to read again
  useEffect(() => {
    load();
    const timer = setInterval(load, AGAIN_MS);
    const stop = onAlertsChanged(load);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [seen]);
  if (alerts === null) return null;
  const shown = alerts.slice(0, MOST_SHOWN);
  return (
    <section className={styles.alerts}>
      <h2 className={styles.title}>
        {t('alerts.title')} <AlertCounts alerts={alerts} />
      </h2>
      {alerts.length === 0 ? <p className={styles.nothing}>{t('overview.noAlerts')}</p> : null}
      <ul className={cx(alertStyles.list, alertStyles.narrow)}>
        {shown.map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </ul>
      {alerts.length > shown.length ? (
        <a href={formatRoute('resources')}>{t('overview.allAlerts', { count: alerts.length })}</a>
      ) : null}
    </section>
  );
}

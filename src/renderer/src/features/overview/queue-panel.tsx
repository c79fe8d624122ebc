// Who waits for a place at an upstream, while somebody does: how many of each client wait, and how many of it run.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute } from '../../session/router.ts';
import { formatMs } from '../../ui/format.ts';
import { overviewStore } from './overview-store.ts';
import styles from './panels.module.css';

const SHOWN = 6;

export function Queue() {
  const { t } = useTranslation();
  const queue = useStore(overviewStore, (s) => s.pool?.queue);
  if (!queue || queue.waiting === 0) return null;
  const clients = queue.clients.filter(({ waiting }) => waiting > 0);
  const most = Math.max(...clients.map(({ waiting, running }) => waiting + running), 1);
  return (
    <section>
      <h2 className={styles.title}>{t('overview.queue')}</h2>
      <p className={styles.nothing}>
        {t('overview.queueSaid', { count: queue.waiting, oldest: formatMs(queue.oldestMs ?? 0) })}
      </p>
      <ul className={styles.queue}>
        {clients.slice(0, SHOWN).map(({ client, running, waiting }) => (
          <li key={client}>
            <a href={formatRoute('traffic', null, { client, state: 'running' })}>{client}</a>
            <span className={styles.bar} aria-hidden="true">
              <i data-kind="running" style={{ width: `${String((running / most) * 100)}%` }} />
              <i data-kind="waiting" style={{ width: `${String((waiting / most) * 100)}%` }} />
            </span>
            <span className={styles.count}>{t('overview.queueWaiting', { count: waiting })}</span>
          </li>
        ))}
      </ul>
      {clients.length > SHOWN ? (
        <p className={styles.words}>{t('overview.queueMore', { count: clients.length - SHOWN })}</p>
      ) : null}
    </section>
  );
}

// The one mark of what is no longer known to be true: from when it is. Stands beside lists, charts and figures, and is
// nothing while they are live.
import { ClockAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './as-of.module.css';
import { formatFull, formatSince } from './format.ts';
import { useAsOf, useLive } from './liveness.ts';
import { useNow } from './time-ago.tsx';

export function AsOf() {
  const { t } = useTranslation();
  const live = useLive();
  const asOf = useAsOf();
  const now = useNow();
  if (live) return null;
  return (
    <span className={styles.mark} title={asOf === null ? undefined : formatFull(asOf)}>
      <ClockAlert size={12} strokeWidth={1.75} />
      {asOf === null ? t('connection.notRead') : t('connection.asOf', { time: formatSince(asOf, now) })}
    </span>
  );
}

// How long an approval may still be decided: a quiet ring that empties, and the words for it. By the core's clock. Without a connection nobody
// counts down here: then it is the time itself.
import { useTranslation } from 'react-i18next';
import type { Approval } from '../../../../shared/model/approval.ts';
import { formatClock, formatFull } from '../../ui/format.ts';
import { useLive } from '../../ui/liveness.ts';
import styles from './card.module.css';
import { useServerNow } from './server-clock.ts';

const SOON_MS = 60_000;
const RADIUS = 6;
const ROUND = 2 * Math.PI * RADIUS;

/** Whether its time is over, by the core's clock; the core says so itself a few seconds later. */
export function useIsOver({ expiresAt }: Approval): boolean {
  return useServerNow(expiresAt) >= expiresAt;
}

export function Expiry({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { askedAt, expiresAt } = approval;
  const now = useServerNow(expiresAt);
  const live = useLive();
  const left = Math.max(0, expiresAt - now);
  const share = Math.min(1, left / Math.max(1, expiresAt - askedAt));
  const words = !live
    ? t('approval.left.until', { time: formatClock(expiresAt) })
    : left === 0
      ? t('approval.left.over')
      : left > SOON_MS
        ? t('approval.left.minutes', { count: Math.ceil(left / 60_000) })
        : t('approval.left.seconds', { count: Math.ceil(left / 1000) });
  return (
    <span
      className={styles.expiry}
      data-soon={live && left <= SOON_MS}
      title={t('approval.left.title', { time: formatFull(expiresAt) })}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle className={styles.ringAll} cx="8" cy="8" r={RADIUS} />
        <circle
          className={styles.ringLeft}
          cx="8"
          cy="8"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
        />
      </svg>
      {words}
    </span>
  );
}

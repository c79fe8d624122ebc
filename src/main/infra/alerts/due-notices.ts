// Which alerts somebody is to be notified of now: that one was raised, and that it was resolved once it has stayed so for a while. An alert that comes and
// goes is raised once in half an hour and resolved once. Pure. Called by alerts.ts. Source: agent, What it acts on (Alerts).
import type { StoredAlert } from '../../store/hands/alerts.ts';
import type { AlertNotice } from '../approvals/callout-letter.ts';
import { REOPEN_MS } from './reconcile.ts';

const RAISED_AGAIN_MS = 30 * 60_000;

export interface DueNotice {
  /** As it is once the notice is sent. */
  readonly alert: StoredAlert;
  readonly notice: AlertNotice;
}

export interface NoticePolicy {
  readonly now: number;
  /** Its severity notifies, and nobody has acknowledged or silenced it. */
  isWanted(alert: StoredAlert): boolean;
}

export function dueNotices(alerts: readonly StoredAlert[], { now, isWanted }: NoticePolicy): DueNotice[] {
  const raisedAt = new Map<string, number>();
  for (const { key, severity, notifiedAt, endedAt, acknowledged } of alerts) {
    // What comes and goes rests; what came back after somebody saw to it does not.
    if (endedAt !== null && acknowledged !== null) continue;
    // That a warning became critical is news of its own.
    const about = `${severity} ${key}`;
    if (notifiedAt !== null) raisedAt.set(about, Math.max(notifiedAt, raisedAt.get(about) ?? 0));
  }
  const rests = ({ key, severity }: StoredAlert) =>
    now - (raisedAt.get(`${severity} ${key}`) ?? -RAISED_AGAIN_MS) >= RAISED_AGAIN_MS;
  return alerts.flatMap((alert): DueNotice[] => {
    if (!isWanted(alert)) return [];
    if (alert.endedAt === null && alert.notified === null && rests(alert))
      return [due('raised', { ...alert, notified: 'raised', notifiedAt: now })];
    if (alert.endedAt !== null && alert.notified === 'raised' && now - alert.endedAt > REOPEN_MS)
      return [due('resolved', { ...alert, notified: 'resolved' })];
    return [];
  });
}

function due(event: AlertNotice['event'], alert: StoredAlert): DueNotice {
  const { id, rule, severity, resourceName, startedAt, endedAt } = alert;
  return { alert, notice: { event, alert: { id, rule, severity, resourceName, startedAt, endedAt } } };
}

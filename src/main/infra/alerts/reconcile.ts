// What was found at a look, held against the alerts that are known: which begin, which change, which end. One that comes back shortly after its end is the
// same alert and goes on, so that what comes and goes is one alert in history and in notices. Pure. Called by alerts.ts.
// Source: agent, What it acts on (Alerts).
import type { Ids } from '../../../shared/model/clock.ts';
import type { StoredAlert } from '../../store/hands/alerts.ts';
import type { Finding } from './alert-facts.ts';

/** An alert that comes back within that time goes on. */
export const REOPEN_MS = 5 * 60_000;
/** Nobody reads more than these; further ones begin when others have ended. */
const MOST_ACTIVE = 500;

export interface AlertChanges {
  /** Worded otherwise than before. */
  readonly updated: readonly StoredAlert[];
  /** Begun, ended, going on, or of another severity: to be written. */
  readonly saved: readonly StoredAlert[];
}

export function reconcile(
  known: readonly StoredAlert[],
  findings: readonly Finding[],
  { now, ids }: { readonly now: number; readonly ids: Ids },
): AlertChanges {
  const updated: StoredAlert[] = [];
  const saved: StoredAlert[] = [];
  const active = new Map(known.filter(({ endedAt }) => endedAt === null).map((alert) => [alert.key, alert]));
  const ended = new Map(
    known
      // Who acknowledged it took it for mended: that it is back is news, and an alert of its own.
      .filter(({ endedAt, acknowledged }) => endedAt !== null && now - endedAt <= REOPEN_MS && !acknowledged)
      .toSorted((a, b) => a.startedAt - b.startedAt)
      .map((alert) => [alert.key, alert]),
  );
  const found = new Set(findings.map(({ key }) => key));
  for (const alert of active.values()) if (!found.has(alert.key)) saved.push({ ...alert, endedAt: now });
  let room = MOST_ACTIVE - active.size;
  for (const finding of bySeverity(findings)) {
    const before = active.get(finding.key);
    if (before) {
      const changed = worsened({ ...before, ...finding }, before);
      const isMoved = before.parents.join() !== finding.parents.join();
      if (before.severity !== finding.severity || isMoved) saved.push(changed);
      else if (before.message !== finding.message || before.resourceId !== finding.resourceId)
        updated.push(changed);
      continue;
    }
    if (room-- <= 0) continue;
    const last = ended.get(finding.key);
    saved.push(last ? worsened({ ...last, ...finding, endedAt: null }, last) : begun(finding, ids(), now));
  }
  return { updated, saved };
}

/** Who acknowledged a warning has not seen that it became critical. */
function worsened(alert: StoredAlert, before: StoredAlert): StoredAlert {
  const isWorse = alert.severity === 'critical' && before.severity === 'warning';
  return isWorse ? { ...alert, acknowledged: null, notified: null } : alert;
}

const begun = (finding: Finding, id: string, now: number): StoredAlert => ({
  id,
  ...finding,
  startedAt: now,
  endedAt: null,
  acknowledged: null,
  notified: null,
  notifiedAt: null,
  session: null,
  sessionAt: null,
});

const bySeverity = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => Number(a.severity !== 'critical') - Number(b.severity !== 'critical'));

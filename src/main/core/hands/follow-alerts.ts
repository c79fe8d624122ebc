// Looks for alerts every 30 seconds: has resources looked at anew, gathers what the rules judge, and notifies whom the settings name. Started by
// hands-side.ts once everything listens. Source: agent, What it acts on (Alerts).
import type { Clock } from '../../../shared/model/clock.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { AlertFacts } from '../../infra/alerts/alert-facts.ts';
import type { Alerts, AlertsDeps } from '../../infra/alerts/alerts.ts';
import type { Approvals } from '../../infra/approvals/approvals.ts';
import { alertLetter } from '../../infra/approvals/callout-letter.ts';
import type { Callouts } from '../../infra/approvals/callouts.ts';
import type { Log } from '../../telemetry/log.ts';
import type { MemorySide } from '../memory-side.ts';
import type { Infra } from './open-infra.ts';

const LOOK_MS = 30_000;
/** Each look judges what was seen since the one before. */
const FRESH_MS = 20_000;

type AlertSettings = Pick<Settings, 'alert_notifications' | 'alert_notifications_name_resources'>;

export interface FollowAlertsDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly alerts: Alerts;
  readonly infra: Pick<Infra, 'known' | 'observed'>;
  readonly memorySide: Pick<MemorySide, 'transfer' | 'store'>;
  readonly approvals: Pick<Approvals, 'unknownOutcomes' | 'stoppedResources'>;
  /** Who is not notified, and why. */
  calloutProblems(): AlertFacts['callouts'];
  exploited(): Promise<AlertFacts['exploited']>;
}

export interface AlertFollower {
  /** One look. Never throws. */
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

export function followAlerts(deps: FollowAlertsDeps): AlertFollower {
  const { clock, log, alerts, infra, memorySide, approvals } = deps;
  const programSince = clock.now();
  const gather = async () => {
    await infra.known.fresh(FRESH_MS);
    const [backups, dead, unknownOutcomes, exploited, stopped] = await Promise.all([
      memorySide.transfer.backups(),
      memorySide.store.jobs.list({ limit: 1, offset: 0, statuses: ['dead'] }),
      approvals.unknownOutcomes(),
      deps.exploited(),
      approvals.stoppedResources(),
    ]);
    await alerts.look({
      ...infra.observed(),
      deadJobs: dead.total,
      newestBackupAt: backups.length === 0 ? null : Math.max(...backups.map(({ at }) => at)),
      callouts: deps.calloutProblems(),
      unknownOutcomes,
      exploited,
      stoppedAt: (id) => stopped.get(id) ?? null,
      programSince,
    });
  };
  const look = () =>
    gather().catch((error: unknown) => log.warn({ err: error }, 'alerts could not be looked at'));
  let stop: (() => void) | null = null;
  const beat = () =>
    void look().finally(() => {
      if (stop) stop = clock.after(LOOK_MS, beat);
    });
  return {
    look,
    start() {
      stop = () => undefined;
      beat();
    },
    stop() {
      stop?.();
      stop = null;
    },
  };
}

/** Which alerts notify, and how: the same channels as approvals. */
export function alertNotices(
  settings: () => AlertSettings,
  callouts: Pick<Callouts, 'send'>,
  linkOf: (alertId: string) => string,
): Pick<AlertsDeps, 'notifies' | 'notify'> {
  return {
    notifies(severity) {
      const { alert_notifications: wanted } = settings();
      return wanted === 'all' || (wanted === 'critical' && severity === 'critical');
    },
    notify(notice) {
      const { id } = notice.alert;
      callouts.send('alert', {
        id,
        letter: (kind) =>
          alertLetter(kind, notice, {
            namesResource: settings().alert_notifications_name_resources,
            link: linkOf(id),
          }),
        isCurrent: async () => true,
      });
    },
  };
}

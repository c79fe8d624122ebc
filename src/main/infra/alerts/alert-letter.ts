// What somebody who is not at the console is told of an alert: that it was raised or resolved, its rule, its severity and where it is shown. The name of the
// resource only where the operator lets it be named: notices pass through servers of others. Pure. Called by core, sent by callouts.ts.
// Source: agent, Approvals, What it acts on (Alerts).
import type { AlertRule } from '../../../shared/model/alert.ts';
import type { CalloutKind, CalloutLetter } from '../approvals/callout-letter.ts';
import type { AlertNotice } from './due-notices.ts';

/** As ntfy counts: 3 is usual, 5 rings through silence. */
const NTFY_PRIORITY = { warning: '3', critical: '5' } as const;

const RULE_TITLES: Readonly<Record<AlertRule, string>> = {
  down: 'Down',
  unhealthy: 'Unhealthy',
  unreachable: 'Unreachable',
  missing: 'Removed',
  disk_full: 'Disk full',
  memory_full: 'Memory full',
  restarting: 'Restarting repeatedly',
  circuit_open: 'Upstream failing',
  model_evicted: 'Model evicted',
  dead_job: 'Job failed',
  backup_old: 'Backup overdue',
  callout_failed: 'Notifications fail',
  outcome_unknown: 'Outcome unknown',
  exploited: 'Known exploited vulnerability',
};

/** @param options `namesResource`: whether the resource may be named; `link`: where the alert is shown */
export function alertLetter(
  kind: CalloutKind,
  { event, alert }: AlertNotice,
  { namesResource, link }: { readonly namesResource: boolean; readonly link: string },
): CalloutLetter {
  const { id, rule, severity, resourceName, startedAt, endedAt } = alert;
  if (kind === 'webhook')
    return {
      headers: { 'content-type': 'application/json', 'user-agent': 'festinger' },
      body: JSON.stringify({
        event: `alert.${event}`,
        ...{ id, rule, severity },
        ...(namesResource ? { resource: resourceName } : {}),
        started_at: iso(startedAt),
        ...(endedAt === null ? {} : { ended_at: iso(endedAt) }),
        link,
      }),
    };
  const about = namesResource ? `${RULE_TITLES[rule]}: ${resourceName}` : RULE_TITLES[rule];
  return {
    headers: {
      ...{ 'content-type': 'text/plain; charset=utf-8', 'user-agent': 'festinger' },
      title: event === 'raised' ? `Festinger: ${severity} alert` : 'Festinger: alert resolved',
      priority: event === 'raised' ? NTFY_PRIORITY[severity] : '3',
      click: link,
    },
    body: `${about}. Since ${iso(startedAt)}${endedAt === null ? '' : `, until ${iso(endedAt)}`}.`,
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

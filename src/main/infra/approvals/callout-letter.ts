// What is said to who is not at the console: that something waits, its risk, until when, and where the card is; of an alert, that it was raised or resolved,
// its rule and severity. No name of a resource unless the operator wants it, no command, nobody who asked: it passes through servers of others. Pure.
// Called by callouts.ts and core. Source: agent, Approvals, What it acts on (Alerts).
import { ALERT_TITLES } from '../../../shared/alert-titles.ts';
import { showHidden } from '../../../shared/hidden-characters.ts';
import type { Alert } from '../../../shared/model/alert.ts';
import type { Approval } from '../../../shared/model/approval.ts';
import type { Letter } from '../../outgoing/post.ts';
import type { Notification } from '../web-push/web-push.ts';

export type CalloutKind = 'webhook' | 'ntfy';

export interface CalloutLetter extends Letter {
  readonly body: string;
}

type Waiting = Pick<Approval, 'id' | 'askedAt' | 'expiresAt'> & {
  readonly plan: Pick<Approval['plan'], 'risk'>;
};

/** That an alert was raised or resolved. */
export interface AlertNotice {
  readonly event: 'raised' | 'resolved';
  readonly alert: Pick<Alert, 'id' | 'rule' | 'severity' | 'resourceName' | 'startedAt' | 'endedAt'>;
}

/** As ntfy counts: 3 is usual, 5 rings through silence. */
const NTFY_PRIORITY = {
  low: '3',
  medium: '4',
  high: '5',
  warning: '3',
  critical: '5',
  resolved: '3',
} as const;
const LONGEST_NAME = 200;

const TITLE = 'Festinger: approval needed';
const textOf = ({ expiresAt, plan }: Waiting): string =>
  `Needs your approval until ${iso(expiresAt)}. Risk: ${plan.risk}.`;

export function approvalLetter(kind: CalloutKind, approval: Waiting, link: string): CalloutLetter {
  const { id, askedAt, expiresAt, plan } = approval;
  return letter(kind, link, {
    fields: {
      ...{ event: 'approval.waiting', id, risk: plan.risk },
      ...{ asked_at: iso(askedAt), expires_at: iso(expiresAt) },
    },
    ...{ title: TITLE, priority: NTFY_PRIORITY[plan.risk], text: textOf(approval) },
  });
}

/** For a browser: the same, encrypted on its way. */
export const approvalPush = (approval: Waiting, url: string): Notification => ({
  ...{ title: TITLE, body: textOf(approval), url, until: approval.expiresAt },
});

/** @param options `namesResource`: whether the resource may be named; `link`: where the alert is shown */
export function alertLetter(
  kind: CalloutKind,
  { event, alert }: AlertNotice,
  { namesResource, link }: { readonly namesResource: boolean; readonly link: string },
): CalloutLetter {
  const { id, rule, severity, resourceName, startedAt, endedAt } = alert;
  const title = ALERT_TITLES[rule];
  // Who names a container or a model may write whatever a phone or a chat would take for something else.
  const name = namesResource ? oneLine(resourceName) : null;
  const end = endedAt === null ? '' : `, until ${iso(endedAt)}`;
  return letter(kind, link, {
    fields: {
      ...{ event: `alert.${event}`, id, rule, severity },
      ...(name === null ? {} : { resource: name }),
      started_at: iso(startedAt),
      ...(endedAt === null ? {} : { ended_at: iso(endedAt) }),
    },
    title: event === 'raised' ? `Festinger: ${severity} alert` : 'Festinger: alert resolved',
    priority: NTFY_PRIORITY[event === 'raised' ? severity : 'resolved'],
    text: `${name === null ? title : `${title}: ${name}`}. Since ${iso(startedAt)}${end}.`,
  });
}

interface Content {
  /** For a webhook. */
  readonly fields: Readonly<Record<string, string>>;
  /** For ntfy. */
  readonly title: string;
  readonly priority: string;
  readonly text: string;
}

function letter(kind: CalloutKind, link: string, { fields, title, priority, text }: Content): CalloutLetter {
  const agent = { 'user-agent': 'festinger' };
  if (kind === 'webhook')
    return {
      headers: { ...agent, 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, link }),
    };
  return {
    headers: { ...agent, 'content-type': 'text/plain; charset=utf-8', title, priority, click: link },
    body: text,
  };
}

const oneLine = (text: string): string =>
  showHidden(text).split('\n').join(' ').slice(0, LONGEST_NAME).toWellFormed();

const iso = (ms: number): string => new Date(ms).toISOString();

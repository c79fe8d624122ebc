// What is said to who is not at the console: that something waits, its risk, until when, and where the card is. No name, no command, nobody who
// asked: it passes through servers of others. Pure. Called by callouts.ts. Source: agent, Approvals.
import type { Approval } from '../../../shared/model/approval.ts';
import type { Notification } from '../web-push/web-push.ts';

export type CalloutKind = 'webhook' | 'ntfy';

export interface CalloutLetter {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Waiting = Pick<Approval, 'id' | 'askedAt' | 'expiresAt'> & {
  readonly plan: Pick<Approval['plan'], 'risk'>;
};

/** As ntfy counts: 3 is usual, 5 rings through silence. */
const NTFY_PRIORITY = { low: '3', medium: '4', high: '5' } as const;

export function letterFor(kind: CalloutKind, approval: Waiting, link: string): CalloutLetter {
  const { id, askedAt, expiresAt, plan } = approval;
  if (kind === 'webhook')
    return {
      headers: { 'content-type': 'application/json', 'user-agent': 'festinger' },
      body: JSON.stringify({
        ...{ event: 'approval.waiting', id, risk: plan.risk },
        ...{ asked_at: iso(askedAt), expires_at: iso(expiresAt), link },
      }),
    };
  return {
    headers: {
      ...{ 'content-type': 'text/plain; charset=utf-8', 'user-agent': 'festinger' },
      ...{ title: 'Festinger: approval needed', priority: NTFY_PRIORITY[plan.risk], click: link },
    },
    body: `Needs your approval until ${iso(expiresAt)}. Risk: ${plan.risk}.`,
  };
}

/** For a browser: the same, encrypted on its way. */
export const pushLetter = ({ expiresAt, plan }: Waiting, url: string): Notification => ({
  title: 'Festinger: approval needed',
  body: `Needs your approval until ${iso(expiresAt)}. Risk: ${plan.risk}.`,
  ...{ url, until: expiresAt },
});

const iso = (ms: number): string => new Date(ms).toISOString();

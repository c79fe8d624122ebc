// How the page of a one-time link reaches the core: its session, and the calls on its one approval, as REST below /card. Never opens the console's
// connection. Used by card-page.tsx.
import { type ClientContext, type ClientLink, createORPCClient, ORPCError } from '@orpc/client';
import type { Envelope } from '../../../../shared/model/envelope.ts';
import type { Api } from '../../session/client.ts';
import { NotConnected } from '../../session/connection.ts';
import { livenessStore } from '../../ui/liveness.ts';

export interface CardSession {
  readonly approvalId: string;
  /** Epoch milliseconds. */
  readonly until: number;
  readonly now: number;
}

/** @param token of the link, which is used up; empty: the session that this browser has already */
export async function openCardSession(token: string): Promise<CardSession> {
  await whenVisible();
  return await ask('/card/session', token === '' ? undefined : { token });
}

/** A page that a browser renders ahead, to have it ready, uses up no link. */
function whenVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) =>
    document.addEventListener('visibilitychange', () => resolve(), { once: true }),
  );
}

const WRITES = ['approve', 'deny'];

const link: ClientLink<ClientContext> = {
  call: async (path, input) => {
    const [, call = ''] = path;
    const { id, ...given } = input as { readonly id: string };
    const url = `/card/api/approvals/${encodeURIComponent(id)}`;
    return WRITES.includes(call) ? await ask(`${url}/${call}`, given) : await ask(url);
  },
};

export const cardCalls = createORPCClient<Api>(link).approvals;

/** @param body sent by POST; a GET without. @throws ORPCError what the core answered, NotConnected where it did not */
async function ask<T>(url: string, body?: object): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(url, { ...init, cache: 'no-store' }).catch(() => null);
  setLive(answer !== null);
  if (answer === null) throw new NotConnected();
  const envelope = (await answer.json()) as Envelope<T>;
  if (envelope.ok) return envelope.data;
  const { code, message, details } = envelope.error;
  throw new ORPCError(code, { status: answer.status, message, data: details ?? {} });
}

function setLive(live: boolean): void {
  const before = livenessStore.getState();
  if (before.live === live) return;
  livenessStore.setState({ live, asOf: live ? null : Date.now(), returns: before.returns + (live ? 1 : 0) });
}

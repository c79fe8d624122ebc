// What the operator does about alerts: asking why, acknowledging, silencing, saying what should run. Each says what came of it. Called by the alert
// components; whoever shows alerts hears of the change by its own stream, or by `changed`.
import type { Alert, ResourceExpectation, SilenceRequest } from '../../../../shared/model/alert.ts';
import type { Failure } from '../../ui/failure.ts';
import { attempt } from '../ask.ts';
import { api } from '../client.ts';
import { i18n } from '../i18n.ts';
import { formatRoute, navigate } from '../router.ts';
import { say, sayFailed } from '../toasts.tsx';

const listeners = new Set<() => void>();

/** Told after each change made here. @returns stops */
export function onAlertsChanged(hear: () => void): () => void {
  listeners.add(hear);
  return () => void listeners.delete(hear);
}

async function changing(work: () => Promise<unknown>, done: string): Promise<Failure | null> {
  const failure = await attempt(work);
  if (failure) return failure;
  say(done);
  for (const hear of listeners) hear();
  return null;
}

/** Begins a session of the assistant about it, and goes there. */
export async function askWhy({ id }: Alert): Promise<void> {
  const failure = await attempt(async () => {
    const { session } = await api.alerts.investigate({ id });
    navigate(formatRoute('chat', session));
  });
  if (failure) sayFailed(failure.message);
}

export const acknowledge = (id: string, note: string): Promise<Failure | null> =>
  changing(() => api.alerts.acknowledge({ id, note }), i18n.t('alerts.acknowledged'));

export const silence = (request: Partial<SilenceRequest> & { reason: string }): Promise<Failure | null> =>
  changing(() => api.alerts.silence(request), i18n.t('alerts.silencedNow'));

export const endSilence = (id: string): Promise<Failure | null> =>
  changing(() => api.alerts.endSilence({ id }), i18n.t('alerts.silenceEnded'));

export const expectState = (
  resourceId: string,
  expected: ResourceExpectation['expected'] | null,
): Promise<Failure | null> =>
  changing(() => api.alerts.expect({ resourceId, expected }), i18n.t('alerts.expectationSaved'));

// This browser's own subscription to Web Push: whether it can have one, and asking for it. Called by notification-settings.tsx.
import type { PushSubscription as Subscription } from '../../../../shared/notification-targets.ts';

const WORKER = './push-worker.js';

/** Why this browser cannot be notified; null when it can. */
export function whyNoPush(): 'insecure' | 'unsupported' | 'denied' | null {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** What the content policy wants of whoever starts a script by its address; lib.dom does not know it everywhere. */
interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

let policy: { createScriptURL(url: string): string } | null = null;

/** The push worker, and no other script. */
function trustedUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
  policy ??= trustedTypes?.createPolicy('festinger-push', { createScriptURL: () => WORKER }) ?? null;
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

/** Asks the operator for the permission, where that was never asked. @throws Error when it is not given, or there is no push service */
export async function subscribe(publicKey: string): Promise<Subscription> {
  const registration = await navigator.serviceWorker.register(trustedUrl());
  await navigator.serviceWorker.ready;
  const kept = await registration.pushManager.getSubscription();
  // One that was made with the key of another data directory is not told by this one.
  await kept?.unsubscribe();
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}

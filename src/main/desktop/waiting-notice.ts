// The notice of the system that an approval waits: no private text, one at a time, and a click leads to the card. Nothing is decided from it.
// Called by run-desktop.ts. Source: console, Desktop door (A waiting approval); agent, Approvals.
import type { Notification } from 'electron';

export interface NoticeParts {
  readonly Notification: typeof Notification;
  /** The operator is looking at the console: it says so itself. */
  isLookedAt(): boolean;
  /** Brings the console to the front, at an approval's card. */
  show(id: string): void;
}

/** @returns what is called with the id of each approval that begins to wait */
export function waitingNotice({ Notification, isLookedAt, show }: NoticeParts): (id: string) => void {
  let shown: Notification | undefined;
  return (id) => {
    if (isLookedAt() || !Notification.isSupported()) return;
    shown?.close();
    const notice = new Notification({ title: 'Festinger', body: 'An approval waits' });
    notice.on('click', () => show(id));
    notice.show();
    // Held, or its click would be collected with it.
    shown = notice;
  };
}

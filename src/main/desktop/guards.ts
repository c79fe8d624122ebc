// What a window may not do: navigate away, open windows, attach webviews, ask for permissions, reach the network.
// Electron's checklist, points 5 and 11 to 15.
import type { App, Session, WebContents } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';

/** The one permission the console uses: writing to the clipboard from its own page. */
export function mayUse(permission: string, requestingOrigin: string): boolean {
  return permission === 'clipboard-sanitized-write' && originOf(requestingOrigin) === APP_ORIGIN;
}

export function originOf(url: string): string {
  if (!URL.canParse(url)) return 'null';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(mayUse(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    mayUse(permission, requestingOrigin),
  );
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const allowed =
      originOf(details.url) === APP_ORIGIN ||
      details.url.startsWith('devtools://') ||
      details.url.startsWith('data:');
    answer({ cancel: !allowed });
  });
}

const OUTSIDE = new Set(['http:', 'https:', 'mailto:']);

/** What may be opened outside of the console: a web page or mail, written out whole; null for anything else. Point 15. */
export function outsideAddress(url: string): string | null {
  if (url.length > 2000 || !URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  return OUTSIDE.has(protocol) && username === '' && password === '' ? href : null;
}

/**
 * Applies to every web contents the app ever makes.
 * @param leave asks the operator, and opens it outside
 */
export function guardContents(app: App, leave: (address: string) => void): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const stay = (event: { preventDefault(): void; url?: string }, url?: string) => {
      if (originOf(event.url ?? url ?? '') !== APP_ORIGIN) event.preventDefault();
    };
    contents.on('will-navigate', stay);
    contents.on('will-frame-navigate', stay);
    contents.on('will-redirect', stay);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // No window of ours ever; what the operator wants to see is opened by the system.
    contents.setWindowOpenHandler(({ url }) => {
      const address = outsideAddress(url);
      if (address !== null) leave(address);
      return { action: 'deny' };
    });
  });
}

// Whether the page that sends a request to one of our own routes is the console: any other is refused (server.ts). A prompt
// is not refused for its origin; see proxy/exchange/allowed-origin.ts. Pure.

/**
 * Whether a browser's Origin is the console itself: same scheme and authority as the request.
 * No Origin header means no browser page sent it.
 */
export function isConsoleOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  if (!host || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.protocol === 'http:' && url.host === host.toLowerCase();
}

// Whether the page that sends a request to one of our own routes is the console: any other is refused (server.ts). A prompt
// is not refused for its origin; see proxy/exchange/allowed-origin.ts. Pure.

/**
 * Whether a browser's Origin is the console itself: same scheme and authority as the request. A proxy that ends TLS before the console makes
 * the scheme another one: then it is the public origin.
 * No Origin header means no browser page sent it.
 * @param publicOrigin where other devices reach the console; empty where they do not
 */
export function isConsoleOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicOrigin = '',
): boolean {
  if (origin === undefined) return true;
  if (!host || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  const { protocol } = publicOrigin !== '' && url.origin === publicOrigin ? url : { protocol: 'http:' };
  return url.protocol === protocol && url.host === host.toLowerCase();
}

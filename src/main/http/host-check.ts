// Whether a request was meant for us: the Host header against the names we answer to (DNS rebinding), the Origin
// header against the console's own. Pure; called before anything else looks at a request.
// An IP literal cannot be rebound, but only loopback and this machine's own addresses are ours.
import { isIP } from 'node:net';

export interface HostNames {
  /** This machine's host name, lower case. */
  readonly hostname: string;
  /** This machine's own addresses. */
  readonly addresses: ReadonlySet<string>;
  /** `allowed_hosts` of config.yaml, lower case. */
  readonly allowed: ReadonlySet<string>;
}

const LOCAL_SUFFIXES = ['.localhost', '.local', '.internal'];

/** The host part of a Host header, without port or brackets, lower case; undefined when it is malformed. */
export function hostOf(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const match = /^(\[[0-9a-f:.%]+\]|[^\s:/@?#\\[\]]+)(?::\d{1,5})?$/i.exec(header);
  return match?.[1]
    ?.replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** Whether a Host header names this machine. */
export function isOwnHost(header: string | undefined, names: HostNames): boolean {
  const host = hostOf(header);
  if (!host) return false;
  if (names.allowed.has(host)) return true;
  if (isIP(host) !== 0) return host === '::1' || host.startsWith('127.') || names.addresses.has(host);
  return (
    host === 'localhost' || host === names.hostname || LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix))
  );
}

/**
 * Whether a browser's Origin is the console itself: same scheme and authority as the request.
 * No Origin header means no browser page sent it.
 */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  if (!host || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.protocol === 'http:' && url.host === host.toLowerCase();
}

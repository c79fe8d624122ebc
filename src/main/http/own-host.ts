// Whether a request was meant for us: the Host header against the names we answer to (DNS rebinding). Pure; called before
// anything else looks at a request.
// Names are whole names: whoever answers for a `.local` or `.internal` of the network could point one of theirs here.
import { isIP } from 'node:net';

export interface HostNames {
  /** What this machine calls itself, and what config.yaml allows, lower case. */
  readonly names: ReadonlySet<string>;
  /** This machine's own addresses where other machines may connect; empty while it listens on loopback. */
  readonly addresses: ReadonlySet<string>;
}

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
export function isOwnHost(header: string | undefined, { names, addresses }: HostNames): boolean {
  const host = hostOf(header);
  if (!host) return false;
  if (names.has(host)) return true;
  if (isIP(host) !== 0) return host === '::1' || host.startsWith('127.') || addresses.has(host);
  // No resolver may ask anybody for a name below `localhost` (RFC 6761).
  return host === 'localhost' || host.endsWith('.localhost');
}

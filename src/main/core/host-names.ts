// The names this machine answers to, for the check that every request meets first: kept for a moment, since asking the
// system for its addresses costs more than carrying a request. Used by place.ts.
import { hostname } from 'node:os';
import type { Clock } from '../../shared/model/clock.ts';
import { type HostNames, hostOf } from '../http/own-host.ts';
import { ownAddresses } from '../settings/addresses.ts';
import type { ConfigSource } from '../settings/config.ts';

/** How long a new network address may go unnoticed. */
const HOLD_MS = 5000;

/** What containers call the machine they run on. */
const OF_CONTAINERS = ['host.docker.internal', 'host.containers.internal'];

/**
 * An edit of `allowed_hosts` holds at once.
 * @param isReachable whether other machines can connect: they then use its addresses
 */
export function hostNames(config: ConfigSource, isReachable: boolean, clock: Clock): () => HostNames {
  let names: HostNames | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let of = config.current;
  return () => {
    const now = clock.monotonic();
    if (names && of === config.current && now - askedAt < HOLD_MS) return names;
    of = config.current;
    askedAt = now;
    names = {
      names: new Set([...namesOf(hostname()), ...OF_CONTAINERS, ...of.allowed_hosts.map(lower)]),
      addresses: isReachable ? ownAddresses() : new Set(),
    };
    return names;
  };
}

/** The names, and the one under which other devices reach the console. @param publicUrl its origin; empty where there is none */
export function withPublicName(known: () => HostNames, publicUrl: () => string): () => HostNames {
  let of: { readonly known: HostNames; readonly url: string } | undefined;
  let names: HostNames | undefined;
  return () => {
    const now = { known: known(), url: publicUrl() };
    if (names && of?.known === now.known && of.url === now.url) return names;
    of = now;
    const name = URL.canParse(now.url) ? hostOf(new URL(now.url).host) : undefined;
    names = name === undefined ? now.known : { ...now.known, names: new Set([...now.known.names, name]) };
    return names;
  };
}

const lower = (name: string) => name.toLowerCase();

/** The name in full, its first part, and that in the local network: what a machine is called without asking anybody. */
export function namesOf(hostname: string): string[] {
  const full = lower(hostname).replace(/\.$/, '');
  const [first = ''] = full.split('.');
  return first === '' ? [] : [...new Set([full, first, `${first}.local`])];
}

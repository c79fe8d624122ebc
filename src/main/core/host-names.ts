// The names this machine answers to, for the check that every request meets first: kept for a moment, since asking the
// system for its addresses costs more than carrying a request. Used by place.ts.
import { hostname } from 'node:os';
import type { Clock } from '../../shared/model/clock.ts';
import type { HostNames } from '../http/host-check.ts';
import { ownAddresses } from './addresses.ts';
import type { ConfigSource } from './config.ts';

/** How long a new network address may go unnoticed. */
const HOLD_MS = 5000;

/** An edit of `allowed_hosts` holds at once. */
export function hostNames(config: ConfigSource, clock: Clock): () => HostNames {
  let names: HostNames | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let of = config.current;
  return () => {
    const now = clock.monotonic();
    if (names && of === config.current && now - askedAt < HOLD_MS) return names;
    of = config.current;
    askedAt = now;
    names = {
      hostname: hostname().toLowerCase(),
      addresses: ownAddresses(),
      allowed: new Set(of.allowed_hosts.map((name) => name.toLowerCase())),
    };
    return names;
  };
}

// The upstream that config.yaml names, live: an edit opens the new one for new requests, and those on their way to the
// old one finish there.
import { openUpstreams, type UpstreamPool } from '../proxy/upstreams.ts';
import type { Upstream } from './config.ts';

/** @param upstream asked before every request; the command line's and the demo's never change. */
export function followUpstreams(upstream: () => Upstream): UpstreamPool {
  const opened = new Map<string, UpstreamPool>();
  const current = (): UpstreamPool => {
    const wanted = upstream();
    const key = JSON.stringify(wanted);
    const known = opened.get(key);
    if (known) return known;
    const pool = openUpstreams([wanted]);
    opened.set(key, pool);
    return pool;
  };
  return {
    get names() {
      return current().names;
    },
    acquire: (want, signal) => current().acquire(want, signal),
    async close() {
      await Promise.all([...opened.values()].map((pool) => pool.close()));
    },
  };
}

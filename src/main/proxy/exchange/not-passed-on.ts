// What no upstream is asked, whoever asks: its profiler, what would give a secret away, and what a browser means to run on the
// console's origin. Source: proxy, Routes, Hostile input; decision 026. Used by proxy.ts.
import type { IncomingMessage } from 'node:http';
import type { MatchedRoute } from '../routes.ts';
import type { OwnSecrets } from './own-secrets.ts';

interface NotPassedOn {
  readonly status: 400 | 403 | 405;
  readonly message: string;
}

/** Why a request goes to no upstream; null when it may. */
export function notPassedOn(
  { req, route, path }: { req: IncomingMessage; route: MatchedRoute; path: string },
  secrets: OwnSecrets,
): NotPassedOn | null {
  if (route.blocked)
    return { status: 403, message: `${path} is not passed on: it is the upstream's profiler` };
  if (req.method === 'TRACE') {
    return { status: 405, message: "TRACE is not passed on: it would show the upstream's own headers" };
  }
  if (secrets.isInTarget(req.url ?? '')) {
    const message =
      'this address holds a client key or what opens the console, and would show it to the upstream; send it as a header, such as Authorization: Bearer';
    return { status: 400, message };
  }
  const destination = refusedDestination(req);
  if (destination === null) return null;
  const message = `a browser wants this as ${destination.slice(0, 40)}; nothing of an upstream is run, framed or styled with on the origin of the console`;
  return { status: 403, message };
}

/** What may be fetched from an upstream as: by a script, or to look at, sealed. Never to be run, styled with or framed. */
const FETCHED_AS = new Set(['', 'empty', 'document', 'image', 'audio', 'video']);

/** As what a browser asks for it, where an upstream must not answer that; null where it may. */
function refusedDestination({ headers }: IncomingMessage): string | null {
  if (headers['service-worker'] !== undefined) return 'serviceworker';
  const asked = headers['sec-fetch-dest'];
  return asked === undefined || FETCHED_AS.has(String(asked)) ? null : String(asked);
}

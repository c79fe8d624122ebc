// Which paths are ours and who may call them, stated once. Everything else belongs to the upstream.
// Source: architecture, HTTP surface.

/** `card`: whoever holds a one-time link, or its session. */
export type Audience = 'agent' | 'operator' | 'console' | 'card' | 'monitoring';

const EXACT: Readonly<Record<string, Audience>> = {
  '/iknowthat': 'agent',
  '/recall': 'agent',
  '/gutask': 'agent',
  '/mcp': 'agent',
  // Where clients of MCP look for a sign-in, and try to register. There is none: they are told so here, not by an upstream.
  '/register': 'agent',
  '/authorize': 'agent',
  '/token': 'agent',
  '/conflicts': 'operator',
  '/resolve/run': 'operator',
  '/reload': 'operator',
  '/rpc': 'operator',
  '/metrics': 'monitoring',
  '/healthz': 'monitoring',
  '/readyz': 'monitoring',
  '/console': 'console',
  '/admin': 'console',
};

const PREFIXES: ReadonlyArray<readonly [string, Audience]> = [
  ['/conflicts/', 'operator'],
  ['/api/console/', 'operator'],
  ['/api/ai/', 'operator'],
  ['/api/v1/advisory/', 'operator'],
  ['/v1/advisory-ai/', 'operator'],
  ['/console/', 'console'],
  ['/card/', 'card'],
  ['/mcp/', 'agent'],
  ['/.well-known/oauth-', 'agent'],
  ['/.well-known/openid-configuration', 'agent'],
];

/** A request for one of our own routes. */
export interface OwnRoute {
  readonly audience: Audience;
  /** The target as our routes are written: for agents, repeated slashes and one at the end taken out. */
  readonly url: string;
}

/** Who may write a route with repeated slashes; the operator's and the console's own programs write them as they are. */
const LENIENT: ReadonlySet<Audience> = new Set(['agent', 'monitoring']);

/**
 * @param url the request target as it came, query included.
 * @returns who one of our own paths is for, and how it is written; undefined for the upstream's.
 */
export function ownRoute(url: string): OwnRoute | undefined {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const written = writtenRoute(path);
  if (written !== undefined) return { ...written, url: written.url + url.slice(path.length) };
  const meant = path.includes('//') ? writtenRoute(path.replace(/\/{2,}/g, '/')) : undefined;
  if (meant === undefined || !LENIENT.has(meant.audience)) return undefined;
  return { ...meant, url: meant.url + url.slice(path.length) };
}

/** One of our paths, without a slash at its end. */
function writtenRoute(path: string): OwnRoute | undefined {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const exact = EXACT[bare];
  // The console's pages tell `/console` from `/console/`.
  if (exact !== undefined) return { audience: exact, url: bare === '/console' ? path : bare };
  const audience = PREFIXES.find(([prefix]) => path.startsWith(prefix))?.[1];
  return audience && { audience, url: path };
}

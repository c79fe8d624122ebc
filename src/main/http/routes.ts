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
  /** The target as our routes are written: repeated slashes and one at the end taken out. */
  readonly url: string;
}

/**
 * @param url the request target as it came, query included.
 * @returns who one of our own paths is for, and how it is written; undefined for the upstream's.
 */
export function ownRoute(url: string): OwnRoute | undefined {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const plain = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  const bare = plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain;
  const exact = EXACT[bare];
  const audience = exact ?? PREFIXES.find(([prefix]) => plain.startsWith(prefix))?.[1];
  // The console's pages tell `/console` from `/console/`.
  const written = exact === undefined || bare === '/console' ? plain : bare;
  return audience && { audience, url: written + url.slice(path.length) };
}

// Which paths are ours and who may call them, stated once. Everything else belongs to the upstream.
// Source: architecture, HTTP surface.

/** `card`: whoever holds a one-time link, or its session. */
export type Audience = 'agent' | 'operator' | 'console' | 'card' | 'monitoring';

const EXACT: Readonly<Record<string, Audience>> = {
  '/iknowthat': 'agent',
  '/recall': 'agent',
  '/gutask': 'agent',
  '/mcp': 'agent',
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
];

/**
 * @param url the request target as it came, query included.
 * @returns who one of our own paths is for; undefined for the upstream's.
 */
export function ownRoute(url: string): Audience | undefined {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return EXACT[path] ?? PREFIXES.find(([prefix]) => path.startsWith(prefix))?.[1];
}

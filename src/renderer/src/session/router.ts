// The hash routes: parsed from and written to `location.hash`, so that a link, the back button and a restart all land
// on the same screen and selection. Knows no screen's insides. Used by the shell and by every link.
import { useSyncExternalStore } from 'react';

/** In the order of the rail. */
export const SCREENS = [
  'overview',
  'traffic',
  'chat',
  'approvals',
  'resources',
  'concepts',
  'conflicts',
  'reader',
  'findings',
  'briefs',
  'jobs',
  'audit',
  'settings',
  'offline',
] as const;
export type Screen = (typeof SCREENS)[number];

/** `id` is the selected thing (a request, a concept's token, a conflict); `query` what else the screen remembers. */
export interface Route {
  readonly screen: Screen;
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

const HOME: Route = { screen: 'overview', id: null, query: {} };

const isScreen = (name: string): name is Screen => (SCREENS as readonly string[]).includes(name);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reads a hash such as `#/concepts/gnommoweb?dim=type`. Anything unknown is the Overview. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  const [screen = '', ...rest] = path.split('/');
  if (!isScreen(screen)) return HOME;
  const id = decoded(rest.join('/'));
  return { screen, id: id === '' ? null : id, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Writes a route as a hash; the inverse of `parseRoute`. Empty query values are left out. */
export function formatRoute(screen: Screen, id?: string | null, query: Record<string, string> = {}): string {
  const kept = Object.entries(query).filter(([, value]) => value !== '');
  const search = kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
  return `#/${screen}${id ? `/${encodeURIComponent(id)}` : ''}${search}`;
}

/** Goes to a route. `replace` keeps the history short while a selection moves under the arrow keys. */
export function navigate(hash: string, options: { replace?: boolean } = {}): void {
  if (hash === window.location.hash) return;
  if (!options.replace) {
    window.location.hash = hash;
    return;
  }
  window.history.replaceState(null, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

let cached = { hash: '', route: HOME };

/** The route now: ahead of the page while keys follow each other fast. */
export function routeNow(): Route {
  const hash = window.location.hash;
  if (hash !== cached.hash) cached = { hash, route: parseRoute(hash) };
  return cached.route;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The route now, and again whenever it changes. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, routeNow);
}

// How one looks, between the address and whoever shows it or changes it.
import { formatRoute, navigate, routeNow, useRoute } from '../../../session/router.ts';
import { EVERYTHING, type Looks, looksIn, looksOf, queryOfLooks } from './looks.ts';

export function useLooks(): Looks {
  return looksOf(useRoute().query);
}

/** Changes a part; everything else in the address stays. */
export function changeLooks(part: Partial<Looks>, options: { readonly replace?: boolean } = {}): void {
  const { screen, id, query } = routeNow();
  navigate(formatRoute(screen, id, { ...query, ...queryOfLooks({ ...looksOf(query), ...part }) }), options);
}

/** Every fact again; moment and second dimension stay. */
export const widen = (): void => changeLooks(EVERYTHING);

/** What goes along to another concept. */
export const alongNow = (): Record<string, string> => looksIn(routeNow().query);

/** Whether one looks at the past, where nothing can be changed. */
export const useIsPast = (): boolean => useLooks().at !== null;

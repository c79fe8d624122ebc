// A list that is read page after page, as the stores of screens do it: on from where it ends, and anew as far as it was read.
// Keeps no row: the list is the store's. Called by the stores alone.
import { attempt } from '../ask.ts';

/** A list as far as it was read, and how many there are. */
interface Listed<R> {
  readonly list: readonly R[];
  readonly total: number;
}

/** As a store holds it: null until it was read. */
type Held<R> = Omit<Listed<R>, 'list'> & { readonly list: readonly R[] | null };

interface Pages<R> {
  /**
   * Reads the list from its beginning, as many pages as were read before: a reader far down is not thrown back.
   *
   * @throws what the call threw
   */
  anew(now: () => Held<R>): Promise<Listed<R>>;
  /** Reads the next page, when there is one, and hands over what there is then. What fails changes nothing. */
  more(now: () => Held<R>, put: (longer: Listed<R>) => void): Promise<void>;
}

/**
 * @param limit rows a page
 * @param page asks for a page of what is listed by now
 */
export function inPages<R>(
  limit: number,
  page: (range: { readonly offset: number; readonly limit: number }) => Promise<Listed<R>>,
): Pages<R> {
  let isReading = false;
  return {
    async anew(now) {
      const wanted = Math.max(limit, now().list?.length ?? 0);
      const first = await page({ offset: 0, limit });
      const { total } = first;
      const list = [...first.list];
      while (list.length < Math.min(wanted, total)) {
        const next = await page({ offset: list.length, limit });
        if (next.list.length === 0) break;
        list.push(...next.list);
      }
      return { list, total };
    },

    async more(now, put) {
      const { list, total } = now();
      if (isReading || list === null || list.length >= total) return;
      isReading = true;
      await attempt(async () => {
        const next = await page({ offset: list.length, limit });
        // Read anew meanwhile: that list is the truth.
        if (now().list === list) put({ list: [...list, ...next.list], total: next.total });
      });
      isReading = false;
    },
  };
}

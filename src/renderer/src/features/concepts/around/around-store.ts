// What is around the concept in focus, as the core last said: how far is looked, how many are shown.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { newestOnly } from '../../../session/ask.ts';
import { type Api, api } from '../../../session/client.ts';
import { formatRoute, navigate } from '../../../session/router.ts';
import type { Failure } from '../../../ui/failure.ts';
import type { Around } from '../concepts-store.ts';
import { filterOf, looksOf } from '../filter/looks.ts';
import { alongNow } from '../filter/use-looks.ts';

const FIRST_LIMIT = 60;
const STEP = 120;
export const AROUND_MOST = 600;

export interface AroundState {
  readonly token: string | null;
  readonly looks: string;
  readonly hops: number;
  readonly limit: number;
  readonly around: Around | null;
  readonly failure: Failure | null;
  /** A dimension that is looked at alone. */
  readonly only: string | null;
  /** @param token another one begins small again; the same one is read anew in place @param looks see `Focus` */
  look(token: string, looks: string): Promise<void>;
  reach(hops: number): Promise<void>;
  showMore(): Promise<void>;
  alone(dimension: string | null): void;
}

export function createAroundStore(
  calls: () => Pick<Api['concepts'], 'around'>,
  now: () => number,
): StoreApi<AroundState> {
  return createStore<AroundState>()((set, get) => {
    const asking = newestOnly();
    const read = (): Promise<void> => {
      const { token, looks, hops, limit } = get();
      if (token === null) return Promise.resolve();
      const filter = filterOf(looksOf(Object.fromEntries(new URLSearchParams(looks))), now());
      return asking(
        () => calls().around({ token, hops, limit, ...(filter === undefined ? {} : { filter }) }),
        (around) => set({ around, failure: null }),
        (failure) => set({ failure }),
      );
    };
    return {
      ...{ token: null, looks: '', hops: 2, limit: FIRST_LIMIT, around: null, failure: null, only: null },
      look(token, looks) {
        if (token !== get().token) set({ token, limit: FIRST_LIMIT, around: null, failure: null });
        set({ looks });
        return read();
      },
      reach(hops) {
        set({ hops });
        return read();
      },
      showMore() {
        set({ limit: Math.min(AROUND_MOST, get().limit + STEP) });
        return read();
      },
      alone: (only) => set({ only }),
    };
  });
}

export const aroundStore = createAroundStore(() => api.concepts, Date.now);

/** Another concept, with what is around it. */
export const openAround = (token: string): void =>
  navigate(formatRoute('concepts', token, { view: 'around', ...alongNow() }));

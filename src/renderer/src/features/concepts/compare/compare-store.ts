// What a dimension says otherwise than some days ago, as the core last said. Null while nothing is compared.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { newestOnly } from '../../../session/ask.ts';
import { type Api, api } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

type Calls = Pick<Api['concepts'], 'difference'>;
export type Difference = Awaited<ReturnType<Calls['difference']>>;
export type Change = Difference['changes'][number];

/** What a change is marked with, on the canvas and in the table: never by colour alone. */
export const SIGN: Readonly<Record<Change['kind'], string>> = { added: '+', moved: '→', gone: '−' };

const DAY_MS = 86_400_000;
/** How many days back one can look by a choice. */
export const SINCE = [
  { days: 1, words: 'day' },
  { days: 7, words: 'week' },
  { days: 30, words: 'month' },
] as const;

export interface CompareState {
  readonly difference: Difference | null;
  readonly failure: Failure | null;
  /** @param days null: nothing is compared any more */
  compare(dimension: string, days: number | null): Promise<void>;
}

export function createCompareStore(calls: () => Calls, now: () => number): StoreApi<CompareState> {
  return createStore<CompareState>()((set) => {
    const asking = newestOnly();
    return {
      difference: null,
      failure: null,
      async compare(dimension, days) {
        if (days === null) set({ difference: null, failure: null });
        await asking(
          async () => (days === null ? null : calls().difference({ dimension, from: now() - days * DAY_MS })),
          (difference) => set({ difference, failure: null }),
          (failure) => set({ failure }),
        );
      },
    };
  });
}

export const compareStore = createCompareStore(() => api.concepts, Date.now);

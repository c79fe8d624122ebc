// What the Overview keeps beyond the status: the series of a range, the last test prompt, the upstreams with what waits for
// them, and the loops that are on. Fed by typed calls only.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Alert } from '../../../../shared/model/alert.ts';
import type { ActiveLoop } from '../../../../shared/model/loop.ts';
import type { Series } from '../../../../shared/model/status.ts';
import type { UpstreamsState } from '../../../../shared/model/upstream.ts';
import { newestOnly } from '../../session/ask.ts';
import { type Api, api, describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';

export type Range = '1h' | '24h';

type Test =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running' }
  | {
      readonly phase: 'done';
      readonly ok: boolean;
      readonly ms: number;
      readonly answer: string;
      readonly requestId: string | null;
    }
  | { readonly phase: 'failed'; readonly failure: Failure };

export interface OverviewState {
  readonly range: Range;
  readonly series: Series | null;
  readonly failure: Failure | null;
  readonly test: Test;
  /** Null until first heard of. */
  readonly pool: UpstreamsState | null;
  readonly loops: readonly ActiveLoop[];
  /** Active ones; null until first read. */
  readonly alerts: readonly Alert[] | null;
  setRange(range: Range): void;
  refresh(): Promise<void>;
  sendTest(): Promise<void>;
}

type Calls = Pick<Api['system'], 'series' | 'testPrompt'>;

export function createOverviewStore(calls: () => Calls): StoreApi<OverviewState> {
  const read = newestOnly();
  return createStore<OverviewState>()((set, get) => ({
    range: '1h',
    series: null,
    failure: null,
    test: { phase: 'idle' },
    pool: null,
    loops: [],
    alerts: null,
    setRange(range) {
      set({ range });
      void get().refresh();
    },
    refresh: () =>
      read(
        () => calls().series({ range: get().range }),
        (series) => set({ series, failure: null }),
        (failure) => set({ failure }),
      ),
    async sendTest() {
      if (get().test.phase === 'running') return;
      set({ test: { phase: 'running' } });
      try {
        set({ test: { phase: 'done', ...(await calls().testPrompt({})) } });
      } catch (thrown) {
        set({ test: { phase: 'failed', failure: describeFailure(thrown) } });
      }
    },
  }));
}

export const overviewStore = createOverviewStore(() => api.system);

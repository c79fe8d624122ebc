// The resource that is open, asked anew: how it is set up, the way to it, what is measured of it, and what was asked for and done to it. Of one id at a
// time. Fed by `resources.inspect|metrics` and `approvals.list`.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Approval } from '../../../../../shared/model/approval.ts';
import type { MetricSeries } from '../../../../../shared/model/resource.ts';
import { attempt, newestOnly } from '../../../session/ask.ts';
import { type Api, api } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

type Inspected = Awaited<ReturnType<Api['resources']['inspect']>>;

interface Calls {
  readonly resources: Pick<Api['resources'], 'inspect' | 'metrics'>;
  readonly approvals: Pick<Api['approvals'], 'list'>;
}

export const RANGES = { hour: 60, day: 1440 } as const;
export type Range = keyof typeof RANGES;

export interface InspectState {
  readonly id: string | null;
  readonly inspected: Inspected | null;
  readonly failure: Failure | null;
  readonly range: Range;
  readonly series: readonly MetricSeries[] | null;
  readonly seriesFailure: Failure | null;
  /** Newest first; null until read. */
  readonly history: readonly Approval[] | null;
  readonly historyFailure: Failure | null;
  open(id: string | null): void;
  look(): Promise<void>;
  measure(): Promise<void>;
  setRange(range: Range): void;
  recall(): Promise<void>;
}

const HISTORY = 30;

export function createInspectStore(calls: () => Calls): StoreApi<InspectState> {
  return createStore<InspectState>()((set, get) => {
    const looks = newestOnly();
    const measures = newestOnly();
    return {
      id: null,
      inspected: null,
      failure: null,
      range: 'hour',
      series: null,
      seriesFailure: null,
      history: null,
      historyFailure: null,

      open(id) {
        if (id === get().id) return;
        set({ id, inspected: null, failure: null, series: null, seriesFailure: null });
        set({ history: null, historyFailure: null });
      },

      look() {
        const { id } = get();
        if (id === null) return Promise.resolve();
        return looks(
          () => calls().resources.inspect({ id }),
          (inspected) => (get().id === id ? set({ inspected, failure: null }) : undefined),
          (failure) => (get().id === id ? set({ failure }) : undefined),
        );
      },

      measure() {
        const { id, range } = get();
        if (id === null) return Promise.resolve();
        return measures(
          () => calls().resources.metrics({ id, minutes: RANGES[range] }),
          ({ series }) => (get().id === id ? set({ series, seriesFailure: null }) : undefined),
          (seriesFailure) => (get().id === id ? set({ seriesFailure }) : undefined),
        );
      },

      setRange(range) {
        set({ range });
        void get().measure();
      },

      async recall() {
        const { id } = get();
        if (id === null) return;
        const failure = await attempt(async () => {
          const { approvals } = await calls().approvals.list({ resourceId: id, limit: HISTORY });
          if (get().id === id) set({ history: approvals });
        });
        if (get().id === id) set({ historyFailure: failure });
      },
    };
  });
}

export const inspectStore = createInspectStore(() => ({
  resources: api.resources,
  approvals: api.approvals,
}));

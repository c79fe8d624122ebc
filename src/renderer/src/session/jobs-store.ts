// Work that waits and work under way as the screen keeps it: a live state, a list of jobs, and the job that is open.
// Fed by `jobs.watch`, `jobs.list`, `resolution.watch`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Job, JobStatus } from '../../../shared/model/job.ts';
import type { ResolutionState } from '../../../shared/model/resolution.ts';
import type { Failure } from '../ui/failure.ts';
import { attempt, newestOnly } from './ask.ts';
import { type Api, api } from './client.ts';

type State = Awaited<ReturnType<Api['jobs']['state']>>;
type Calls = Pick<Api['jobs'], 'list' | 'retry' | 'discard' | 'cancelTask'>;

/** What the list can show; `waiting` takes in what is being worked on. */
export const VIEWS = ['waiting', 'dead', 'done'] as const satisfies readonly JobStatus[];
export type View = (typeof VIEWS)[number];

const LIMIT = 500;

export interface JobsState {
  readonly live: State | null;
  readonly resolution: ResolutionState | null;
  readonly view: View;
  readonly kind: string;
  readonly list: readonly Job[] | null;
  readonly total: number;
  readonly failure: Failure | null;
  take(live: State): void;
  takeResolution(state: ResolutionState): void;
  show(part: { readonly view?: View; readonly kind?: string }): void;
  load(): Promise<void>;
  /** Null when done, else why not. */
  retry(id: string): Promise<Failure | null>;
  discard(id: string, reason: string): Promise<Failure | null>;
  cancelTask(id: string): Promise<Failure | null>;
}

export function createJobsStore(calls: () => Calls): StoreApi<JobsState> {
  return createStore<JobsState>()((set, get) => {
    const read = newestOnly();
    const act = (work: () => Promise<unknown>): Promise<Failure | null> =>
      attempt(async () => {
        await work();
        await get().load();
      });
    return {
      live: null,
      resolution: null,
      view: 'waiting',
      kind: 'all',
      list: null,
      total: 0,
      failure: null,
      take: (live) => {
        const before = JSON.stringify(get().live?.counts);
        set({ live });
        if (JSON.stringify(live.counts) !== before) void get().load();
      },
      takeResolution: (resolution) => set({ resolution }),
      show(part) {
        set({ ...part, list: null });
        void get().load();
      },
      load() {
        const { view, kind } = get();
        return read(
          () => calls().list({ status: view, limit: LIMIT, ...(kind === 'all' ? {} : { kind }) }),
          ({ jobs, total }) => set({ list: jobs, total, failure: null }),
          (failure) => set({ failure }),
        );
      },
      retry: (id) => act(() => calls().retry({ id })),
      discard: (id, reason) => act(() => calls().discard({ id, reason })),
      cancelTask: (id) => act(() => calls().cancelTask({ id })),
    };
  });
}

export const jobsStore = createJobsStore(() => api.jobs);

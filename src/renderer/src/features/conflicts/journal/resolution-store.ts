// The resolution job as this screen shows it: whether it runs, when it runs next, and its journal.
// Fed by `resolution.watch`, `journal` and `runs`; starts and stops a run only when asked to.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JournalEntry, ResolutionState } from '../../../../../shared/model/resolution.ts';
import { type Api, api, describeFailure, follow } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

export interface ResolutionStoreState {
  /** Null until the first word of it. */
  readonly job: ResolutionState | null;
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** Newest first; null until read. */
  readonly journal: readonly JournalEntry[] | null;
  /** There may be older entries. */
  readonly more: boolean;
  readonly journalFailure: Failure | null;
  /** What was said about the conflict that is open. */
  readonly about: { readonly conflictId: number; readonly entries: readonly JournalEntry[] } | null;
  take(job: ResolutionState): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  loadJournal(): Promise<void>;
  loadOlder(): Promise<void>;
  loadAbout(conflictId: number): Promise<void>;
}

const PAGE = 100;

type Calls = Pick<Api['resolution'], 'run' | 'stop' | 'journal'>;

export function createResolutionStore(calls: () => Calls): StoreApi<ResolutionStoreState> {
  return createStore<ResolutionStoreState>()((set, get) => {
    let asked = 0;
    let older = false;
    let aboutAsked = 0;

    async function press(act: () => Promise<Partial<ResolutionStoreState>>): Promise<void> {
      if (get().busy) return;
      set({ busy: true, failure: null });
      try {
        set({ ...(await act()), busy: false });
      } catch (thrown) {
        set({ busy: false, failure: describeFailure(thrown) });
      }
    }

    return {
      job: null,
      busy: false,
      failure: null,
      journal: null,
      more: false,
      journalFailure: null,
      about: null,

      take: (job) => set({ job }),

      start: () =>
        press(async () => {
          const run = await calls().run();
          const { job } = get();
          // The stream says the rest; until its next word the bar is there at once.
          return job && run.status === 'running' ? { job: { ...job, running: run } } : {};
        }),

      stop: () => press(async () => ({ job: await calls().stop() })),

      async loadJournal() {
        asked += 1;
        const mine = asked;
        try {
          const journal = await calls().journal({ limit: PAGE });
          if (mine === asked) set({ journal, more: journal.length === PAGE, journalFailure: null });
        } catch (thrown) {
          if (mine === asked) set({ journalFailure: describeFailure(thrown) });
        }
      },

      async loadOlder() {
        const { journal, more } = get();
        const last = journal?.at(-1);
        if (!journal || !last || !more || older) return;
        older = true;
        const mine = asked;
        try {
          const next = await calls().journal({ limit: PAGE, before: last.id });
          if (mine === asked) set({ journal: [...journal, ...next], more: next.length === PAGE });
        } catch (thrown) {
          if (mine === asked) set({ journalFailure: describeFailure(thrown) });
        }
        older = false;
      },

      async loadAbout(conflictId) {
        aboutAsked += 1;
        const mine = aboutAsked;
        try {
          const entries = await calls().journal({ conflictId, limit: 20 });
          if (mine === aboutAsked) set({ about: { conflictId, entries } });
        } catch {
          // The journal has its own tab, which says when it cannot be read.
        }
      },
    };
  });
}

export const resolutionStore = createResolutionStore(() => api.resolution);

/** Follows the job until the signal ends; called once by the screen. */
export function watchResolution(signal: AbortSignal): Promise<void> {
  return follow(
    (inner) => api.resolution.watch(undefined, { signal: inner }),
    (job) => resolutionStore.getState().take(job),
    signal,
  );
}

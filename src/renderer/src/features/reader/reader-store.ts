// What the reader does and did, as its screen keeps it: its state, the statements of one outcome and model, and what a model made of the
// last prompts. Calls `reader.state|readings|accept|preview`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  ReaderPreview,
  ReaderState,
  Reading,
  ReadingOutcome,
} from '../../../../shared/model/memory/reader.ts';
import { attempt, newestOnly } from '../../session/ask.ts';
import { type Api, api } from '../../session/client.ts';
import { DEFAULT_PROJECT } from '../../session/project.ts';
import { type ReaderModel, setUpReaderModel } from '../../session/reader-models.ts';
import type { Failure } from '../../ui/failure.ts';

export const OUTCOMES = ['all', 'inserted', 'confirmed', 'conflict', 'refused'] as const;
export type OutcomeFilter = (typeof OUTCOMES)[number];
export const ALL_MODELS = '';

export interface Criteria {
  readonly outcome: OutcomeFilter;
  /** By its label; empty for all. */
  readonly model: string;
}

export type Trial =
  | { readonly phase: 'none' }
  | { readonly phase: 'running'; readonly model: string; readonly cancel: () => void }
  | { readonly phase: 'done'; readonly key: string; readonly preview: ReaderPreview }
  | { readonly phase: 'failed'; readonly failure: Failure };

export interface ReaderScreenState {
  readonly state: ReaderState | null;
  readonly criteria: Criteria;
  /** Newest first; null until they were read. */
  readonly list: readonly Reading[] | null;
  /** There are older ones. */
  readonly hasMore: boolean;
  readonly failure: Failure | null;
  readonly trial: Trial;
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  narrow(criteria: Criteria): void;
  /** Stores a refused statement as the operator's own fact. @returns the action, which can be undone @throws what the call throws */
  accept(id: number): Promise<{ readonly reading: Reading; readonly action: number | null }>;
  preview(model: ReaderModel): Promise<void>;
}

const LIMIT = 50;
const project = DEFAULT_PROJECT;

/** What came since goes in front of what was read, unless there is a gap between them; what changed is replaced. Exported for its test. */
export function withNewest(
  before: readonly Reading[] | null,
  newest: readonly Reading[],
): readonly Reading[] {
  const first = before?.[0];
  const last = newest.at(-1);
  if (!before || !first || !last || last.id > first.id) return newest;
  const fresh = newest.filter(({ id }) => id > first.id);
  const now = new Map(newest.map((one) => [one.id, one]));
  const changed = before.some((one) => (now.get(one.id) ?? one).canAccept !== one.canAccept);
  if (fresh.length === 0 && !changed) return before;
  return [...fresh, ...(changed ? before.map((one) => now.get(one.id) ?? one) : before)];
}

type Calls = {
  readonly reader: Pick<Api['reader'], 'state' | 'readings' | 'accept' | 'preview'>;
  readonly models: Pick<Api['models'], 'list' | 'add'>;
  readonly resources: Pick<Api['resources'], 'list'>;
};

export function createReaderStore(calls: () => Calls): StoreApi<ReaderScreenState> {
  return createStore<ReaderScreenState>()((set, get) => {
    const readList = newestOnly();
    const readState = newestOnly();
    let isReading = false;
    const page = ({ outcome, model }: Criteria, before?: number) =>
      calls().reader.readings({
        project,
        limit: LIMIT,
        ...(outcome === 'all' ? {} : { outcome: outcome satisfies ReadingOutcome }),
        ...(model === ALL_MODELS ? {} : { model }),
        ...(before === undefined ? {} : { before }),
      });
    return {
      state: null,
      criteria: { outcome: 'all', model: ALL_MODELS },
      list: null,
      hasMore: false,
      failure: null,
      trial: { phase: 'none' },

      async load() {
        const { criteria } = get();
        await Promise.all([
          readState(
            () => calls().reader.state({ project }),
            (state) => set({ state }),
            (failure) => set({ failure }),
          ),
          readList(
            () => page(criteria),
            (newest) => {
              const before = get().list;
              const list = withNewest(before, newest);
              const isAnew = list === newest;
              set({
                list,
                failure: null,
                hasMore: isAnew ? newest.length === LIMIT : get().hasMore,
              });
            },
            (failure) => set({ failure }),
          ),
        ]);
      },

      async loadOlder() {
        const { list, hasMore, criteria } = get();
        const last = list?.at(-1);
        if (isReading || !hasMore || !list || !last) return;
        isReading = true;
        await attempt(async () => {
          const older = await page(criteria, last.id);
          const now = get().list;
          // Narrowed meanwhile: that list is the truth.
          if (now?.at(-1)?.id === last.id && get().criteria === criteria)
            set({ list: [...now, ...older], hasMore: older.length === LIMIT });
        });
        isReading = false;
      },

      narrow(criteria) {
        set({ criteria, list: null, hasMore: false });
        void get().load();
      },

      async accept(id) {
        const { reading, action_id: action } = await calls().reader.accept({ id });
        const list = get().list?.map((one) => (one.id === id ? reading : one)) ?? null;
        set({ list });
        return { reading, action };
      },

      async preview(model) {
        const before = get().trial;
        if (before.phase === 'running') before.cancel();
        const stop = new AbortController();
        const running: Trial = {
          phase: 'running',
          model: model.label,
          cancel: () => {
            stop.abort();
            if (get().trial === running) set({ trial: { phase: 'none' } });
          },
        };
        const put = (trial: Trial) => {
          if (get().trial === running) set({ trial });
        };
        set({ trial: running });
        const failure = await attempt(async () => {
          const id = await setUpReaderModel(model, calls());
          const preview = await calls().reader.preview({ project, model: id }, { signal: stop.signal });
          put({ phase: 'done', key: id, preview });
        });
        if (failure) put({ phase: 'failed', failure });
        void get().load();
      },
    };
  });
}

export const readerStore = createReaderStore(() => api);

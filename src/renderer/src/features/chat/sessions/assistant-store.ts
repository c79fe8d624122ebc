// The sessions there are, whom a run would ask, the budgets, whether anything is written at all; and the models to choose from. Read anew whenever the
// core says that it is another. Fed by `assistant.state|watch` and `models.list`. Source: console, Chat.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AssistantState } from '../../../../../shared/contract/assistant.ts';
import type { LanguageModel } from '../../../../../shared/model/language-model.ts';
import { attempt, newestOnly } from '../../../session/ask.ts';
import { type Api, api, follow } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

interface Calls {
  readonly assistant: Pick<Api['assistant'], 'state' | 'watch' | 'update' | 'remove' | 'setReadOnly'>;
  readonly models: Pick<Api['models'], 'list'>;
}

export interface SessionsState {
  /** Null until it was read. */
  readonly state: AssistantState | null;
  readonly models: readonly LanguageModel[] | null;
  readonly search: string;
  readonly limit: number;
  readonly failure: Failure | null;
  load(): Promise<void>;
  setSearch(search: string): void;
  showMore(): void;
  rename(id: string, title: string): Promise<Failure | null>;
  pin(id: string, pinned: boolean): Promise<Failure | null>;
  remove(id: string): Promise<Failure | null>;
  setReadOnly(on: boolean): Promise<Failure | null>;
  /** Reads anew whenever the core says so, until the signal ends. */
  watch(signal: AbortSignal): Promise<void>;
}

const FEW = 100;
const MANY = 500;

export function createAssistantStore(calls: () => Calls): StoreApi<SessionsState> {
  return createStore<SessionsState>()((set, get) => {
    const ask = newestOnly();
    const changed = (work: () => Promise<unknown>): Promise<Failure | null> =>
      attempt(async () => {
        await work();
        await get().load();
      });
    return {
      state: null,
      models: null,
      search: '',
      limit: FEW,
      failure: null,

      async load() {
        const { search, limit } = get();
        void calls()
          .models.list()
          .then(
            (models) => set({ models }),
            () => undefined,
          );
        await ask(
          () => calls().assistant.state({ search: search.trim(), limit }),
          (state) => set({ state, failure: null }),
          (failure) => set({ failure }),
        );
      },

      setSearch(search) {
        set({ search });
        void get().load();
      },

      showMore() {
        set({ limit: MANY });
        void get().load();
      },

      rename: (id, title) => changed(() => calls().assistant.update({ id, title })),
      pin: (id, pinned) => changed(() => calls().assistant.update({ id, pinned })),
      remove: (id) => changed(() => calls().assistant.remove({ id })),
      setReadOnly: (on) =>
        attempt(async () => {
          const state = await calls().assistant.setReadOnly({ on });
          const { state: before } = get();
          // Its sessions are those of no search.
          set({ state: before ? { ...before, readOnly: state.readOnly } : state });
        }),

      watch: (signal) =>
        follow(
          (inner) => calls().assistant.watch(undefined, { signal: inner }),
          () => void get().load(),
          signal,
        ),
    };
  });
}

export const assistantStore = createAssistantStore(() => api);

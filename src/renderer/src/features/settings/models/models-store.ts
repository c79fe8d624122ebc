// The models we may ask, as the screen keeps them. A key goes out with `add` or `update` and is not kept here.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  ChosenModel,
  LanguageModel,
  ModelTest,
  ModelUse,
} from '../../../../../shared/model/language-model.ts';
import { attempt } from '../../../session/ask.ts';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

type Calls = Api['models'];
export type NewModel = Parameters<Calls['add']>[0];
export type ChangedModel = Parameters<Calls['update']>[0];

export interface ModelsState {
  readonly models: readonly LanguageModel[] | null;
  /** What models are asked for. */
  readonly uses: readonly ModelUse[];
  /** Whether those that settings name are there; none until that was looked up. */
  readonly chosen: readonly ChosenModel[];
  readonly failure: Failure | null;
  /** What the last test of a model came to; `testing` while it is under way. */
  readonly tests: Readonly<Record<string, ModelTest | 'testing'>>;
  load(): Promise<void>;
  /** Null when done, else why not. */
  add(model: NewModel): Promise<Failure | null>;
  update(model: ChangedModel): Promise<Failure | null>;
  remove(model: LanguageModel): Promise<Failure | null>;
  test(id: string): Promise<void>;
}

export function createModelsStore(calls: () => Calls): StoreApi<ModelsState> {
  return createStore<ModelsState>()((set, get) => {
    const act = (work: () => Promise<unknown>): Promise<Failure | null> =>
      attempt(async () => {
        await work();
        await get().load();
      });
    // Servers are asked for it and may take seconds: nothing waits for it.
    const lookUp = () =>
      calls()
        .chosen()
        .then(
          (chosen) => set({ chosen }),
          (thrown) => set({ failure: describeFailure(thrown) }),
        );
    const tested = (id: string, test: ModelTest | 'testing') =>
      set((s) => ({ tests: { ...s.tests, [id]: test } }));
    return {
      models: null,
      uses: [],
      chosen: [],
      failure: null,
      tests: {},
      async load() {
        void lookUp();
        const failure = await attempt(async () => {
          const [models, uses] = await Promise.all([calls().list(), calls().uses()]);
          set({ models, uses });
        });
        set({ failure });
      },
      add: (model) => act(() => calls().add(model)),
      update: (model) => act(() => calls().update(model)),
      remove: ({ id, version }) => act(() => calls().remove({ id, expectedVersion: version })),
      async test(id) {
        tested(id, 'testing');
        try {
          tested(id, await calls().test({ id }));
          await get().load();
        } catch (thrown) {
          tested(id, { ok: false, ms: 0, problem: describeFailure(thrown).message, abilities: null });
        }
      },
    };
  });
}

export const modelsStore = createModelsStore(() => api.models);

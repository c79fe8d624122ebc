// The first run as the page keeps it: what the core found last, and what it is told. Fed by typed calls only.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LanguageModel, ModelTest } from '../../../../../shared/model/language-model.ts';
import type { FirstRun, FirstRunStepName } from '../../../../../shared/model/start/first-run.ts';
import { attempt, newestOnly } from '../../../session/ask.ts';
import { type Api, api } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

export type CloudProvider = 'openai' | 'claude';

interface NewCloudModel {
  readonly provider: CloudProvider;
  readonly modelName: string;
  readonly apiKey: string;
}

export interface FirstRunStore {
  readonly run: FirstRun | null;
  readonly failure: Failure | null;
  look(): Promise<void>;
  /** @returns null when it is kept, else why not */
  skip(name: FirstRunStepName, on: boolean): Promise<Failure | null>;
  end(): Promise<Failure | null>;
  /** Asks the address what it is, and uses it where it answers. @returns null when it is used, else why not */
  takeUpstream(url: string): Promise<string | null>;
  /** Stores a model, and asks it something. @returns what came of the question, or why it is not stored */
  addModel(model: NewCloudModel): Promise<ModelTest | Failure>;
  /** Asks the first cloud model there is something. */
  testModel(): Promise<ModelTest | Failure | null>;
}

type Calls = {
  readonly start: Pick<Api['start'], 'look' | 'set'>;
  readonly upstreams: Pick<Api['upstreams'], 'test' | 'add' | 'list'>;
  readonly models: Pick<Api['models'], 'add' | 'list' | 'test'>;
};

/** A name for an address that nobody named: that of its host, told apart from those there are. */
export function nameFor(url: string, taken: readonly string[]): string {
  const host = new URL(url).host.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-|-$/g, '');
  const name = host.slice(0, 60) || 'upstream';
  for (let n = 1; ; n++) {
    const one = n === 1 ? name : `${name}-${n}`;
    if (!taken.includes(one)) return one;
  }
}

export const isCloud = ({ provider }: Pick<LanguageModel, 'provider'>): boolean => provider !== 'ollama';

export function createFirstRunStore(calls: () => Calls): StoreApi<FirstRunStore> {
  const read = newestOnly();
  return createStore<FirstRunStore>()((set, get) => {
    const put = (change: Parameters<Calls['start']['set']>[0]) =>
      attempt(async () => set({ run: await calls().start.set(change), failure: null }));
    /** Whatever `work` answers, or why it could not. */
    async function answerOf<T>(work: () => Promise<T>): Promise<T | Failure> {
      let answer: T | undefined;
      const failure = await attempt(async () => {
        answer = await work();
      });
      void get().look();
      return failure ?? (answer as T);
    }
    return {
      run: null,
      failure: null,
      look: () =>
        read(
          () => calls().start.look(),
          (run) => set({ run, failure: null }),
          (failure) => set({ failure }),
        ),
      skip(name, on) {
        const others = (get().run?.steps ?? []).filter((one) => one.skipped && one.name !== name);
        return put({ skipped: [...others.map((one) => one.name), ...(on ? [name] : [])] });
      },
      end: () => put({ open: false }),
      async takeUpstream(url) {
        const used = await answerOf(async () => {
          const { ok, reason } = await calls().upstreams.test({ url });
          if (!ok) return reason ?? url;
          const { upstreams, idle } = await calls().upstreams.list();
          const name = nameFor(
            url,
            [...upstreams, ...idle].map((one) => one.name),
          );
          await calls().upstreams.add({ name, url });
          return null;
        });
        return typeof used === 'string' || used === null ? used : used.message;
      },
      addModel: ({ provider, modelName, apiKey }) =>
        answerOf(async () => {
          const { id } = await calls().models.add({ label: modelName, provider, modelName, apiKey });
          return calls().models.test({ id });
        }),
      testModel: () =>
        answerOf(async () => {
          const model = (await calls().models.list()).find(isCloud);
          return model ? calls().models.test({ id: model.id }) : null;
        }),
    };
  });
}

export const firstRunStore = createFirstRunStore(() => api);

// The door of the language model layer: which models there are, asking them, and what that costs.
// Called by core/ alone, which hands the parts to whoever asks models.
import type { Budget } from '../../shared/model/job.ts';
import type {
  ChosenModel,
  LanguageModel,
  ModelTest,
  ModelUse,
  NewLanguageModel,
} from '../../shared/model/language-model.ts';
import type { StoreLog } from '../store/store-access.ts';
import { Listeners } from '../streams/watched.ts';
import type { Traces } from '../telemetry/traces.ts';
import { ModelNetwork } from './call-guard.ts';
import { checkChosen } from './chosen-models.ts';
import { EmbeddingDesk } from './embedding/embedding-desk.ts';
import { type DeskCounters, ModelDesk } from './model-desk.ts';
import { ModelRegistry, type RegistryParts } from './model-registry.ts';
import { preload } from './open-chat-model.ts';
import { type Purpose, Purposes } from './purpose.ts';
import { tryModel } from './try-model.ts';

export interface LlmParts extends Omit<RegistryParts, 'purposes'> {
  readonly log: StoreLog;
  readonly counters: DeskCounters;
  readonly traces: Pick<Traces, 'begin'>;
}

export interface ModelsService {
  /** What there is to be asked for. */
  uses(): ModelUse[];
  list(): Promise<LanguageModel[]>;
  /** @throws AppError INVALID_INPUT */
  add(model: NewLanguageModel): Promise<LanguageModel>;
  /** @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED, INVALID_INPUT */
  update(
    id: string,
    expectedVersion: number,
    model: Omit<NewLanguageModel, 'apiKey'> & { readonly apiKey?: string | null | undefined },
  ): Promise<LanguageModel>;
  /** @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED */
  remove(id: string, expectedVersion: number): Promise<LanguageModel[]>;
  /** @throws AppError NOT_FOUND, BUDGET_EXCEEDED */
  test(id: string): Promise<ModelTest>;
}

export interface Llm {
  /** Before anybody asks for it. */
  register(purpose: Purpose): void;
  readonly models: ModelsService;
  /** Whether the models that settings name are there; one for each that names one. Never rejects. */
  readonly checkChosen: () => Promise<readonly ChosenModel[]>;
  readonly budget: { today(): Promise<Budget> };
  /** For backups: keys in clear never leave the process but under the operator's passphrase. */
  readonly keys: Pick<ModelRegistry, 'readableKeys' | 'sealKey'>;
  /** Fits the memory's port AskModel. */
  readonly ask: ModelDesk;
  readonly vectors: EmbeddingDesk;
  /** Calls back when a model was added, changed or removed here. @returns stops listening */
  onChange(listener: () => void): () => void;
  /** Looks at the table again, e.g. after a setting changed. Never throws. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export async function openLlm(parts: LlmParts): Promise<Llm> {
  const { clock, log } = parts;
  const network = new ModelNetwork(clock);
  const purposes = new Purposes();
  const registry = new ModelRegistry({ ...parts, purposes });
  const desk = new ModelDesk({ ...parts, registry, network, purposes });
  await registry.refresh();
  await preload(registry.known().map((model) => model.provider));
  const listeners = new Listeners();
  const changed = <T>(answer: T): T => {
    listeners.tell();
    return answer;
  };
  const refresh = () =>
    registry.refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'the table of models could not be read');
    });
  return {
    register: (purpose) => purposes.register(purpose),
    models: {
      uses: () => purposes.all().map(({ budgets: _, ...use }) => use),
      list: () => registry.list(),
      add: async (model) => changed(await registry.add(model)),
      update: async (id, expectedVersion, model) =>
        changed(await registry.update(id, expectedVersion, model)),
      remove: async (id, expectedVersion) => changed(await registry.remove(id, expectedVersion)),
      async test(id) {
        const model = await registry.find(id);
        const found = await tryModel({ desk, network, clock }, model);
        if (found.abilities) await registry.keepAbilities(model, found.abilities);
        return found;
      },
    },
    async checkChosen() {
      await refresh();
      return checkChosen(purposes.all(), parts.settings(), registry.known(), network);
    },
    budget: { today: () => desk.today() },
    keys: registry,
    ask: desk,
    vectors: new EmbeddingDesk({ desk, network, purposes }),
    onChange: (listener) => listeners.add(listener),
    refresh,
    close: () => network.close(),
  };
}

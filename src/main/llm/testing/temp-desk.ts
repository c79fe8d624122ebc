// For tests: the whole layer on a real database, with models that ask the scripted upstream.
import type { Provider } from '../../../shared/model/language-model.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/model/settings.ts';
import { type DemoUpstream, startDemoUpstream } from '../../fixtures/upstream.ts';
import type { Store } from '../../store/store.ts';
import { type TempStore, type TestDialect, tempStore } from '../../store/testing/temp-store.ts';
import { noTraces } from '../../telemetry/testing/no-traces.ts';
import type { FileModel } from '../model-registry.ts';
import { type Llm, openLlm } from '../open-llm.ts';
import { Vault, type VaultKeySource, vaultKeySource } from '../vault.ts';

type ModelCall = Parameters<Parameters<typeof openLlm>[0]['counters']['modelCalled']>[0];

export interface TempDesk extends AsyncDisposable {
  readonly temp: TempStore;
  readonly llm: Llm;
  readonly upstream: DemoUpstream;
  readonly settings: Settings;
  readonly env: NodeJS.ProcessEnv;
  readonly file: FileModel[];
  readonly counted: ModelCall[];
  /** A model of the table, chosen for both purposes. @returns its id */
  choose(provider: Provider, fields?: object): Promise<string>;
  /** The same layer once more, as another process would have it. */
  again(vault?: VaultKeySource): Promise<Llm>;
}

/** What a purpose is in words. */
export const USE = { title: 'Names', text: 'Asked about names.', none: 'Nobody' };

export async function tempDesk(dialect: TestDialect = 'sqlite'): Promise<TempDesk> {
  const temp = await tempStore(dialect);
  const upstream = await startDemoUpstream();
  const settings: Settings = { ...DEFAULT_SETTINGS };
  const file: FileModel[] = [];
  const env: NodeJS.ProcessEnv = {};
  const counted: ModelCall[] = [];
  const opened: Llm[] = [];
  const open = async (store: Store, source: VaultKeySource) => {
    const llm = await openLlm({
      store,
      vault: new Vault(source),
      clock: temp.clock,
      log: temp.log,
      file: () => file,
      env,
      upstream: () => upstream.url,
      settings: () => settings,
      counters: { modelCalled: (call) => counted.push(call) },
      traces: noTraces(),
    });
    llm.register({ ...USE, name: 'write', setting: 'write_model_id' });
    llm.register({ ...USE, name: 'resolve', setting: 'resolve_model_id' });
    opened.push(llm);
    return llm;
  };
  const llm = await open(temp.store, vaultKeySource({}, temp.dir));
  return {
    ...{ temp, llm, upstream, settings, env, file, counted },
    async choose(provider, fields = {}) {
      const baseUrl = provider === 'openai' ? `${upstream.url}/v1` : upstream.url;
      const { id } = await llm.models.add({ ...newModel(provider, baseUrl), ...fields });
      settings.write_model_id = id;
      settings.resolve_model_id = id;
      return id;
    },
    again: async (source = vaultKeySource({}, temp.dir)) => open(await temp.again(), source),
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one.close();
      await upstream.close();
      await temp[Symbol.asyncDispose]();
    },
  };
}

export const newModel = (provider: Provider, baseUrl: string | null = null) => ({
  label: `${provider} under test`,
  provider,
  baseUrl,
  modelName: 'demo-plain',
  inputPrice: null,
  outputPrice: null,
  contextTokens: null,
});

export const QUESTION = {
  purpose: 'write' as const,
  system: 'You classify names.',
  prompt: 'What is gnommoweb?',
  schema: {
    name: 'triples',
    schema: { type: 'object', properties: { parent: { type: 'string' } }, required: ['parent'] },
  },
};

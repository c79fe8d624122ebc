// The models the reader can be given: those that are set up, and those of the model servers that are not yet. One of the latter is set
// up when it is used. Called by the Reader screen and the first run.
import { useState } from 'react';
import type { LanguageModel } from '../../../shared/model/language-model.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { attempt } from './ask.ts';
import { type Api, api } from './client.ts';
import { useReading } from './use-reading.ts';

/** What the reader is called among the purposes of models. */
const PURPOSE = 'read';
export const READER_MODEL = 'reader_model_id';
export const READER_PAUSED = 'reader_paused';

export interface ReaderModel {
  /** Of a model that is set up its id; null for one that is not. */
  readonly id: string | null;
  /** What tells it from the others. */
  readonly key: string;
  readonly label: string;
  readonly isCloud: boolean;
  /** It is the one that reads. */
  readonly isChosen: boolean;
}

type Calls = {
  readonly models: Pick<Api['models'], 'list' | 'add'>;
  readonly resources: Pick<Api['resources'], 'list'>;
};

/** Those of the model servers that Ollama serves and that write text: encoders, such as `nomic-bert`, only embed. */
function writes({ kind, actions, detail }: Resource): boolean {
  return kind === 'model' && actions.length > 0 && !detail.includes('bert');
}

/** Those that are set up first, the one that reads before the others. */
export function readerModels(
  setUp: readonly LanguageModel[],
  resources: readonly Resource[],
): readonly ReaderModel[] {
  const own = setUp.map(({ id, label, provider, usedFor }): ReaderModel => {
    return { id, key: id, label, isCloud: provider !== 'ollama', isChosen: usedFor.includes(PURPOSE) };
  });
  const pooled = new Set(
    setUp.flatMap(({ provider, baseUrl, modelName }) =>
      provider === 'ollama' && baseUrl === null ? [modelName] : [],
    ),
  );
  const names = resources.flatMap((one) => (writes(one) && !pooled.has(one.name) ? [one.name] : []));
  const served = [...new Set(names)].map((name): ReaderModel => {
    return { id: null, key: `server ${name}`, label: name, isCloud: false, isChosen: false };
  });
  return [...own.filter(({ isChosen }) => isChosen), ...own.filter(({ isChosen }) => !isChosen), ...served];
}

/** @throws what the call for those that are set up threw; model servers that cannot be asked offer none */
export async function listReaderModels(calls: Calls = api): Promise<readonly ReaderModel[]> {
  let resources: readonly Resource[] = [];
  const [setUp] = await Promise.all([
    calls.models.list(),
    attempt(async () => {
      ({ resources } = await calls.resources.list());
    }),
  ]);
  return readerModels(setUp, resources);
}

/** The id of a model, which is set up now where it was not. @throws what the call threw */
export async function setUpReaderModel({ id, label }: ReaderModel, calls: Calls = api): Promise<string> {
  if (id !== null) return id;
  const added = await calls.models.add({
    label,
    provider: 'ollama',
    modelName: label,
    inputPrice: 0,
    outputPrice: 0,
  });
  return added.id;
}

/** Read while something is shown. `models` is null until they were. */
export function useReaderModels() {
  const [models, setModels] = useState<readonly ReaderModel[] | null>(null);
  const [load] = useState(() => () => attempt(async () => setModels(await listReaderModels())));
  useReading(load);
  return { models, load };
}

// Whether the models that settings name are there: in the table or config.yaml, and at the Ollama that is asked for them. Says what
// is wrong, where, and how to mend it. Asks for descriptions and lists, never a question. OpenAI's and Anthropic's are not asked: their lists leave
// names out that they answer to, and Test tells. Called by open-llm.ts.
import type { ChosenModel } from '../../shared/model/language-model.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { ModelNetwork } from './call-guard.ts';
import { LlmError } from './llm-error.ts';
import { toAppError } from './model-problems.ts';
import type { KnownModel } from './model-registry.ts';
import { openChatModel } from './open-chat-model.ts';
import type { Purpose } from './purpose.ts';

const TIMEOUT_MS = 3000;
/** Names in a message: enough to see a misspelling, few enough to read. */
const MOST_NAMES = 12;

/** One answer for each setting that names a model; none for one that names nobody. Never throws. */
export async function checkChosen(
  purposes: readonly Purpose[],
  settings: Settings,
  known: readonly KnownModel[],
  network: ModelNetwork,
): Promise<ChosenModel[]> {
  const named = purposes.filter(({ setting }) => settings[setting] !== null);
  return Promise.all(
    named.map(async ({ name: use, setting }) => {
      const id = settings[setting];
      const model = known.find((one) => one.id === id);
      const found = model ? await checkModel(model, network) : noSuchModel(String(id), known);
      return { use, ...found, problem: found.problem === null ? null : `${setting}: ${found.problem}` };
    }),
  );
}

type Found = Omit<ChosenModel, 'use'>;

const THERE: Found = { state: 'there', problem: null, fix: null };
const missing = (problem: string, fix: string): Found => ({ state: 'missing', problem, fix });
const unchecked = (problem: string | null): Found => ({ state: 'unchecked', problem, fix: null });

function noSuchModel(id: string, known: readonly KnownModel[]): Found {
  const there = known.map((model) => (model.id === model.label ? model.id : `${model.id} (${model.label})`));
  const list = there.length === 0 ? 'There is none yet.' : `There are: ${listed(there)}.`;
  const where = 'in the console or under models in config.yaml';
  return missing(
    `it names "${id}", and no model is called so, ${where}.`,
    `Choose another in Settings, Models, or add it. ${list}`,
  );
}

async function checkModel(model: KnownModel, network: ModelNetwork): Promise<Found> {
  const { label, modelName, provider, endpoint, problem } = model;
  if (problem !== null) return missing(`${label} cannot be asked.`, problem);
  if (provider !== 'ollama') return unchecked(null);
  const chat = openChatModel(endpoint, network);
  const limits = { timeoutMs: TIMEOUT_MS };
  try {
    // Whether it is there the server says itself: some answer to names that they do not list.
    if (await chat.describe(limits).then(() => true, falseIfNotFound)) return THERE;
    const offered = await chat.offered(limits);
    const list = offered.length === 0 ? 'It has none.' : `It has ${listed(offered)}.`;
    return missing(
      `${label} is "${modelName}", which the Ollama at ${endpoint.baseUrl} does not have.`,
      `Run \`ollama pull ${modelName}\` there, or choose another in Settings, Models. ${list}`,
    );
  } catch (error) {
    const why = error instanceof LlmError ? toAppError(label, error).message : String(error);
    return unchecked(`whether ${endpoint.baseUrl} has "${modelName}" was not checked. ${why}`);
  }
}

/** Whatever else went wrong is thrown on. */
function falseIfNotFound(error: unknown): false {
  if (error instanceof LlmError && error.kind === 'not_found') return false;
  throw error;
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

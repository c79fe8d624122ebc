// What is known of the model that would be asked, before anybody asks it: what it can do, what it holds and costs, whether it is the operator's own, and why
// it cannot be asked. Pure. Called by model-desk.ts.
import type { Provider } from '../../shared/model/language-model.ts';
import { isNear } from '../outgoing/addresses.ts';
import type { KnownModel } from './model-registry.ts';

export interface ModelAbout {
  /** Null where none is chosen. */
  readonly id: string | null;
  readonly label: string | null;
  readonly provider: Provider | null;
  /** What it is told stays on machines of the operator's, as far as its address and name say. */
  readonly isLocal: boolean;
  /** Why it cannot be asked, as a sentence with what to do; null when it can. */
  readonly problem: string | null;
  /** These are null where nobody knows. */
  readonly tools: boolean | null;
  /** Whether it calls several in one answer. */
  readonly parallelCalls: boolean | null;
  /** What a call can hold, in and out; null where no model is chosen. */
  readonly contextTokens: number | null;
  /** Nobody has said what it holds. */
  readonly isContextAssumed: boolean;
  /** US dollars for a million tokens. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
}

/** Models that an Ollama here hands on to Ollama's own service. */
const HANDED_ON = /(?:[:-]cloud)$/;

export function aboutModel(model: KnownModel): ModelAbout {
  const { id, label, provider, endpoint, abilities, context, inputPrice, outputPrice } = model;
  const { tools, parallelCalls } = abilities;
  return {
    ...{ id, label, provider, tools, parallelCalls, inputPrice, outputPrice },
    ...{ contextTokens: context.tokens, isContextAssumed: context.source === 'assumed' },
    isLocal: isNear(endpoint.baseUrl) && !(provider === 'ollama' && HANDED_ON.test(endpoint.modelName)),
    problem: model.problem === null ? null : `${label} cannot be asked. ${model.problem}`,
  };
}

export const aboutNobody = (id: string | null, problem: string): ModelAbout => ({
  ...{ id, label: null, provider: null, isLocal: false, problem },
  ...{ tools: null, parallelCalls: null, contextTokens: null, inputPrice: null, outputPrice: null },
  isContextAssumed: false,
});

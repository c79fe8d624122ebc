// How many tokens a model's context holds: one figure, which requests are judged by and which is sent as `num_ctx`. Pure. Source: agent, The loop.
import type { Provider } from '../../../shared/model/language-model.ts';

/** Where nobody knows: what a small local model has. */
export const ASSUMED_CONTEXT_TOKENS = 8192;
/** No model that the providers' own services still offer holds less. */
const OFFICIAL_CONTEXT_TOKENS = 128_000;

export interface ContextSize {
  readonly tokens: number;
  /** Who said it: the operator, the server when the model was tested, the provider's own service by what it is, or nobody. */
  readonly source: 'declared' | 'found' | 'official' | 'assumed';
}

export function contextSize(model: {
  readonly provider: Provider;
  readonly isOfficial: boolean;
  /** As the operator set it. */
  readonly declared: number | null;
  /** As Test found it. */
  readonly found: number | null;
}): ContextSize {
  if (model.declared !== null) return { tokens: model.declared, source: 'declared' };
  if (model.found !== null) return { tokens: model.found, source: 'found' };
  return model.isOfficial
    ? { tokens: OFFICIAL_CONTEXT_TOKENS, source: 'official' }
    : { tokens: ASSUMED_CONTEXT_TOKENS, source: 'assumed' };
}

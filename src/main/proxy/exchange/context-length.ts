// The context length of a prompt's model: given to requests that set none, where the operator wants that (`model_context_lengths`).
// Source: proxy, Traps. Called by carry-prompt.ts.
import { contextLengths } from '../../../shared/upstream/context-lengths.ts';
import { contextOption, type ScannedBytes } from '../body/context-option.ts';
import type { Edit } from '../body/splice.ts';
import { canonicalModel } from '../pool/model-name.ts';
import type { PromptRoute } from '../routes.ts';

const NO_EDITS: readonly Edit[] = [];

/** The setting as it was written last, and what it says by model. */
let known: { readonly text: string; readonly tokens: ReadonlyMap<string, number> } = {
  text: '',
  tokens: new Map(),
};

/** Tokens that a model is to have; undefined for none. @param text the setting */
export function wantedContext(text: string, model: string | null): number | undefined {
  if (text === '' || model === null) return undefined;
  if (known.text !== text) {
    const tokens = [...contextLengths(text)].map(([name, count]) => [canonicalModel(name), count] as const);
    known = { text, tokens: new Map(tokens) };
  }
  return known.tokens.get(canonicalModel(model));
}

/** What of a body is changed so that its model gets its context. Only Ollama's own routes take `num_ctx`. */
export function contextEdits(
  route: PromptRoute,
  model: string | null,
  body: ScannedBytes,
  setting: string,
): readonly Edit[] {
  if (route !== 'chat' && route !== 'generate') return NO_EDITS;
  const tokens = wantedContext(setting, model);
  const add = tokens === undefined ? null : contextOption(body).add;
  return tokens === undefined || add === null ? NO_EDITS : [add(tokens)];
}

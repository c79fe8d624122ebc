// Whether a request goes into a model's context, by an estimate that rather says too much than too little. Source: agent, Models (num_ctx).
import type { ChatRequest } from './chat-model.ts';

/** Of JSON and prose in most tokenisers it is nearer to four. */
const BYTES_PER_TOKEN = 3.2;
/** Kept free for the answer. */
const ANSWER_TOKENS = 1024;

export function fits(
  request: Pick<ChatRequest, 'system' | 'messages' | 'tools'>,
  contextTokens: number | null,
): { readonly fits: boolean; readonly tokens: number } {
  const { system = '', messages, tools = [] } = request;
  const bytes = Buffer.byteLength(system) + Buffer.byteLength(JSON.stringify([messages, tools]));
  const tokens = Math.ceil(bytes / BYTES_PER_TOKEN);
  return { tokens, fits: contextTokens === null || tokens + ANSWER_TOKENS <= contextTokens };
}

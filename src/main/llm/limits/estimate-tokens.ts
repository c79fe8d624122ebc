// How many tokens a request has, by an estimate that rather says too much than too little. Pure. Source: agent, The loop (num_ctx).
import type { ChatRequest } from '../chat-model.ts';

/** Of JSON and prose in most tokenisers it is nearer to four. */
const BYTES_PER_TOKEN = 3.2;

export function estimateTokens(request: Pick<ChatRequest, 'system' | 'messages' | 'tools'>): number {
  const { system = '', messages, tools = [] } = request;
  const bytes = Buffer.byteLength(system) + Buffer.byteLength(JSON.stringify([messages, tools]));
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

// Ollama's own chat, over the `ollama` package. The package skips lines that are not JSON and prints them, so they are
// looked at before it sees them; an error in a stream reaches us as its bare message.
import type { ChatResponse, Message, Ollama, ShowResponse } from 'ollama';
import { argumentsToText } from '../../shared/bounded-json.ts';
import type { BadLine, CallGuard } from './call-guard.ts';
import { wireName } from './call-ids.ts';
import type { ChatEvent, ChatMessage, ChatRequest, ModelDescription, ModelEndpoint } from './chat-model.ts';
import { onOneLine } from './http-refusal.ts';
import { ASSUMED_CONTEXT_TOKENS } from './limits/context-size.ts';
import { LlmError } from './llm-error.ts';
import { endedEarly } from './openai-chat.ts';
import { argumentsOf } from './tool-call-assembly.ts';

export const OLLAMA_STREAM = /json/;
const LINE_FEED = 0x0a;

/** The package, speaking through the guard. */
export async function connect(endpoint: ModelEndpoint, guard: CallGuard) {
  const { Ollama } = await import('ollama');
  const key = endpoint.apiKey();
  return new Ollama({
    host: endpoint.baseUrl,
    fetch: guard.fetch,
    ...(key === null ? {} : { headers: { authorization: `Bearer ${key}` } }),
  });
}

/** @throws LlmError, or what the package makes of one; the guard knows better then */
export async function* chatOllama(
  endpoint: ModelEndpoint,
  request: ChatRequest,
  guard: CallGuard,
): AsyncGenerator<ChatEvent> {
  const { system, messages, tools, toolChoice, schema, maxTokens, temperature } = request;
  const client = await connect(endpoint, guard);
  const stream = await client.chat({
    model: endpoint.modelName,
    stream: true,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...messages.map(toMessage),
    ],
    ...(schema ? { format: { ...schema.schema } } : {}),
    // There is no choice to be made here: words alone come of no tools.
    ...(tools && tools.length > 0 && toolChoice !== 'none'
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters: { ...parameters } },
          })),
        }
      : {}),
    options: {
      num_predict: maxTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(endpoint.contextTokens === null ? {} : { num_ctx: endpoint.contextTokens }),
    },
  });
  yield* readLines(stream, guard);
}

async function* readLines(stream: AsyncIterable<ChatResponse>, guard: CallGuard): AsyncGenerator<ChatEvent> {
  let calls = 0;
  let last: ChatResponse | undefined;
  for await (const line of stream) {
    const { thinking, content, tool_calls: toolCalls } = line.message ?? {};
    if (thinking) yield { type: 'thinking', text: guard.took(thinking) };
    if (content) yield { type: 'text', text: guard.took(content) };
    for (const { function: called } of toolCalls ?? []) {
      const args = guard.took(argumentsToText(called?.arguments));
      const name = String(called?.name ?? '');
      yield { type: 'tool_call', call: { id: '', name, arguments: args } };
      calls += 1;
    }
    if (line.done) last = line;
  }
  if (!last) throw guard.failure ?? endedEarly();
  // A prompt read from the cache is not counted by older servers; then only the answer is known.
  if (Number.isInteger(last.eval_count)) {
    yield { type: 'usage', inputTokens: last.prompt_eval_count ?? 0, outputTokens: last.eval_count };
  }
  const reason = last.done_reason === 'length' ? 'length' : calls > 0 ? 'tool_calls' : 'stop';
  yield { type: 'done', reason, model: last.model };
}

function toMessage(message: ChatMessage): Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.content };
    case 'tool':
      return { role: 'tool', content: message.content, tool_name: wireName(message.name) };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content,
        ...(message.toolCalls && message.toolCalls.length > 0
          ? {
              tool_calls: message.toolCalls.map((call) => ({
                function: { name: wireName(call.name), arguments: argumentsOf(call.arguments) },
              })),
            }
          : {}),
      };
  }
}

/** What `/api/show` tells, and `/api/ps` of a loaded model: the context it was given there. @throws LlmError */
export async function describeOllama(endpoint: ModelEndpoint, guard: CallGuard): Promise<ModelDescription> {
  const client = await connect(endpoint, guard);
  const shown = await client.show({ model: endpoint.modelName });
  const can: readonly unknown[] | null = Array.isArray(shown.capabilities) ? shown.capabilities : null;
  return {
    tools: can?.includes('tools') ?? null,
    onlyEmbeds: can?.includes('embedding') === true && !can.includes('completion'),
    contextTokens: (await loadedContext(client, endpoint.modelName)) ?? statedContext(shown),
  };
}

/** What a loaded model was given; null where it is not loaded, or the server is too old to say. */
async function loadedContext(client: Pick<Ollama, 'ps'>, name: string): Promise<number | null> {
  const { models = [] } = await client.ps().catch(() => ({ models: [] }));
  const loaded = (models as readonly { name?: unknown; model?: unknown; context_length?: unknown }[]).find(
    (one) => [one.name, one.model].some((known) => known === name || known === `${name}:latest`),
  );
  return contextOf(loaded?.context_length);
}

/** What the model's own file says, or all that it can hold where that is little. */
function statedContext({ parameters, model_info }: ShowResponse): number | null {
  const stated = /^num_ctx\s+(\d{1,9})\s*$/m.exec(typeof parameters === 'string' ? parameters : '')?.[1];
  if (stated !== undefined) return Number(stated);
  const info = (model_info ?? {}) as unknown as Record<string, unknown>;
  const trained = contextOf(Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]);
  return trained !== null && trained <= ASSUMED_CONTEXT_TOKENS ? trained : null;
}

const contextOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null;

/** What `/api/tags` lists. @throws LlmError */
export async function offeredByOllama(endpoint: ModelEndpoint, guard: CallGuard): Promise<readonly string[]> {
  const { models } = await (await connect(endpoint, guard)).list();
  if (!Array.isArray(models)) throw new LlmError('protocol', 'answered with no list of models');
  return models.map(({ name, model }) => name ?? model);
}

/** Checks that every line is JSON, and an error's line an error. */
export function jsonLines(): (chunk: Uint8Array | null) => BadLine | null {
  const decoder = new TextDecoder();
  // Of a line that has not ended; joined once, however many chunks it comes in.
  let pending: string[] = [];
  return (chunk) => {
    const text = chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
    const end = chunk === null ? text.length : text.lastIndexOf('\n');
    pending.push(end < 0 ? text : text.slice(0, end));
    if (end < 0) return null;
    const lines = pending.join('').split('\n');
    pending = [text.slice(end + 1)];
    let before = 0;
    for (const line of lines) {
      const failure = line.trim() === '' ? null : failureOf(line);
      if (failure) return { failure, before };
      before = (chunk?.indexOf(LINE_FEED, before) ?? -1) + 1;
    }
    return null;
  };
}

function failureOf(line: string): LlmError | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return new LlmError('protocol', 'answered with something that is not JSON');
  }
  if (typeof value !== 'object' || value === null)
    return new LlmError('protocol', 'answered with JSON that is not an object');
  const { error } = value as { error?: unknown };
  if (error === undefined) return null;
  const words = typeof error === 'string' ? error : 'an error without a message';
  return new LlmError('server', `broke off its answer with an error: ${onOneLine(words)}`);
}

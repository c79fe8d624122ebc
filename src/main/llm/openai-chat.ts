// Chat completions as OpenAI's API and its many relatives speak them, over the `openai` package.
// The package's retries, logs and environment variables are off; time and size are the guard's.
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { CallGuard } from './call-guard.ts';
import { wireId, wireName } from './call-ids.ts';
import type { ChatEvent, ChatMessage, ChatRequest, DoneReason, ModelEndpoint } from './chat-model.ts';
import { onOneLine } from './http-refusal.ts';
import { kindOfErrorType, LlmError } from './llm-error.ts';
import { fitsStrictMode, portableSchema } from './schema-on-the-wire.ts';
import { argumentsText, ToolCallAssembly } from './tool-call-assembly.ts';

export const OPENAI_STREAM = /event-stream/;

/** @throws LlmError, or what the package makes of one; the guard knows better then */
export async function* chatOpenAi(
  endpoint: ModelEndpoint,
  request: ChatRequest,
  guard: CallGuard,
): AsyncGenerator<ChatEvent> {
  const { default: OpenAI } = await import('openai');
  const client = new OpenAI({
    apiKey: endpoint.apiKey() ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: endpoint.baseUrl,
    maxRetries: 0,
    // The guard's clock rules; this one only must not be first.
    timeout: request.timeoutMs * 2 + 60_000,
    logLevel: 'off',
    fetch: guard.fetch,
  });
  const stream = await client.chat.completions.create(requestBody(endpoint, request));
  yield* readChunks(stream, guard, OpenAI.APIError);
}

function requestBody(endpoint: ModelEndpoint, request: ChatRequest): ChatCompletionCreateParamsStreaming {
  const { system, messages, tools, toolChoice, schema, maxTokens, temperature } = request;
  const portable = schema && portableSchema(schema.schema);
  return {
    model: endpoint.modelName,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      ...messages.map(toMessage),
    ],
    // The first is what OpenAI's newer models insist on; the second is what everybody else knows.
    ...(endpoint.isOfficial ? { max_completion_tokens: maxTokens, store: false } : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools && tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            function: { name, description, parameters: { ...parameters } },
          })),
          ...(toolChoice === 'none' ? { tool_choice: 'none' as const } : {}),
        }
      : {}),
    ...(schema && portable
      ? {
          response_format: {
            type: 'json_schema' as const,
            json_schema: { name: schema.name, schema: portable, strict: fitsStrictMode(portable) },
          },
        }
      : {}),
  };
}

function toMessage(message: ChatMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: wireId(message.callId), content: message.content };
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      return {
        role: 'assistant',
        // Beside calls, nothing said is null: some take no empty text.
        content: message.content === '' && calls.length > 0 ? null : message.content,
        ...(calls.length === 0
          ? {}
          : {
              tool_calls: calls.map((call) => ({
                id: wireId(call.id),
                type: 'function' as const,
                function: { name: wireName(call.name), arguments: argumentsText(call.arguments) },
              })),
            }),
      };
    }
  }
}

/** Fields that relatives of the API add to a piece of an answer. */
interface Delta {
  content?: string | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
}

async function* readChunks(
  stream: AsyncIterable<ChatCompletionChunk>,
  guard: CallGuard,
  APIError: typeof import('openai').APIError,
): AsyncGenerator<ChatEvent> {
  const calls = new ToolCallAssembly();
  let finish: string | undefined;
  let model: string | undefined;
  try {
    for await (const chunk of stream) {
      // Untrusted: servers leave out what the types promise.
      model ??= chunk.model;
      const choice = chunk.choices?.[0];
      const delta: Delta = choice?.delta ?? {};
      const thinking = delta.reasoning_content ?? delta.reasoning;
      if (thinking) yield { type: 'thinking', text: guard.took(thinking) };
      const text = delta.content ?? delta.refusal;
      if (text) yield { type: 'text', text: guard.took(text) };
      for (const piece of choice?.delta?.tool_calls ?? []) {
        const { name, arguments: args } = piece.function ?? {};
        guard.took(args ?? '');
        calls.add(piece.index ?? 0, {
          ...(piece.id ? { id: piece.id } : {}),
          ...(name ? { name } : {}),
          ...(args ? { arguments: args } : {}),
        });
      }
      finish = choice?.finish_reason ?? finish;
      if (chunk.usage) {
        const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = chunk.usage;
        yield { type: 'usage', inputTokens, outputTokens };
      }
    }
  } catch (error) {
    throw error instanceof APIError && error.status === undefined ? errorInStream(error) : error;
  }
  if (finish === undefined) throw guard.failure ?? endedEarly();
  for (const call of calls.take()) yield { type: 'tool_call', call };
  yield { type: 'done', reason: doneReason(finish), model };
}

export const endedEarly = (): LlmError => new LlmError('protocol', 'ended its answer before it was complete');

function errorInStream(error: { error?: unknown; message: string }): LlmError {
  const body = (error.error ?? {}) as { type?: unknown; code?: unknown; message?: unknown };
  const words = typeof body.message === 'string' ? body.message : 'an error without a message';
  const type = [body.type, body.code].filter((one) => typeof one === 'string').join(' ');
  return new LlmError(kindOfErrorType(type), `broke off its answer with an error: ${onOneLine(words)}`);
}

function doneReason(finish: string): DoneReason {
  switch (finish) {
    case 'length':
      return 'length';
    case 'tool_calls':
    case 'function_call':
      return 'tool_calls';
    case 'content_filter':
      return 'refused';
    default:
      return 'stop';
  }
}

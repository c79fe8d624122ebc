// Messages as Anthropic's API speaks them, over `@anthropic-ai/sdk`; also for servers that speak it too.
// A schema goes as `output_config.format` to Anthropic, and as a tool that must be called to everybody else, who may
// not know the first. The package's retries, logs, tracing and environment variables are off.
import type {
  MessageCreateParamsStreaming,
  RawMessageStreamEvent,
  ToolChoice,
} from '@anthropic-ai/sdk/resources/messages';
import type { CallGuard } from './call-guard.ts';
import type { ChatEvent, ChatRequest, DoneReason, ModelEndpoint } from './chat-model.ts';
import { claudeMessages } from './claude-messages.ts';
import { onOneLine } from './http-refusal.ts';
import { kindOfErrorType, LlmError } from './llm-error.ts';
import { endedEarly } from './openai-chat.ts';
import { portableSchema } from './schema-on-the-wire.ts';
import { ToolCallAssembly } from './tool-call-assembly.ts';

export const CLAUDE_STREAM = /event-stream/;

/** @throws LlmError, or what the package makes of one; the guard knows better then */
export async function* chatClaude(
  endpoint: ModelEndpoint,
  request: ChatRequest,
  guard: CallGuard,
): AsyncGenerator<ChatEvent> {
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  const client = new Anthropic({
    // A key must be given, or the package looks for one in the environment and in files of its own.
    apiKey: endpoint.apiKey() ?? 'none',
    authToken: null,
    webhookKey: null,
    baseURL: endpoint.baseUrl,
    // The package sends the key as a bearer token; relatives of the API may look for it where it used to be.
    ...(endpoint.isOfficial ? {} : { defaultHeaders: { 'x-api-key': endpoint.apiKey() } }),
    maxRetries: 0,
    timeout: request.timeoutMs * 2 + 60_000,
    logLevel: 'off',
    openTelemetry: false,
    fetch: guard.fetch,
  });
  const answerTool = request.schema && !endpoint.isOfficial ? request.schema.name : undefined;
  const stream = await client.messages.create(requestBody(endpoint, request, answerTool));
  try {
    yield* new MessageReader(guard, answerTool).read(stream);
  } catch (error) {
    throw error instanceof Anthropic.APIError && error.status === undefined ? errorInStream(error) : error;
  }
}

function requestBody(
  endpoint: ModelEndpoint,
  request: ChatRequest,
  answerTool: string | undefined,
): MessageCreateParamsStreaming {
  const { system, messages, tools = [], toolChoice, schema, maxTokens, temperature } = request;
  const portable = schema && portableSchema(schema.schema);
  const offered = tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: { ...parameters, type: 'object' as const },
  }));
  if (answerTool !== undefined) {
    offered.push({
      name: answerTool,
      description: 'Give the answer.',
      input_schema: { ...portable, type: 'object' as const },
    });
  }
  const choice = choiceOf(answerTool, toolChoice === 'none' && offered.length > 0);
  return {
    model: endpoint.modelName,
    stream: true,
    max_tokens: maxTokens,
    messages: claudeMessages(messages),
    ...(system === undefined ? {} : { system }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(offered.length === 0 ? {} : { tools: offered }),
    ...(choice === undefined ? {} : { tool_choice: choice }),
    ...(portable && answerTool === undefined
      ? { output_config: { format: { type: 'json_schema' as const, schema: portable } } }
      : {}),
  };
}

function choiceOf(answerTool: string | undefined, wordsOnly: boolean): ToolChoice | undefined {
  if (answerTool !== undefined) return { type: 'tool', name: answerTool };
  return wordsOnly ? { type: 'none' } : undefined;
}

class MessageReader {
  readonly #guard: CallGuard;
  readonly #answerTool: string | undefined;
  readonly #calls = new ToolCallAssembly();
  /** Blocks of the tool that stands for the answer. */
  readonly #answers = new Set<number>();
  #input = 0;
  #output = 0;
  #isCounted = false;
  #stop: string | undefined;
  #model: string | undefined;
  #isComplete = false;

  constructor(guard: CallGuard, answerTool: string | undefined) {
    this.#guard = guard;
    this.#answerTool = answerTool;
  }

  async *read(stream: AsyncIterable<RawMessageStreamEvent>): AsyncGenerator<ChatEvent> {
    for await (const event of stream) yield* this.#event(event);
    if (this.#isCounted) yield { type: 'usage', inputTokens: this.#input, outputTokens: this.#output };
    if (!this.#isComplete) throw this.#guard.failure ?? endedEarly();
    const calls = this.#calls.take();
    for (const call of calls) yield { type: 'tool_call', call };
    yield { type: 'done', reason: doneReason(this.#stop, calls.length > 0), model: this.#model };
  }

  *#event(event: RawMessageStreamEvent): Generator<ChatEvent> {
    switch (event.type) {
      case 'message_start':
        this.#count(event.message?.usage);
        this.#model = event.message?.model;
        return;
      case 'content_block_start':
        return this.#begin(event.index, event.content_block);
      case 'content_block_delta':
        yield* this.#delta(event.index, event.delta);
        return;
      case 'message_delta':
        this.#count(event.usage);
        this.#stop = event.delta?.stop_reason ?? this.#stop;
        return;
      case 'message_stop':
        this.#isComplete = true;
    }
  }

  #begin(index: number, block: { type: string; id?: string; name?: unknown }): void {
    if (block?.type !== 'tool_use') return;
    const name = String(block.name ?? '');
    if (name === this.#answerTool) this.#answers.add(index);
    else this.#calls.add(index, { id: block.id ?? '', name });
  }

  *#delta(
    index: number,
    delta: { type: string; text?: string; thinking?: string; partial_json?: string },
  ): Generator<ChatEvent> {
    const piece = this.#guard.took(delta?.text ?? delta?.thinking ?? delta?.partial_json ?? '');
    if (piece === '') return;
    if (delta.type === 'text_delta') yield { type: 'text', text: piece };
    else if (delta.type === 'thinking_delta') yield { type: 'thinking', text: piece };
    else if (delta.type === 'input_json_delta') {
      if (this.#answers.has(index)) yield { type: 'text', text: piece };
      else this.#calls.add(index, { arguments: piece });
    }
  }

  /** Counts are of the whole message so far; what is read from a cache was read too. */
  #count(usage: Counts | undefined): void {
    if (!usage) return;
    this.#isCounted = true;
    const input =
      (usage.input_tokens ?? 0) +
      (usage.cache_creation_input_tokens ?? 0) +
      (usage.cache_read_input_tokens ?? 0);
    this.#input = Math.max(this.#input, input);
    this.#output = Math.max(this.#output, usage.output_tokens ?? 0);
  }
}

interface Counts {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
}

function errorInStream(error: { error?: unknown }): LlmError {
  const body = ((error.error ?? {}) as { error?: unknown }).error as
    | { type?: unknown; message?: unknown }
    | undefined;
  const words = typeof body?.message === 'string' ? body.message : 'an error without a message';
  const type = typeof body?.type === 'string' ? body.type : '';
  return new LlmError(kindOfErrorType(type), `broke off its answer with an error: ${onOneLine(words)}`);
}

function doneReason(stop: string | undefined, hasCalls: boolean): DoneReason {
  switch (stop) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'refusal':
      return 'refused';
    case 'tool_use':
      return hasCalls ? 'tool_calls' : 'stop';
    default:
      return 'stop';
  }
}

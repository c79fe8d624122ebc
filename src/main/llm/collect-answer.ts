// Reads an answer to its end, and keeps count of one that comes: as the model says, else by characters.
import type { AnswerEnd, AnswerEvent, ChatEvent, ChatRequest, ToolCall } from './chat-model.ts';
import type { LlmError, LlmErrorKind } from './llm-error.ts';

const CHARACTERS_PER_TOKEN = 4;

export interface CollectedAnswer extends Omit<AnswerEnd, 'type'> {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
}

/** @throws what the events throw */
export async function collected(events: AsyncIterable<AnswerEvent>): Promise<CollectedAnswer> {
  const text: string[] = [];
  const toolCalls: ToolCall[] = [];
  let end: AnswerEnd | undefined;
  for await (const event of events) {
    if (event.type === 'text') text.push(event.text);
    else if (event.type === 'tool_call') toolCalls.push(event.call);
    else if (event.type === 'done') end = event;
  }
  if (!end) throw new Error('an answer ended without its end');
  const { type: _, ...came } = end;
  return { ...came, text: text.join(''), toolCalls };
}

const NONE: Count = { inputTokens: 0, outputTokens: 0 };

/** Keeps count of an answer, however far it comes. */
export class AnswerCount {
  readonly #request: PromptParts;
  #characters = 0;
  #said: Partial<Count> = {};

  constructor(request: PromptParts) {
    this.#request = request;
  }

  take(event: ChatEvent): void {
    if (event.type === 'text' || event.type === 'thinking') this.#characters += event.text.length;
    else if (event.type === 'tool_call') this.#characters += event.call.arguments.length;
    else if (event.type === 'usage') this.#said = counts(event);
  }

  /** @returns `estimated`: counted by characters, in part or whole, since the model did not say */
  total(error: LlmError | null): Count & { readonly estimated: boolean } {
    const said = this.#said;
    const estimated = said.inputTokens === undefined || said.outputTokens === undefined;
    const guess = estimated ? estimate(this.#request, this.#characters, error) : {};
    return { ...NONE, ...guess, ...said, estimated };
  }
}

/** Refused before anything was read or written: nothing was used. */
const UNREAD: ReadonlySet<LlmErrorKind> = new Set([
  'unauthenticated',
  'not_found',
  'rate_limited',
  'overloaded',
  'bad_request',
  'unreachable',
]);

interface Count {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

type PromptParts = Pick<ChatRequest, 'system' | 'messages' | 'tools' | 'schema'>;

function estimate(request: PromptParts, characters: number, error: LlmError | null): Count {
  const isUnread = characters === 0 && error !== null && UNREAD.has(error.kind);
  if (isUnread) return { inputTokens: 0, outputTokens: 0 };
  const input = Math.ceil(promptText(request).length / CHARACTERS_PER_TOKEN);
  return { inputTokens: input, outputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN) };
}

/** The counts a server really gave, each by itself: nothing, or what is no number, must not pass for "none used". */
function counts(usage: Count): Partial<Count> {
  const isCount = (value: unknown): value is number =>
    typeof value === 'number' && Number.isFinite(value) && value > 0;
  const whole = (value: number) => Math.min(Math.ceil(value), 1e9);
  return {
    ...(isCount(usage.inputTokens) ? { inputTokens: whole(usage.inputTokens) } : {}),
    ...(isCount(usage.outputTokens) ? { outputTokens: whole(usage.outputTokens) } : {}),
  };
}

function promptText({ system, messages, tools, schema }: PromptParts) {
  const parts = [
    system ?? '',
    ...messages.flatMap((message) => [
      message.content,
      ...(message.role === 'assistant' ? (message.toolCalls ?? []) : []).map(
        (call) => call.name + call.arguments,
      ),
    ]),
    tools && tools.length > 0 ? toolsText(tools) : '',
    schema ? JSON.stringify(schema.schema) : '',
  ];
  return parts.join('\n');
}

/** Those of the assistant are the same at every turn, and long. */
const toolTexts = new WeakMap<object, string>();

function toolsText(tools: NonNullable<PromptParts['tools']>): string {
  const text = toolTexts.get(tools) ?? JSON.stringify(tools);
  toolTexts.set(tools, text);
  return text;
}

/** More tokens than the prompt can come to, by any tokeniser in use: one for two bytes, and some for its frame. */
export function worstCase(request: PromptParts): number {
  return Math.ceil(Buffer.byteLength(promptText(request)) / 2) + 64;
}

// Reads one answer to its end, or as far as it came, and counts it: as the model says, else by characters.
import type { ChatModel, ChatRequest, DoneReason, ToolCall } from './chat-model.ts';
import { LlmError, type LlmErrorKind } from './llm-error.ts';

const CHARACTERS_PER_TOKEN = 4;

export interface CollectedAnswer {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Null when it did not come to its end. */
  readonly reason: DoneReason | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Counted by characters, in part or whole, since the model did not say. */
  readonly estimated: boolean;
}

/** Never throws: what went wrong comes beside what had come by then. */
export async function collectAnswer(
  model: ChatModel,
  request: ChatRequest,
): Promise<{ readonly answer: CollectedAnswer; readonly error: LlmError | null }> {
  const text: string[] = [];
  const toolCalls: ToolCall[] = [];
  let characters = 0;
  let reason: DoneReason | null = null;
  let said: Partial<Count> = {};
  let error: LlmError | null = null;
  try {
    for await (const event of model.chat(request)) {
      switch (event.type) {
        case 'text':
          text.push(event.text);
          characters += event.text.length;
          break;
        case 'thinking':
          characters += event.text.length;
          break;
        case 'tool_call':
          toolCalls.push(event.call);
          characters += event.call.arguments.length;
          break;
        case 'usage':
          said = counts(event);
          break;
        case 'done':
          reason = event.reason;
      }
    }
  } catch (thrown) {
    error = thrown instanceof LlmError ? thrown : new LlmError('protocol', 'could not be understood');
  }
  const counted = { ...estimate(request, characters, error), ...said };
  const estimated = said.inputTokens === undefined || said.outputTokens === undefined;
  return { answer: { text: text.join(''), toolCalls, reason, ...counted, estimated }, error };
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

function estimate(request: ChatRequest, characters: number, error: LlmError | null): Count {
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

function promptText({
  system,
  messages,
  tools,
  schema,
}: Pick<ChatRequest, 'system' | 'messages' | 'tools' | 'schema'>) {
  const parts = [
    system ?? '',
    ...messages.map((message) => message.content),
    tools && tools.length > 0 ? JSON.stringify(tools) : '',
    schema ? JSON.stringify(schema.schema) : '',
  ];
  return parts.join('\n');
}

/** More tokens than the prompt can come to, by any tokeniser in use: one for two bytes, and some for its frame. */
export function worstCase(request: Pick<ChatRequest, 'system' | 'messages' | 'tools' | 'schema'>): number {
  return Math.ceil(Buffer.byteLength(promptText(request)) / 2) + 64;
}

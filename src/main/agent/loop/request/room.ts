// What of a request goes into a model's context: which tools are offered, how long each message may be, when older turns are summarised. The same session
// gives the same bytes from turn to turn. Pure. Source: agent, The loop (compaction, num_ctx).
import type { ModelMessage, ToolSpec } from '../model-port.ts';

/** Of which everything else is a share. */
export interface Room {
  /** What the model holds, in tokens. */
  readonly tokens: number;
  /** Kept free for the answer. */
  readonly answerTokens: number;
  /** Older turns are summarised above this. */
  readonly fullTokens: number;
  /** What is left of a conversation then, at most. */
  readonly keptTokens: number;
  readonly tools: readonly ToolSpec[];
  /** Names of tools that are not offered, since they would fill the context. */
  readonly leftOut: readonly string[];
}

/** As the estimate of tokens counts (llm/limits/estimate-tokens.ts). */
const BYTES_PER_TOKEN = 3.2;
const LEAST_RESULT_BYTES = 400;

/** What a small context needs first; tools that are not named come last, in the order of the registry. */
const FIRST_TOOLS = [
  ...['query', 'read', 'control', 'run_command', 'question', 'discovery', 'alerts', 'metrics', 'storage'],
  ...['docker', 'file_edit', 'graph_query', 'advisory_query', 'kubernetes', 'graph_explain', 'graph_write'],
];

export function roomOf(tokens: number, tools: readonly ToolSpec[]): Room {
  const offered = offeredTools(tools, tokens * 0.33 * BYTES_PER_TOKEN);
  return {
    tokens,
    answerTokens: Math.min(4096, Math.max(256, Math.floor(tokens / 8))),
    fullTokens: Math.floor(tokens * 0.7),
    keptTokens: Math.floor(tokens * 0.2),
    tools: offered,
    leftOut: tools.filter((tool) => !offered.includes(tool)).map(({ name }) => name),
  };
}

function offeredTools(tools: readonly ToolSpec[], bytes: number): readonly ToolSpec[] {
  const rank = ({ name }: ToolSpec) => FIRST_TOOLS.indexOf(name) + 1 || FIRST_TOOLS.length + 1;
  let left = bytes;
  const chosen = new Set<ToolSpec>();
  for (const tool of tools.toSorted((a, b) => rank(a) - rank(b))) {
    const size = Buffer.byteLength(JSON.stringify(tool));
    if (size > left) continue;
    left -= size;
    chosen.add(tool);
  }
  return tools.filter((tool) => chosen.has(tool));
}

/** Shares of the context that one message may take; the results of one turn share theirs. */
const SHARES = { user: 0.3, assistant: 0.2, arguments: 0.1, results: 0.15 } as const;

/** @param scale of all shares, where even one turn does not fit */
export function fitMessages(messages: readonly ModelMessage[], { tokens }: Room, scale = 1): ModelMessage[] {
  const bytesOf = (share: keyof typeof SHARES) => SHARES[share] * tokens * BYTES_PER_TOKEN * scale;
  let results = 1;
  return messages.map((message): ModelMessage => {
    if (message.role === 'user') return fitContent(message, bytesOf('user'));
    if (message.role === 'tool')
      return fitContent(message, Math.max(bytesOf('results') / results, LEAST_RESULT_BYTES * scale));
    const { toolCalls = [] } = message;
    results = Math.max(1, toolCalls.length);
    const fitted = fitContent(message, bytesOf('assistant'));
    if (toolCalls.length === 0) return fitted;
    const most = bytesOf('arguments') / results;
    return {
      ...fitted,
      toolCalls: toolCalls.map((call) => ({ ...call, arguments: fitArguments(call.arguments, most) })),
    };
  });
}

function fitContent<M extends ModelMessage>(message: M, bytes: number): M {
  const content = cutToBytes(message.content, bytes);
  return content === message.content ? message : { ...message, content };
}

/** Arguments that were carried out already, or refused. */
const fitArguments = (text: string, bytes: number): string =>
  Buffer.byteLength(text) <= bytes ? text : JSON.stringify({ cut: cutToBytes(text, Math.min(bytes, 200)) });

/** The beginning and the end of a text, and between them how much is left out. */
export function cutToBytes(text: string, bytes: number): string {
  const size = Buffer.byteLength(text);
  if (size <= bytes) return text;
  const note = ` … [${size} bytes, cut to what the model holds; ask for less at a time] … `;
  const chars = Math.max(0, Math.floor(((bytes - note.length) * text.length) / size));
  const tail = Math.floor(chars / 4);
  return text.slice(0, chars - tail).toWellFormed() + note + text.slice(text.length - tail).toWellFormed();
}

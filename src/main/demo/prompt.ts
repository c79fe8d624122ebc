// What a prompt-carrying call comes down to, whichever API it came through, and what an answer is made of.
// Plain data: routes fill it in, the scripted model reads it, the wire formats write it.
import type { Json } from './json-fields.ts';

export interface ToolCall {
  readonly name: string;
  readonly arguments: Json;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Json;
}

export interface PromptMessage {
  readonly role: string;
  readonly content: string;
  /** How many images came with it; their bytes are not looked at. */
  readonly images: number;
  readonly toolCalls: readonly ToolCall[];
}

/** `json`: any object. A schema: an object that fits it. */
export type AnswerFormat = { readonly kind: 'text' } | { readonly kind: 'json'; readonly schema: Json };

export interface PromptRequest {
  readonly model: string;
  /** As sent; the Modelfile's SYSTEM is added by `withModelfile`. */
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly ToolSpec[];
  readonly format: AnswerFormat;
  /** What the request says about thinking; null where it says nothing. */
  readonly think: boolean | null;
  /** Tokens the answer may have; null for no limit. */
  readonly maxTokens: number | null;
  readonly stream: boolean;
  /** `raw: true` and fill-in-middle bypass the template, and with it the Modelfile. */
  readonly raw: boolean;
  readonly debugRenderOnly: boolean;
}

export interface Answer {
  readonly thinking: string;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly doneReason: 'stop' | 'length';
}

/** One token's worth of answer. */
export type Delta =
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tools'; readonly calls: readonly ToolCall[] };

/** Counts in tokens, durations in nanoseconds, as Ollama reports them. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly loadNs: number;
  readonly promptNs: number;
  readonly evalNs: number;
}

export const message = (role: string, content: string, images = 0): PromptMessage => ({
  role,
  content,
  images,
  toolCalls: [],
});

/**
 * Ollama's rule for the Modelfile's SYSTEM: it is used only when the request brings no system text of its own,
 * i.e. when the first message is not a system message (ollama-and-proxying.md 1.3, rule 1).
 */
export function withModelfile(request: PromptRequest, modelSystem: string): readonly PromptMessage[] {
  const first = request.messages[0];
  if (request.raw || modelSystem === '' || first === undefined || first.role === 'system') {
    return request.messages;
  }
  return [message('system', modelSystem), ...request.messages];
}

/** The prompt after the template, as `_debug_render_only` shows it and as tokens are counted. */
export function renderPrompt(messages: readonly PromptMessage[], raw: boolean): string {
  if (raw) return messages.map((m) => m.content).join('');
  const turns = messages.map((m) => `<|im_start|>${m.role}\n${m.content}<|im_end|>\n`);
  return `${turns.join('')}<|im_start|>assistant\n`;
}

/** About four characters a token, which is also how memory.md counts a block against the context length. */
export const countTokens = (text: string): number => Math.ceil(text.length / 4);

/** Words with the white space before them, so that the pieces joined are the text. */
export const tokenPieces = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];

/** The answer that these tokens make up. */
export function answerOf(deltas: readonly Delta[], doneReason: Answer['doneReason']): Answer {
  const textOf = (kind: 'text' | 'thinking'): string =>
    deltas.map((delta) => (delta.kind === kind ? delta.text : '')).join('');
  const toolCalls = deltas.flatMap((delta) => (delta.kind === 'tools' ? delta.calls : []));
  return { thinking: textOf('thinking'), text: textOf('text'), toolCalls, doneReason };
}

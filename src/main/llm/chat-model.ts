// What it is to talk to a language model: a request in, a stream of events out. Types only.
// What a model says is untrusted: nothing here parses it, and tool arguments stay text until their caller checks them.
// Implemented by the three provider files beside it; opened through open-chat-model.ts.
import type { Provider } from '../../shared/model/language-model.ts';

export interface ToolCall {
  /** No other call of the conversation has it. */
  readonly id: string;
  readonly name: string;
  /** As the model wrote them; perhaps not JSON. */
  readonly arguments: string;
}

export type ChatMessage =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly content: string };

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface AnswerSchema {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ChatRequest {
  readonly system?: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ToolSpec[] | undefined;
  /** `none`: words only, with the tools still in sight where the API refuses a history of calls without them. Default `auto`. */
  readonly toolChoice?: 'auto' | 'none' | undefined;
  /** The answer's text should be JSON that fits it. Whoever asks checks; a provider may ignore it. */
  readonly schema?: AnswerSchema | undefined;
  /** Tokens the answer may have. */
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call. */
  readonly timeoutMs: number;
  /** Milliseconds without a byte, once the answer has begun. */
  readonly idleMs?: number | undefined;
  /** Bytes of text, thinking and tool arguments together; the connection is closed past it. Default 1 MiB. */
  readonly maxAnswerBytes?: number | undefined;
}

export type DoneReason = 'stop' | 'length' | 'tool_calls' | 'refused';

export type ChatEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** Whole: pieces are put together first. */
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  /** As the provider counts. Absent where it says nothing. */
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  /** The last event; a stream that ends without it has thrown. */
  | {
      readonly type: 'done';
      readonly reason: DoneReason;
      /** What the server says answered; absent where it does not say. */
      readonly model?: string | undefined;
    };

/** As the desk hands a call on: without keys, and with what it came to at the end. */
export type AnswerEvent = Exclude<ChatEvent, { readonly type: 'usage' | 'done' }> | AnswerEnd;

export interface AnswerEnd {
  readonly type: 'done';
  readonly reason: DoneReason;
  /** The model's label. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where its prices are not known. */
  readonly cost: number | null;
  readonly ms: number;
}

/** What a server tells of a model without generating anything; null where it does not say. */
export interface ModelDescription {
  readonly tools: boolean | null;
  /** It makes vectors, and answers nothing. */
  readonly onlyEmbeds: boolean;
  readonly contextTokens: number | null;
}

/** What a model made of texts. */
export interface EmbeddedTexts {
  /** Of the very model, SHA-256 in hexadecimal. */
  readonly digest: string;
  /** One for each text, in their order; finite numbers, not all zero, as many in each. */
  readonly vectors: readonly (readonly number[])[];
  /** As the server counts; null where it does not. */
  readonly inputTokens: number | null;
}

export interface ChatModel {
  /** @throws LlmError, while it is iterated */
  chat(request: ChatRequest): AsyncIterable<ChatEvent>;
  /** @throws LlmError. Null where the API has no such call. */
  describe(limits: Pick<ChatRequest, 'timeoutMs' | 'signal'>): Promise<ModelDescription | null>;
  /** The names of what the server has; of Ollama alone, whose list is whole. @throws LlmError */
  offered(limits: Pick<ChatRequest, 'timeoutMs' | 'signal'>): Promise<readonly string[]>;
  /** Vectors of texts; Ollama's models alone make any. @throws LlmError */
  embed(
    texts: readonly string[],
    limits: Pick<ChatRequest, 'timeoutMs' | 'signal' | 'maxAnswerBytes'>,
  ): Promise<EmbeddedTexts>;
  /** Which very model answers to the name, SHA-256 in hexadecimal; Ollama alone tells. @throws LlmError */
  digest(limits: Pick<ChatRequest, 'timeoutMs' | 'signal'>): Promise<string>;
}

/** Where a model is and how to get in. */
export interface ModelEndpoint {
  readonly provider: Provider;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The provider's own service, which knows every parameter of its API; others know the common ones. */
  readonly isOfficial: boolean;
  readonly modelName: string;
  /** The key is asked for at each call and kept nowhere. */
  readonly apiKey: () => string | null;
  /** Tokens; sent where the server has to be told how much context to make room for. */
  readonly contextTokens: number | null;
}

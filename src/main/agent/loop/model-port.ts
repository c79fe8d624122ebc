// How the loop talks to a model: the layer of models is handed in by the composition root and fits this. Types only. Source: agent, Models.

export interface CallMessage {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them; perhaps no JSON. */
  readonly arguments: string;
}

export type ModelMessage =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly CallMessage[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly content: string };

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  /** Of the table of models; null is the one in Settings. */
  readonly model: string | null;
  /** Calls of one run share a budget. */
  readonly run: string;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  /** `none`: words only. */
  readonly toolChoice: 'auto' | 'none';
  /** Tokens the answer may have. */
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: CallMessage }
  | {
      readonly type: 'done';
      readonly reason: 'stop' | 'length' | 'tool_calls' | 'refused';
      readonly model: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly cost: number | null;
      readonly ms: number;
    };

export interface ModelAbout {
  readonly id: string | null;
  readonly label: string | null;
  readonly provider: string | null;
  readonly isLocal: boolean;
  /** Why it cannot be asked; null when it can. */
  readonly problem: string | null;
  readonly tools: boolean | null;
  /** Null where no model is chosen. */
  readonly contextTokens: number | null;
  /** Nobody has said how many: a small model’s are assumed. */
  readonly isContextAssumed: boolean;
}

export interface AskedModel {
  about(model: string | null): Promise<ModelAbout>;
  /** @throws AppError BUDGET_EXCEEDED, UNAVAILABLE, BAD_ANSWER …, while it is iterated */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
  /** How long a request is, in tokens, rather too many than too few. */
  estimateTokens(
    request: Pick<ModelRequest, 'messages'> & Partial<Pick<ModelRequest, 'system' | 'tools'>>,
  ): number;
}

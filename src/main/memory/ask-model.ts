// What the memory needs of a language model: one question, one answer in text. Implemented by llm/ and handed in by
// core/. The answer is untrusted input: whoever asks parses and validates it. Source: architecture, The model proposes.

export interface ModelQuestion {
  /** The name of one that was registered with whoever answers. */
  readonly purpose: string;
  /** Instructions; the program's own words only. */
  readonly system: string;
  /** The question, with quoted sentences of others kept apart as data. */
  readonly prompt: string;
  /** A JSON schema (draft 2020-12) the answer should fit; enforced by providers that can. */
  readonly schema: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** A model by its id, in the place of the one chosen for the purpose. */
  readonly model?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ModelAnswer {
  readonly text: string;
  /** The model's label, for the journal. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
}

export interface AskModel {
  /**
   * @throws AppError UNAVAILABLE (no model chosen, key refused, unreachable, 429, 5xx; `retryable`,
   *   `details.retryAfterMs`, `details.kind`), BUDGET_EXCEEDED (`details.resetsAt`), TIMEOUT,
   *   BAD_ANSWER (too long, cut short, broken stream), CANCELLED
   */
  ask(question: ModelQuestion): Promise<ModelAnswer>;
  /** Why nobody can be asked for this purpose now; null when somebody can. */
  problem(purpose: string): string | null;
}

/** Of a purpose whose use people watch: where its questions go, and how much of the day's budget is used. */
export interface WatchedModel extends AskModel {
  /** Whether what it is asked stays on machines of the operator's. @param id null for the model chosen for the purpose */
  about(
    purpose: string,
    id: string | null,
  ): Promise<{ readonly label: string | null; readonly isLocal: boolean }>;
  /** Tokens of the purpose since midnight. */
  usedToday(purpose: string): Promise<number>;
}

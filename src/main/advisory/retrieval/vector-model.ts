// The model that is chosen for vectors, as this room knows it: core hands it in. What it answered is of the shape it should have; whether it is of the length that it
// was before is for its callers to see. Types and a name. Source: advisory, Retrieval.
export interface Maker {
  /** As its server calls it. */
  readonly model: string;
  /** Of the very model, SHA-256 in hexadecimal. */
  readonly digest: string;
}

export interface MadeVectors extends Maker {
  /** One for each text, in their order: as many finite numbers in each, not all zero. */
  readonly vectors: readonly (readonly number[])[];
}

export interface VectorModel {
  /** Whether one is chosen at all. */
  readonly isChosen: () => boolean;
  /** Why it cannot be asked, as far as anybody knows; null when it can. */
  readonly problem: () => string | null;
  /** @throws AppError UNAVAILABLE, TIMEOUT, BAD_ANSWER, CANCELLED */
  readonly maker: (signal: AbortSignal) => Promise<Maker>;
  /** Waits for a place that no agent wants. @throws AppError as `maker`, and BUDGET_EXCEEDED */
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<MadeVectors>;
}

/** What vectors are recorded under: another digest is another maker. */
export const makerName = ({ model, digest }: Maker): string => `ollama:${model}@${digest.slice(0, 12)}`;

// What is put on the wire by us: an answer that is made here, or the end of a stream that was cut, and what a protocol
// has to offer for both. Types alone. Filled by breaker-answer.ts and stream-progress.ts, written by the formats beside it.

/** An answer that is made here. */
export interface OwnAnswer {
  readonly model: string;
  readonly text: string;
  /** A short hexadecimal name; ids are made of it. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** OpenAI's `stream_options.include_usage`. */
  readonly includesUsage: boolean;
}

/** How far a stream of the upstream had come when it was cut. */
export interface OpenStream {
  readonly model: string;
  readonly now: number;
  readonly includesUsage: boolean;
  /** The id its chunks carry. */
  readonly id: string | null;
  /** Anthropic's content block that is open; null when none is. */
  readonly block: number | null;
  readonly response: OpenResponse | null;
}

/** How far an answer of `/v1/responses` had come. */
export interface OpenResponse {
  /** The `response` of the first event, to be sent once more with its end. */
  readonly opened: Readonly<Record<string, unknown>>;
  /** The number of the last event. */
  readonly sequence: number;
  /** Output items that were done before. */
  readonly items: readonly unknown[];
  /** The part of text that is open; null while the agent thinks. */
  readonly part: OpenPart | null;
}

export interface OpenPart {
  readonly itemId: string;
  readonly outputIndex: number;
  readonly contentIndex: number;
  readonly text: string;
}

export interface Wire {
  readonly streamType: string;
  readonly whole: (answer: OwnAnswer) => object;
  readonly stream: (answer: OwnAnswer) => string;
  readonly closing: (open: OpenStream) => string;
}

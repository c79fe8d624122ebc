// Answers of ours on the wire, as every route's clients read them: a whole answer, a whole stream, and the bytes that end a
// stream the upstream began. Nothing here decides what is said. Source: proxy.md Fidelity, Loop detection 6 and (5).
// Used by breaker-answer.ts and stream-watch.ts.
import type { PromptRoute } from '../routes.ts';
import { anthropicWire } from './wire-anthropic.ts';
import { chatWire, generateWire } from './wire-ollama.ts';
import { completionsWire, openAiChatWire } from './wire-openai.ts';
import { responsesWire } from './wire-responses.ts';

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
  readonly sequence: number;
  readonly itemId: string;
  readonly outputIndex: number;
  readonly contentIndex: number;
  /** The text of the open part. */
  readonly text: string;
  /** Output items that were done before. */
  readonly items: readonly unknown[];
}

export interface Wire {
  readonly streamType: string;
  readonly whole: (answer: OwnAnswer) => object;
  readonly stream: (answer: OwnAnswer) => string;
  readonly closing: (open: OpenStream) => string;
}

export const WIRES: Record<PromptRoute, Wire> = {
  chat: chatWire,
  generate: generateWire,
  openai_chat: openAiChatWire,
  openai_completions: completionsWire,
  openai_responses: responsesWire,
  anthropic_messages: anthropicWire,
};

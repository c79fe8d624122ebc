// Where the program has vectors made of texts: by the model that a purpose's setting names, in the same places, budgets and record as every other call. Called through
// ports that their features declare. Source: advisory, Retrieval.
import type { ModelNetwork } from '../call-guard.ts';
import type { EmbeddedTexts } from '../chat-model.ts';
import { untilPlaced } from '../limits/places.ts';
import { LlmError } from '../llm-error.ts';
import type { ModelDesk } from '../model-desk.ts';
import { toAppError } from '../model-problems.ts';
import { openChatModel } from '../open-chat-model.ts';

/** A vector of 4,096 numbers takes some 90 KB of JSON; a call has a few dozen. */
const MAX_ANSWER_BYTES = 8_388_608;
const DIGEST_TIMEOUT_MS = 5000;

export interface EmbeddingAsked {
  /** The name of a purpose that was registered. */
  readonly purpose: string;
  readonly texts: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the call, once it has a place. */
  readonly timeoutMs: number;
}

/** Vectors, and which model's they are. */
export interface MadeVectors extends EmbeddedTexts {
  /** As its server calls it. */
  readonly model: string;
}

export class EmbeddingDesk {
  readonly #desk: ModelDesk;
  readonly #network: ModelNetwork;

  constructor(desk: ModelDesk, network: ModelNetwork) {
    this.#desk = desk;
    this.#network = network;
  }

  /** @throws AppError, as a question to a model; BAD_ANSWER for what are not vectors of these texts */
  embed({ texts, timeoutMs, ...call }: EmbeddingAsked): Promise<MadeVectors> {
    const embed = () =>
      this.#desk.single({ ...call, texts }, async ({ endpoint }, signal) => {
        const limits = { timeoutMs, signal, maxAnswerBytes: MAX_ANSWER_BYTES };
        const made = await openChatModel(endpoint, this.#network).embed(texts, limits);
        return { answer: { ...made, model: endpoint.modelName }, inputTokens: made.inputTokens };
      });
    return untilPlaced(embed);
  }

  /** Which very model would be asked. @throws AppError UNAVAILABLE, TIMEOUT, BAD_ANSWER, CANCELLED */
  async maker(purpose: string, signal?: AbortSignal): Promise<Pick<MadeVectors, 'model' | 'digest'>> {
    const { endpoint, label } = await this.#desk.chosen(purpose);
    const limits = { timeoutMs: DIGEST_TIMEOUT_MS, signal };
    try {
      const digest = await openChatModel(endpoint, this.#network).digest(limits);
      return { model: endpoint.modelName, digest };
    } catch (error) {
      throw error instanceof LlmError ? toAppError(label, error) : error;
    }
  }
}

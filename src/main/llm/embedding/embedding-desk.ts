// Where the program has vectors made of texts: by the model that a purpose's setting names, in the same places, budgets and record as every other call. Called through
// ports that their features declare. Source: advisory, Retrieval.
import type { ModelNetwork } from '../call-guard.ts';
import type { EmbeddedTexts } from '../chat-model.ts';
import { untilPlaced } from '../limits/places.ts';
import { LlmError } from '../llm-error.ts';
import type { ModelDesk, SingleCall } from '../model-desk.ts';
import { toAppError } from '../model-problems.ts';
import { openChatModel } from '../open-chat-model.ts';
import type { Purposes } from '../purpose.ts';

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

/** One call, of whichever model. @throws AppError, as a question to a model; BAD_ANSWER for what are not vectors of these texts */
export function embedOnce(
  { desk, network }: Pick<EmbeddingParts, 'desk' | 'network'>,
  call: SingleCall,
  timeoutMs: number,
): Promise<EmbeddedTexts> {
  const { model, texts } = call;
  return desk.single(call, async (signal) => {
    const limits = { timeoutMs, signal, maxAnswerBytes: MAX_ANSWER_BYTES };
    const answer = await openChatModel(model.endpoint, network).embed(texts, limits);
    return { answer, inputTokens: answer.inputTokens };
  });
}

interface EmbeddingParts {
  readonly desk: ModelDesk;
  readonly network: ModelNetwork;
  readonly purposes: Purposes;
}

export class EmbeddingDesk {
  readonly #parts: EmbeddingParts;

  constructor(parts: EmbeddingParts) {
    this.#parts = parts;
  }

  /** @throws AppError, as `embedOnce`; UNAVAILABLE where nobody can be asked */
  async embed({ purpose, texts, signal, timeoutMs }: EmbeddingAsked): Promise<MadeVectors> {
    const { desk, purposes } = this.#parts;
    const asker = purposes.get(purpose);
    const model = await desk.chosen(purpose);
    const call = { asker, model, texts, signal };
    const made = await untilPlaced(() => embedOnce(this.#parts, call, timeoutMs));
    return { ...made, model: model.endpoint.modelName };
  }

  /** Which very model would be asked. @throws AppError UNAVAILABLE, TIMEOUT, BAD_ANSWER, CANCELLED */
  async maker(purpose: string, signal?: AbortSignal): Promise<Pick<MadeVectors, 'model' | 'digest'>> {
    const { desk, network } = this.#parts;
    const { endpoint, label } = await desk.chosen(purpose);
    const limits = { timeoutMs: DIGEST_TIMEOUT_MS, signal };
    try {
      const digest = await openChatModel(endpoint, network).digest(limits);
      return { model: endpoint.modelName, digest };
    } catch (error) {
      throw error instanceof LlmError ? toAppError(label, error) : error;
    }
  }
}

// Vectors that a model of Ollama makes of texts (`/api/embed`), with the digest of the very model that made them. What a server answers is untrusted: anything but one
// vector for each text, all of one length and of finite numbers, is refused whole. Called through open-chat-model.ts. Source: advisory, Retrieval.
import type { CallGuard } from '../call-guard.ts';
import type { EmbeddedTexts, ModelEndpoint } from '../chat-model.ts';
import { LlmError } from '../llm-error.ts';
import { connect } from '../ollama-chat.ts';

/** Longer vectors are taken from nobody. */
export const MAX_DIMENSIONS = 4096;

/**
 * The digest is read before and after: a model that is replaced meanwhile has made nothing.
 * @throws LlmError, or what the package makes of one; the guard knows better then
 */
export async function embedOllama(
  endpoint: ModelEndpoint,
  texts: readonly string[],
  guard: CallGuard,
): Promise<EmbeddedTexts> {
  const client = await connect(endpoint, guard);
  const digest = await digestFrom(endpoint, guard);
  // Ollama cuts what is longer than the model's context.
  const answer = await client.embed({ model: endpoint.modelName, input: [...texts], truncate: true });
  const vectors = checkedVectors(answer?.embeddings, texts.length);
  if ((await digestFrom(endpoint, guard)) !== digest)
    throw new LlmError('protocol', 'became another model in the middle of its answer');
  const { prompt_eval_count: tokens } = answer;
  return { digest, vectors, inputTokens: Number.isInteger(tokens) && tokens >= 0 ? tokens : null };
}

/** SHA-256 in hexadecimal of what the name stands for now. @throws LlmError not_found where the server lists no such model */
export async function digestFrom(
  { modelName, ...endpoint }: ModelEndpoint,
  guard: CallGuard,
): Promise<string> {
  const client = await connect({ modelName, ...endpoint }, guard);
  const { models } = await client.list();
  if (!Array.isArray(models)) throw new LlmError('protocol', 'answered with no list of models');
  const names: readonly unknown[] = [modelName, `${modelName}:latest`];
  const found = models.find((one) => names.includes(one?.name) || names.includes(one?.model));
  if (found === undefined) throw new LlmError('not_found', 'is not in the list of its server');
  const digest = String(found.digest ?? '').replace('sha256:', '');
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new LlmError('protocol', 'is listed without a digest');
  return digest;
}

/** @throws LlmError protocol */
function checkedVectors(embeddings: unknown, count: number): readonly (readonly number[])[] {
  if (!Array.isArray(embeddings)) throw wrong('with no vectors');
  if (embeddings.length !== count) throw wrong(`with ${embeddings.length} vectors for ${count} texts`);
  const [first] = embeddings as readonly unknown[];
  const dimensions = Array.isArray(first) ? first.length : 0;
  for (const vector of embeddings as readonly unknown[]) {
    if (!Array.isArray(vector) || vector.length === 0) throw wrong('with an empty vector');
    if (vector.length > MAX_DIMENSIONS)
      throw wrong(`with a vector of ${vector.length} numbers, more than ${MAX_DIMENSIONS}`);
    if (vector.length !== dimensions) throw wrong('with vectors of different lengths');
    // Sparse or not, each is looked at: JSON has no NaN, but numbers that are read as infinite.
    if (!vector.every((value) => typeof value === 'number' && Number.isFinite(value)))
      throw wrong('with a vector that is not all numbers');
    if (vector.every((value) => value === 0)) throw wrong('with a vector of zeros');
  }
  return embeddings as readonly (readonly number[])[];
}

const wrong = (what: string): LlmError => new LlmError('protocol', `answered ${what}`);

// The OpenAI routes that carry no prompt: models, embeddings, transcriptions.
import { readBody } from '../body.ts';
import type { DemoHost, Exchange } from '../demo-host.ts';
import { type Json, text } from '../json-fields.ts';
import type { ModelCard } from '../model-shelf.ts';
import { sendJson, UpstreamError } from '../reply.ts';
import { countAll, EMBEDDING_LENGTH, embedding, inputTexts } from './embeddings.ts';

const modelBody = (model: ModelCard, id: string): Json => ({
  id,
  object: 'model',
  created: Math.floor(model.modifiedAt / 1000),
  owned_by: 'library',
});

/** GET /v1/models. */
export function models(host: DemoHost, exchange: Exchange): void {
  const data = host.shelf.list().map((model) => modelBody(model, model.name));
  sendJson(exchange.res, 'openai', 200, { object: 'list', data });
}

/** GET /v1/models/:model; the name may hold an escaped slash. */
export function model(host: DemoHost, exchange: Exchange, params: readonly string[]): void {
  const name = params[0] ?? '';
  sendJson(exchange.res, 'openai', 200, modelBody(host.shelf.get(name), name));
}

/** POST /v1/embeddings, as numbers or as base64 of little-endian 32-bit floats. */
export async function openAiEmbeddings(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  host.shelf.get(text(body.model));
  const format = text(body.encoding_format) || 'float';
  if (!/^(float|base64)$/i.test(format)) {
    const supported = "Supported values: ['float', 'base64'].";
    throw new UpstreamError(400, `Invalid value for 'encoding_format' = ${format}. ${supported}`);
  }
  const inputs = inputTexts(body.input);
  if (inputs.length === 0) throw new UpstreamError(400, 'invalid input');
  const data = inputs.map((input, index) => {
    const vector = embedding(input, Number(body.dimensions) || EMBEDDING_LENGTH);
    return { object: 'embedding', embedding: /base64/i.test(format) ? toBase64(vector) : vector, index };
  });
  const tokens = countAll(inputs);
  sendJson(exchange.res, 'openai', 200, {
    object: 'list',
    data,
    model: text(body.model),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, i) => {
    bytes.writeFloatLE(value, i * 4);
  });
  return bytes.toString('base64');
}

/** POST /v1/audio/transcriptions: no ears here, so the answer tells only how much it was given. */
export async function transcriptions(_host: DemoHost, exchange: Exchange): Promise<void> {
  await exchange.request.received;
  const type = exchange.request.header('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) {
    throw new UpstreamError(400, "request Content-Type isn't multipart/form-data");
  }
  sendJson(exchange.res, 'openai', 200, { text: `${exchange.request.bytesReceived} bytes of audio` });
}

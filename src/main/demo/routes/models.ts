// The routes about models that are there: their list, what is loaded, what one is made of, copying and deleting.
import { readBody } from '../body.ts';
import type { DemoHost, Exchange } from '../demo-host.ts';
import { type Json, text } from '../json-fields.ts';
import { digestOf, type ModelCard, sizeOf } from '../model-shelf.ts';
import { sendEmpty, sendJson, UpstreamError } from '../reply.ts';
import { EMBEDDING_LENGTH } from './embeddings.ts';

const TEMPLATE =
  '{{- range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n';

const goTime = (ms: number): string => new Date(ms).toISOString();

const details = (model: ModelCard): Json => ({
  parent_model: '',
  format: 'gguf',
  family: model.family,
  families: [model.family],
  parameter_size: model.parameterSize,
  quantization_level: 'Q4_K_M',
});

const identity = (model: ModelCard): Json => ({
  name: model.name,
  model: model.name,
  size: sizeOf(model),
  digest: digestOf(model.name),
  details: details(model),
});

/** GET /api/tags. */
export function tags(host: DemoHost, exchange: Exchange): void {
  const models = host.shelf.list().map((model) => ({
    ...identity(model),
    modified_at: goTime(model.modifiedAt),
    capabilities: model.capabilities,
  }));
  sendJson(exchange.res, 'ollama', 200, { models });
}

/** GET /api/ps. A model kept for ever expires in the far future, as Ollama says it. */
export function ps(host: DemoHost, exchange: Exchange): void {
  const models = host.shelf.running().map(({ card, expiresAt }) => ({
    ...identity(card),
    expires_at: expiresAt === null ? '2318-01-01T00:00:00Z' : goTime(expiresAt),
    size_vram: sizeOf(card),
    context_length: card.contextLength,
  }));
  sendJson(exchange.res, 'ollama', 200, { models });
}

/** POST /api/show; the model's name may come as `name`, as LiteLLM sends it. */
export async function show(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  const model = host.shelf.get(text(body.model) || text(body.name));
  const system = text(body.system) || model.system;
  sendJson(exchange.res, 'ollama', 200, {
    license: 'Demo model: it has a name and numbers, and no weights.',
    modelfile: modelfile(model, system),
    parameters: model.parameters,
    template: text(body.template) || TEMPLATE,
    ...(system === '' ? {} : { system }),
    details: details(model),
    model_info: {
      'general.architecture': model.family,
      'general.parameter_count': model.parameterCount,
      'general.quantization_version': 2,
      [`${model.family}.context_length`]: model.contextLength,
      [`${model.family}.embedding_length`]: EMBEDDING_LENGTH,
    },
    capabilities: model.capabilities,
    modified_at: goTime(model.modifiedAt),
  });
}

function modelfile(model: ModelCard, system: string): string {
  const lines = [`FROM ${model.name}`, `TEMPLATE """${TEMPLATE}"""`];
  if (system !== '') lines.push(`SYSTEM """${system}"""`);
  return `${lines.join('\n')}\n`;
}

/** POST /api/copy: 200 with an empty body. */
export async function copy(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  const source = host.shelf.get(text(body.source));
  if (text(body.destination) === '') throw new UpstreamError(400, 'destination is required');
  host.shelf.put({ ...source, name: text(body.destination) });
  sendEmpty(exchange.res, 200);
}

/** DELETE /api/delete, which carries a JSON body: 200 with an empty one. */
export async function remove(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  host.shelf.remove(text(body.model) || text(body.name));
  sendEmpty(exchange.res, 200);
}

// /api/chat and /api/generate: reading their bodies, the empty calls that load and unload a model, and the rest to answer-prompt.
import { answerPrompt } from '../answer-prompt.ts';
import { readBody } from '../body.ts';
import type { DemoHost, Exchange } from '../demo-host.ts';
import { isRecord, type Json, list, number, record, text } from '../json-fields.ts';
import type { AnswerFormat, PromptMessage, PromptRequest, ToolCall, ToolSpec } from '../prompt.ts';
import { message } from '../prompt.ts';
import { sendJson, UpstreamError } from '../reply.ts';
import { chatWire, controlAnswer, generateWire } from './native-wire.ts';

/** POST /api/chat. */
export async function chat(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  const model = host.shelf.get(text(body.model));
  const messages = list(body.messages).map(readMessage);
  if (messages.length === 0) return control(host, exchange, 'chat', body);
  const prompt = readPrompt(body, messages);
  await answerPrompt(host, exchange, {
    prompt,
    verb: 'chat',
    wire: chatWire(host, { model: text(body.model) || model.name, logprobs: body.logprobs === true }),
    keepAlive: body.keep_alive,
  });
}

/** POST /api/generate. */
export async function generate(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  host.shelf.get(text(body.model));
  if (text(body.prompt) === '') return control(host, exchange, 'generate', body);
  const raw = body.raw === true;
  if (raw && (text(body.system) || text(body.template) || list(body.context).length > 0)) {
    throw new UpstreamError(400, 'raw mode does not support template, system, or context');
  }
  if (text(body.suffix) && !host.shelf.get(text(body.model)).capabilities.includes('insert')) {
    throw new UpstreamError(400, `${text(body.model)} does not support insert`);
  }
  const system = text(body.system);
  const question = message('user', text(body.prompt), list(body.images).length);
  const messages = system === '' ? [question] : [message('system', system), question];
  const prompt = readPrompt(body, messages);
  await answerPrompt(host, exchange, {
    prompt: { ...prompt, raw: raw || text(body.suffix) !== '' },
    verb: 'generate',
    wire: generateWire(host, { model: text(body.model), logprobs: body.logprobs === true }, raw),
    keepAlive: body.keep_alive,
  });
}

/** An empty call: `keep_alive: 0` unloads the model, anything else loads it. */
function control(host: DemoHost, exchange: Exchange, route: 'chat' | 'generate', body: Json): void {
  const name = text(body.model);
  const model = host.shelf.get(name);
  const unload = body.keep_alive === 0 || /^0(ms|s|m|h)?$/.test(text(body.keep_alive));
  if (unload) host.shelf.unload(model);
  else host.shelf.touch(model, body.keep_alive);
  exchange.request.messagesSeen = [];
  sendJson(exchange.res, 'ollama', 200, controlAnswer(host, route, name, unload ? 'unload' : 'load'));
}

function readPrompt(body: Json, messages: readonly PromptMessage[]): PromptRequest {
  return {
    model: text(body.model),
    messages,
    tools: list(body.tools).map(readTool),
    format: readFormat(body.format),
    think: readThink(body.think),
    maxTokens: number(record(body.options).num_predict),
    stream: body.stream !== false,
    raw: false,
    debugRenderOnly: body._debug_render_only === true,
  };
}

function readMessage(value: unknown): PromptMessage {
  if (!isRecord(value) || typeof value.role !== 'string') {
    throw new UpstreamError(400, 'json: cannot unmarshal into Go struct field ChatRequest.messages');
  }
  if (value.content !== undefined && value.content !== null && typeof value.content !== 'string') {
    throw new UpstreamError(
      400,
      'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
    );
  }
  return {
    role: value.role,
    content: text(value.content),
    images: list(value.images).length,
    toolCalls: list(value.tool_calls).map(readToolCall),
  };
}

function readToolCall(value: unknown): ToolCall {
  const called = record(record(value).function);
  return { name: text(called.name), arguments: record(called.arguments) };
}

/** A tool in Ollama's and OpenAI's chat shape. */
export function readTool(value: unknown): ToolSpec {
  const spec = record(record(value).function);
  return {
    name: text(spec.name),
    description: text(spec.description),
    parameters: record(spec.parameters),
  };
}

function readFormat(value: unknown): AnswerFormat {
  if (value === undefined || value === null || value === '') return { kind: 'text' };
  if (value === 'json') return { kind: 'json', schema: {} };
  if (isRecord(value)) return { kind: 'json', schema: value };
  throw new UpstreamError(400, 'invalid format: expected "json" or a JSON schema');
}

function readThink(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === undefined || value === null) return null;
  if (value === 'high' || value === 'medium' || value === 'low' || value === 'max') return true;
  throw new UpstreamError(
    400,
    `invalid think value: ${JSON.stringify(value)} (must be "high", "medium", "low", true, or false)`,
  );
}

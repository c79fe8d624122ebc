// /v1/responses: reading `instructions` and `input`, and the typed, numbered events of a streamed response.
// The body may come packed with zstd (Codex sends it so).
import { answerPrompt } from '../answer-prompt.ts';
import { readPackedBody } from '../body.ts';
import type { DemoHost, Exchange } from '../demo-host.ts';
import { isRecord, type Json, list, number, record, text } from '../json-fields.ts';
import { type AnswerFormat, message, type PromptMessage, type ToolSpec } from '../prompt.ts';
import { UpstreamError } from '../reply.ts';
import { responseEvents } from './responses-wire.ts';

/** POST /v1/responses. */
export async function responses(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readPackedBody(exchange.request);
  const effort = text(record(body.reasoning).effort);
  await answerPrompt(host, exchange, {
    prompt: {
      model: text(body.model),
      messages: readMessages(body),
      tools: list(body.tools).map(readTool),
      format: readTextFormat(record(record(body.text).format)),
      think: effort === '' ? null : effort !== 'none',
      maxTokens: number(body.max_output_tokens),
      stream: body.stream === true,
      raw: false,
      debugRenderOnly: false,
    },
    verb: 'chat',
    wire: responseEvents(host, body),
    keepAlive: undefined,
  });
}

function readMessages(body: Json): PromptMessage[] {
  const instructions = text(body.instructions);
  const head = instructions === '' ? [] : [message('system', instructions)];
  if (typeof body.input === 'string') return [...head, message('user', body.input)];
  if (!Array.isArray(body.input)) throw new UpstreamError(400, 'input is required');
  return [...head, ...body.input.map(readItem)];
}

function readItem(value: unknown): PromptMessage {
  const item = record(value);
  switch (item.type ?? 'message') {
    case 'message':
      return message(text(item.role) === 'developer' ? 'system' : text(item.role), readContent(item.content));
    case 'function_call':
      return {
        ...message('assistant', ''),
        toolCalls: [{ name: text(item.name), arguments: readArguments(item.arguments) }],
      };
    case 'function_call_output':
      return message('tool', readContent(item.output));
    case 'reasoning':
      return message('assistant', '');
    default:
      throw new UpstreamError(400, `unsupported input item type: ${String(item.type)}`);
  }
}

function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => text(record(part).text))
    .join('');
}

function readArguments(value: unknown): Json {
  try {
    return record(JSON.parse(text(value) || '{}'));
  } catch {
    throw new UpstreamError(400, 'invalid function call arguments');
  }
}

function readTool(value: unknown): ToolSpec {
  const tool = record(value);
  return {
    name: text(tool.name),
    description: text(tool.description),
    parameters: record(tool.parameters),
  };
}

function readTextFormat(format: Json): AnswerFormat {
  if (format.type === 'json_object') return { kind: 'json', schema: {} };
  if (format.type === 'json_schema' && isRecord(format.schema))
    return { kind: 'json', schema: format.schema };
  return { kind: 'text' };
}

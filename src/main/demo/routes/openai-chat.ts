// /v1/chat/completions and /v1/completions: OpenAI's request shapes in, its chunks and bodies out, as Ollama translates them.
import { answerPrompt } from '../answer-prompt.ts';
import { readBody } from '../body.ts';
import { type DemoHost, type Exchange, makeId, seconds } from '../demo-host.ts';
import { goJson, isRecord, type Json, list, number, record, text } from '../json-fields.ts';
import { type AnswerFormat, message, type PromptMessage, type ToolCall, type Usage } from '../prompt.ts';
import { errorBody, jsonType, UpstreamError } from '../reply.ts';
import type { WireFormat } from '../wire-format.ts';
import { readTool } from './native-prompts.ts';

const FINGERPRINT = 'fp_ollama';

/** POST /v1/chat/completions. */
export async function chatCompletions(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  if (list(body.messages).length === 0) throw new UpstreamError(400, "[] is too short - 'messages'");
  const effort = text(body.reasoning_effort) || text(record(body.reasoning).effort);
  await answerPrompt(host, exchange, {
    prompt: {
      model: text(body.model),
      messages: list(body.messages).flatMap(readMessage),
      tools: list(body.tools).map(readTool),
      format: readResponseFormat(record(body.response_format)),
      think: effort === '' ? null : effort !== 'none',
      maxTokens: number(body.max_completion_tokens) ?? number(body.max_tokens),
      stream: body.stream === true,
      raw: false,
      debugRenderOnly: body._debug_render_only === true,
    },
    verb: 'chat',
    wire: chatChunks(host, text(body.model), record(body.stream_options).include_usage === true),
    keepAlive: undefined,
  });
}

/** POST /v1/completions. */
export async function completions(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  if (typeof body.prompt !== 'string')
    throw new UpstreamError(400, 'invalid type for prompt: expected string');
  await answerPrompt(host, exchange, {
    prompt: {
      model: text(body.model),
      messages: [message('user', body.prompt)],
      tools: [],
      format: { kind: 'text' },
      think: null,
      maxTokens: number(body.max_tokens),
      stream: body.stream === true,
      raw: text(body.suffix) !== '',
      debugRenderOnly: body._debug_render_only === true,
    },
    verb: 'generate',
    wire: completionChunks(host, text(body.model), record(body.stream_options).include_usage === true),
    keepAlive: undefined,
  });
}

/** A message whose content is a string, parts, or absent beside tool calls; parts become messages of their own. */
function readMessage(value: unknown): PromptMessage[] {
  const { role, content, tool_calls: calls } = record(value);
  const toolCalls = list(calls).map(readCall);
  const base = { role: text(role), images: 0, toolCalls };
  if (typeof content === 'string') return [{ ...base, content }];
  if (Array.isArray(content)) return content.map((part) => readPart(text(role), part));
  if (toolCalls.length === 0) throw new UpstreamError(400, 'invalid message content type: <nil>');
  return [{ ...base, content: '' }];
}

function readPart(role: string, part: unknown): PromptMessage {
  const { type, text: content } = record(part);
  if (type === 'text' && typeof content === 'string') return message(role, content);
  if (type === 'image_url') return message(role, '', 1);
  throw new UpstreamError(400, 'invalid message format');
}

function readCall(value: unknown): ToolCall {
  const called = record(record(value).function);
  try {
    return { name: text(called.name), arguments: record(JSON.parse(text(called.arguments) || '{}')) };
  } catch {
    throw new UpstreamError(400, 'invalid tool call arguments');
  }
}

function readResponseFormat(value: Json): AnswerFormat {
  if (value.type === 'json_object') return { kind: 'json', schema: {} };
  const schema = record(value.json_schema).schema;
  if (value.type === 'json_schema' && isRecord(schema)) return { kind: 'json', schema };
  return { kind: 'text' };
}

const sse = (value: Json): string => `data: ${goJson(value)}\n\n`;

const usageBody = (usage: Usage): Json => ({
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  total_tokens: usage.promptTokens + usage.completionTokens,
});

const openAiCalls = (host: DemoHost, calls: readonly ToolCall[]): Json[] =>
  calls.map((call, index) => ({
    id: makeId(host, 'call_', 8),
    index,
    type: 'function',
    function: { name: call.name, arguments: goJson(call.arguments) },
  }));

function chatChunks(host: DemoHost, model: string, includeUsage: boolean): WireFormat {
  const id = `chatcmpl-${Math.floor(host.random() * 999)}`;
  const created = seconds(host);
  let calledTools = false;
  let counts = includeUsage;
  const head = (object: string): Json => ({ id, object, created, model, system_fingerprint: FINGERPRINT });
  const chunk = (delta: Json, finish: string | null): string =>
    sse({
      ...head('chat.completion.chunk'),
      choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: finish }],
    });
  return {
    streamType: 'text/event-stream',
    wholeType: jsonType('openai'),
    delta(delta) {
      if (delta.kind === 'text') return chunk({ content: delta.text }, null);
      if (delta.kind === 'thinking') return chunk({ content: '', reasoning: delta.text }, null);
      calledTools = true;
      return chunk({ content: '', tool_calls: openAiCalls(host, delta.calls) }, null);
    },
    done(answer, usage) {
      const last = chunk({ content: '' }, calledTools ? 'tool_calls' : answer.doneReason);
      const counted = sse({ ...head('chat.completion.chunk'), choices: [], usage: usageBody(usage) });
      return `${last}${counts ? counted : ''}data: [DONE]\n\n`;
    },
    omitUsage() {
      counts = false;
    },
    failure: (text) => sse(errorBody('openai', 500, text)),
    whole: (answer, usage) => {
      const calls = openAiCalls(host, answer.toolCalls);
      const reply = {
        role: 'assistant',
        content: answer.text,
        ...(answer.thinking === '' ? {} : { reasoning: answer.thinking }),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      };
      const finish = calls.length > 0 ? 'tool_calls' : answer.doneReason;
      const choices = [{ index: 0, message: reply, finish_reason: finish }];
      return `${goJson({ ...head('chat.completion'), choices, usage: usageBody(usage) })}\n`;
    },
  };
}

function completionChunks(host: DemoHost, model: string, includeUsage: boolean): WireFormat {
  const id = `cmpl-${Math.floor(host.random() * 999)}`;
  const created = seconds(host);
  const head = (choices: Json[]): Json => ({
    id,
    object: 'text_completion',
    created,
    choices,
    model,
    system_fingerprint: FINGERPRINT,
  });
  const chunk = (piece: string, finish: string | null): string =>
    sse({
      ...head([{ text: piece, index: 0, finish_reason: finish }]),
      ...(includeUsage ? { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } } : {}),
    });
  return {
    streamType: 'text/event-stream',
    wholeType: jsonType('openai'),
    delta: (delta) => chunk(delta.kind === 'text' ? delta.text : '', null),
    done(answer, usage) {
      const counted = includeUsage ? sse({ ...head([]), usage: usageBody(usage) }) : '';
      return `${chunk('', answer.doneReason)}${counted}data: [DONE]\n\n`;
    },
    failure: (text) => sse(errorBody('openai', 500, text)),
    whole: (answer, usage) => {
      const choices = [{ text: answer.text, index: 0, finish_reason: answer.doneReason }];
      return `${goJson({ ...head(choices), usage: usageBody(usage) })}\n`;
    },
  };
}

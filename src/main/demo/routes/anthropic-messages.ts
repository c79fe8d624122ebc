// /v1/messages: Anthropic's request shape in, its content blocks out; streamed as SSE with an `event:` line for each.
import { answerPrompt } from '../answer-prompt.ts';
import { readBody } from '../body.ts';
import { type DemoHost, type Exchange, makeId } from '../demo-host.ts';
import { goJson, isRecord, type Json, list, number, record, text } from '../json-fields.ts';
import {
  type Answer,
  type AnswerFormat,
  countTokens,
  message,
  type PromptMessage,
  renderPrompt,
  type ToolCall,
  type ToolSpec,
} from '../prompt.ts';
import { errorBody, jsonType, UpstreamError } from '../reply.ts';
import type { WireFormat } from '../wire-format.ts';

/** POST /v1/messages. */
export async function messages(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  if (text(body.model) === '') throw new UpstreamError(400, 'model is required');
  const maxTokens = number(body.max_tokens);
  if (maxTokens === null || maxTokens <= 0) {
    throw new UpstreamError(400, 'max_tokens is required and must be positive');
  }
  if (list(body.messages).length === 0) throw new UpstreamError(400, 'messages is required');
  const answerTool = readAnswerTool(body);
  const thread = [...readSystem(body.system), ...list(body.messages).flatMap(readMessage)];
  await answerPrompt(host, exchange, {
    prompt: {
      model: text(body.model),
      messages: thread,
      tools: answerTool ? [] : list(body.tools).map(readTool),
      format: readFormat(body, answerTool),
      think: readThinking(record(body.thinking)),
      maxTokens,
      stream: body.stream === true,
      raw: false,
      debugRenderOnly: false,
    },
    verb: 'chat',
    wire: messageEvents(
      host,
      text(body.model),
      countTokens(renderPrompt(thread, false)),
      answerTool?.name ?? null,
    ),
    keepAlive: undefined,
  });
}

/** The tool that has to be called, if one has: its arguments are the answer then. */
function readAnswerTool(body: Json): ToolSpec | undefined {
  const choice = record(body.tool_choice);
  if (choice.type !== 'tool') return undefined;
  const tool = list(body.tools)
    .map(readTool)
    .find(({ name }) => name === choice.name);
  if (tool === undefined) throw new UpstreamError(400, `tool_choice: no tool named ${text(choice.name)}`);
  return tool;
}

function readFormat(body: Json, answerTool: ToolSpec | undefined): AnswerFormat {
  const format = record(record(body.output_config).format);
  const schema = answerTool?.parameters ?? (format.type === 'json_schema' ? format.schema : undefined);
  return isRecord(schema) ? { kind: 'json', schema } : { kind: 'text' };
}

function readThinking(thinking: Json): boolean | null {
  return thinking.type === 'enabled' ? true : thinking.type === 'disabled' ? false : null;
}

function readSystem(system: unknown): PromptMessage[] {
  const content =
    text(system) ||
    list(system)
      .map((block) => (record(block).type === 'text' ? text(record(block).text) : ''))
      .join('');
  return content === '' ? [] : [message('system', content)];
}

/** One message becomes one of text, and one for each tool result before it. */
function readMessage(value: unknown): PromptMessage[] {
  const { role, content } = record(value);
  if (typeof content === 'string') return [message(text(role), content)];
  const blocks = list(content).map(record);
  const results = blocks
    .filter((block) => block.type === 'tool_result')
    .map((block) => message('tool', readToolResult(block.content)));
  const toolCalls = blocks.filter((block) => block.type === 'tool_use').map(readToolUse);
  const words = blocks.map((block) => (block.type === 'text' ? text(block.text) : '')).join('');
  const images = blocks.filter((block) => block.type === 'image').length;
  const own = { role: text(role), content: words, images, toolCalls };
  const isEmpty = words === '' && images === 0 && toolCalls.length === 0;
  return isEmpty ? results : [...results, own];
}

function readToolUse(block: Json): ToolCall {
  if (text(block.id) === '') throw new UpstreamError(400, "tool_use block missing required 'id' field");
  if (text(block.name) === '') throw new UpstreamError(400, "tool_use block missing required 'name' field");
  return { name: text(block.name), arguments: record(block.input) };
}

function readToolResult(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => text(record(part).text))
    .join('');
}

function readTool(value: unknown): ToolSpec {
  const tool = record(value);
  return {
    name: text(tool.name),
    description: text(tool.description),
    parameters: record(tool.input_schema),
  };
}

const event = (data: Json): string => `event: ${text(data.type)}\ndata: ${goJson(data)}\n\n`;

function stopReason(answer: Answer, calledTools: boolean): string {
  if (calledTools) return 'tool_use';
  return answer.doneReason === 'length' ? 'max_tokens' : 'end_turn';
}

type OpenBlock = 'none' | 'thinking' | 'text' | 'answer';

/** Content blocks in order, each opened, filled and closed before the next; one object serves one message. */
class MessageStream {
  readonly #host: DemoHost;
  readonly #head: Json;
  /** The tool whose arguments the text is; null where the text is the text. */
  readonly #answerTool: string | null;
  #started = false;
  #open: OpenBlock = 'none';
  #index = 0;
  calledTools = false;
  counts = true;

  constructor(host: DemoHost, head: Json, answerTool: string | null) {
    this.#host = host;
    this.#head = head;
    this.#answerTool = answerTool;
  }

  start(): string {
    if (this.#started) return '';
    this.#started = true;
    const { usage, ...rest } = this.#head;
    return event({ type: 'message_start', message: this.counts ? { ...rest, usage } : rest });
  }

  /** A piece of thinking or of text. */
  piece(kind: 'thinking' | 'text', piece: string): string {
    if (kind === 'text' && this.#answerTool !== null) return this.#answer(this.#answerTool, piece);
    let events = '';
    if (this.#open !== kind) {
      events = this.close() + this.#begin({ type: kind, [kind]: '' });
      this.#open = kind;
    }
    return events + this.#delta({ type: `${kind}_delta`, [kind]: piece });
  }

  #answer(name: string, piece: string): string {
    let events = '';
    if (this.#open !== 'answer') {
      const block = { type: 'tool_use', id: makeId(this.#host, 'call_', 8), name, input: {} };
      events = this.close() + this.#begin(block);
      this.#open = 'answer';
      this.calledTools = true;
    }
    return events + this.#delta({ type: 'input_json_delta', partial_json: piece });
  }

  call(call: ToolCall): string {
    this.calledTools = true;
    const block = { type: 'tool_use', id: makeId(this.#host, 'call_', 8), name: call.name, input: {} };
    const events = this.close() + this.#begin(block);
    const filled = this.#delta({ type: 'input_json_delta', partial_json: goJson(call.arguments) });
    return events + filled + this.#end();
  }

  close(): string {
    if (this.#open === 'none') return '';
    this.#open = 'none';
    return this.#end();
  }

  #begin(block: Json): string {
    return event({ type: 'content_block_start', index: this.#index, content_block: block });
  }

  #delta(delta: Json): string {
    return event({ type: 'content_block_delta', index: this.#index, delta });
  }

  #end(): string {
    const closed = event({ type: 'content_block_stop', index: this.#index });
    this.#index += 1;
    return closed;
  }
}

function messageEvents(
  host: DemoHost,
  model: string,
  inputTokens: number,
  answerTool: string | null,
): WireFormat {
  const head: Json = {
    id: makeId(host, 'msg_', 24),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    usage: { input_tokens: inputTokens, output_tokens: 0 },
  };
  const stream = new MessageStream(host, head, answerTool);
  return {
    streamType: 'text/event-stream',
    wholeType: jsonType('anthropic'),
    delta: (delta) => {
      const start = stream.start();
      if (delta.kind !== 'tools') return start + stream.piece(delta.kind, delta.text);
      return start + delta.calls.map((call) => stream.call(call)).join('');
    },
    done: (answer, usage) =>
      stream.start() +
      stream.close() +
      event({
        type: 'message_delta',
        delta: { stop_reason: stopReason(answer, stream.calledTools) },
        ...(stream.counts
          ? { usage: { input_tokens: usage.promptTokens, output_tokens: usage.completionTokens } }
          : {}),
      }) +
      event({ type: 'message_stop' }),
    omitUsage() {
      stream.counts = false;
    },
    failure: (cause) => event(errorBody('anthropic', 500, cause)),
    whole: (answer, usage) => {
      const content = wholeBlocks(host, answer);
      const stop = stopReason(answer, answer.toolCalls.length > 0);
      const counts = { input_tokens: usage.promptTokens, output_tokens: usage.completionTokens };
      return `${goJson({ ...head, content, stop_reason: stop, usage: counts })}\n`;
    },
  };
}

function wholeBlocks(host: DemoHost, answer: Answer): Json[] {
  const blocks: Json[] = [];
  if (answer.thinking !== '') blocks.push({ type: 'thinking', thinking: answer.thinking });
  if (answer.text !== '') blocks.push({ type: 'text', text: answer.text });
  for (const call of answer.toolCalls) {
    blocks.push({ type: 'tool_use', id: makeId(host, 'call_', 8), name: call.name, input: call.arguments });
  }
  return blocks;
}

// The events of /v1/responses in their order: created, in_progress, then each output item opened, filled, closed, then completed.
// Every event carries its type and a sequence number; one object serves one response.
import { type DemoHost, makeId, seconds } from '../demo-host.ts';
import { goJson, type Json, list, number, text } from '../json-fields.ts';
import type { ToolCall, Usage } from '../prompt.ts';
import { errorBody, jsonType } from '../reply.ts';
import type { WireFormat } from '../wire-format.ts';

const usageBody = (usage: Usage): Json => ({
  input_tokens: usage.promptTokens,
  output_tokens: usage.completionTokens,
  total_tokens: usage.promptTokens + usage.completionTokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
});

const textPart = (content: string): Json => ({
  type: 'output_text',
  text: content,
  annotations: [],
  logprobs: [],
});

const messageItem = (id: string, status: string, content: Json[]): Json => ({
  id,
  type: 'message',
  status,
  role: 'assistant',
  content,
});

const summaryPart = (thinking: string): Json => ({ type: 'summary_text', text: thinking });

const reasoningItem = (id: string, thinking: string): Json => ({
  id,
  type: 'reasoning',
  summary: [summaryPart(thinking)],
  encrypted_content: thinking,
});

const callItem = (host: DemoHost, call: ToolCall): Json => ({
  id: makeId(host, 'fc_', 6),
  type: 'function_call',
  status: 'completed',
  call_id: makeId(host, 'call_', 8),
  name: call.name,
  arguments: goJson(call.arguments),
});

/** The wire format of one response to that request body. */
export function responseEvents(host: DemoHost, request: Json): WireFormat {
  const stream = new ResponseStream(host, request);
  return {
    streamType: 'text/event-stream',
    wholeType: jsonType('openai'),
    delta: (delta) => {
      switch (delta.kind) {
        case 'thinking':
          return stream.start() + stream.think(delta.text);
        case 'text':
          return stream.start() + stream.say(delta.text);
        case 'tools':
          return stream.start() + stream.call(delta.calls);
      }
    },
    done: (_answer, usage) => stream.start() + stream.complete(usage),
    failure: (cause) => stream.fail(cause),
    whole: (answer, usage) => {
      stream.think(answer.thinking);
      if (answer.toolCalls.length > 0) stream.call(answer.toolCalls);
      else stream.say(answer.text);
      return `${goJson(stream.finished(usage))}\n`;
    },
  };
}

class ResponseStream {
  readonly #host: DemoHost;
  readonly #request: Json;
  readonly #id: string;
  readonly #createdAt: number;
  readonly #messageId: string;
  readonly #reasoningId: string;
  readonly #output: Json[] = [];
  #sequence = 0;
  #started = false;
  #open: 'none' | 'reasoning' | 'message' = 'none';
  #thinking = '';
  #text = '';

  constructor(host: DemoHost, request: Json) {
    this.#host = host;
    this.#request = request;
    this.#id = makeId(host, 'resp_', 6);
    this.#messageId = makeId(host, 'msg_', 6);
    this.#reasoningId = makeId(host, 'rs_', 6);
    this.#createdAt = seconds(host);
  }

  start(): string {
    if (this.#started) return '';
    this.#started = true;
    const response = this.#body('in_progress', [], null);
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response });
  }

  think(piece: string): string {
    if (piece === '') return '';
    let events = '';
    if (this.#open === 'none') {
      this.#open = 'reasoning';
      const item = { id: this.#reasoningId, type: 'reasoning', summary: [] };
      events = this.#event('response.output_item.added', { output_index: this.#output.length, item });
      const part = summaryPart('');
      events += this.#event('response.reasoning_summary_part.added', { ...this.#summaryPlace(), part });
    }
    this.#thinking += piece;
    return (
      events + this.#event('response.reasoning_summary_text.delta', { ...this.#summaryPlace(), delta: piece })
    );
  }

  say(piece: string): string {
    let events = this.#closeReasoning();
    if (this.#open === 'none') {
      this.#open = 'message';
      const item = messageItem(this.#messageId, 'in_progress', []);
      events += this.#event('response.output_item.added', { output_index: this.#output.length, item });
      events += this.#event('response.content_part.added', { ...this.#textPlace(), part: textPart('') });
    }
    this.#text += piece;
    return (
      events + this.#event('response.output_text.delta', { ...this.#textPlace(), delta: piece, logprobs: [] })
    );
  }

  call(calls: readonly ToolCall[]): string {
    let events = this.#closeReasoning() + this.#closeMessage();
    for (const call of calls) {
      const item = callItem(this.#host, call);
      const place = { item_id: item.id, output_index: this.#output.length };
      const opened = { ...item, status: 'in_progress', arguments: '' };
      events += this.#event('response.output_item.added', { output_index: place.output_index, item: opened });
      events += this.#event('response.function_call_arguments.delta', { ...place, delta: item.arguments });
      events += this.#event('response.function_call_arguments.done', { ...place, arguments: item.arguments });
      events += this.#event('response.output_item.done', { output_index: place.output_index, item });
      this.#output.push(item);
    }
    return events;
  }

  complete(usage: Usage): string {
    const events = this.#closeReasoning() + this.#closeMessage();
    return events + this.#event('response.completed', { response: this.finished(usage) });
  }

  /** The whole response object, everything closed. */
  finished(usage: Usage): Json {
    this.#closeReasoning();
    this.#closeMessage();
    return { ...this.#body('completed', this.#output, usageBody(usage)), completed_at: seconds(this.#host) };
  }

  fail(cause: string): string {
    const response = {
      ...this.#body('failed', this.#output, null),
      error: { code: 'server_error', message: cause },
    };
    return this.start() + this.#event('response.failed', { response, ...errorBody('openai', 500, cause) });
  }

  #closeReasoning(): string {
    if (this.#open !== 'reasoning') return '';
    this.#open = 'none';
    const item = reasoningItem(this.#reasoningId, this.#thinking);
    const place = this.#summaryPlace();
    this.#output.push(item);
    return (
      this.#event('response.reasoning_summary_text.done', { ...place, text: this.#thinking }) +
      this.#event('response.reasoning_summary_part.done', { ...place, part: summaryPart(this.#thinking) }) +
      this.#event('response.output_item.done', { output_index: place.output_index, item })
    );
  }

  #closeMessage(): string {
    if (this.#open !== 'message') return '';
    this.#open = 'none';
    const place = this.#textPlace();
    const part = textPart(this.#text);
    const item = messageItem(this.#messageId, 'completed', [part]);
    this.#output.push(item);
    return (
      this.#event('response.output_text.done', { ...place, text: this.#text, logprobs: [] }) +
      this.#event('response.content_part.done', { ...place, part }) +
      this.#event('response.output_item.done', { output_index: place.output_index, item })
    );
  }

  #summaryPlace(): Json & { output_index: number } {
    return { item_id: this.#reasoningId, output_index: this.#output.length, summary_index: 0 };
  }

  #textPlace(): Json & { output_index: number } {
    return { item_id: this.#messageId, output_index: this.#output.length, content_index: 0 };
  }

  #event(type: string, data: Json): string {
    const event = { ...data, type, sequence_number: this.#sequence };
    this.#sequence += 1;
    return `event: ${type}\ndata: ${goJson(event)}\n\n`;
  }

  #body(status: string, output: readonly Json[], usage: Json | null): Json {
    const request = this.#request;
    return {
      id: this.#id,
      object: 'response',
      created_at: this.#createdAt,
      completed_at: null,
      status,
      incomplete_details: null,
      model: text(request.model),
      previous_response_id: null,
      instructions: text(request.instructions) || null,
      output,
      error: null,
      tools: list(request.tools),
      tool_choice: 'auto',
      truncation: text(request.truncation) || 'disabled',
      parallel_tool_calls: true,
      text: request.text ?? { format: { type: 'text' } },
      top_p: number(request.top_p) ?? 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      top_logprobs: 0,
      temperature: number(request.temperature) ?? 1,
      reasoning: request.reasoning ?? null,
      usage,
      max_output_tokens: number(request.max_output_tokens),
      max_tool_calls: null,
      store: false,
      background: false,
      service_tier: 'default',
      metadata: {},
      safety_identifier: null,
      prompt_cache_key: null,
    };
  }
}

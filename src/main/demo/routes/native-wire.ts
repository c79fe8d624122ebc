// Ollama's own lines: NDJSON of /api/chat and /api/generate, in the key order of its Go structs.
// The final line carries no text (LiteLLM drops what stands there) and the usage in nanoseconds.
import { type DemoHost, makeId, timestamp } from '../demo-host.ts';
import { goJson, type Json } from '../json-fields.ts';
import { type Answer, countTokens, type Delta, type ToolCall, type Usage } from '../prompt.ts';
import { errorBody, jsonType } from '../reply.ts';
import type { WireFormat } from '../wire-format.ts';

const line = (value: Json): string => `${goJson(value)}\n`;

const STREAM_TYPE = 'application/x-ndjson';

/** The tail of a final line. */
function metrics(usage: Usage): Json {
  return {
    total_duration: usage.loadNs + usage.promptNs + usage.evalNs,
    load_duration: usage.loadNs,
    prompt_eval_count: usage.promptTokens,
    prompt_eval_duration: usage.promptNs,
    eval_count: usage.completionTokens,
    eval_duration: usage.evalNs,
  };
}

const nativeCalls = (host: DemoHost, calls: readonly ToolCall[]): Json[] =>
  calls.map((call, index) => ({
    id: makeId(host, 'call_', 8),
    function: { index, name: call.name, arguments: call.arguments },
  }));

const logprobsOf = (text: string): Json[] => [
  { token: text, logprob: -0.0625, bytes: [...Buffer.from(text)], top_logprobs: [] },
];

interface NativeOptions {
  readonly model: string;
  readonly logprobs: boolean;
}

/** The lines of /api/chat. */
export function chatWire(host: DemoHost, { model, logprobs }: NativeOptions): WireFormat {
  let counts = true;
  const head = (): Json => ({ model, created_at: timestamp(host) });
  const chatMessage = (content: string, thinking: string, calls: readonly ToolCall[]): Json => ({
    role: 'assistant',
    content,
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: nativeCalls(host, calls) }),
  });
  return {
    streamType: STREAM_TYPE,
    wholeType: jsonType('ollama'),
    delta: (delta) =>
      line({
        ...head(),
        message: chatMessage(textOf(delta), thinkingOf(delta), delta.kind === 'tools' ? delta.calls : []),
        done: false,
        ...(logprobs && delta.kind === 'text' ? { logprobs: logprobsOf(delta.text) } : {}),
      }),
    done: (answer, usage) =>
      line({
        ...head(),
        message: chatMessage('', '', []),
        done: true,
        done_reason: answer.doneReason,
        ...(counts ? metrics(usage) : {}),
      }),
    omitUsage() {
      counts = false;
    },
    failure: (message) => line(errorBody('ollama', 500, message)),
    whole: (answer, usage, complete) =>
      goJson({
        ...head(),
        message: chatMessage(answer.text, answer.thinking, answer.toolCalls),
        done: complete,
        ...(complete ? { done_reason: answer.doneReason, ...metrics(usage) } : {}),
      }),
  };
}

/** The lines of /api/generate. */
export function generateWire(host: DemoHost, { model, logprobs }: NativeOptions, raw: boolean): WireFormat {
  const head = (): Json => ({ model, created_at: timestamp(host) });
  const tail = (answer: Answer, usage: Usage): Json => ({
    done_reason: answer.doneReason,
    ...(raw ? {} : { context: contextOf(answer) }),
    ...metrics(usage),
  });
  const body = (response: string, thinking: string, calls: readonly ToolCall[]): Json => ({
    response,
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: nativeCalls(host, calls) }),
  });
  return {
    streamType: STREAM_TYPE,
    wholeType: jsonType('ollama'),
    delta: (delta) =>
      line({
        ...head(),
        ...body(textOf(delta), thinkingOf(delta), delta.kind === 'tools' ? delta.calls : []),
        done: false,
        ...(logprobs && delta.kind === 'text' ? { logprobs: logprobsOf(delta.text) } : {}),
      }),
    done: (answer, usage) => line({ ...head(), ...body('', '', []), done: true, ...tail(answer, usage) }),
    failure: (message) => line(errorBody('ollama', 500, message)),
    whole: (answer, usage, complete) =>
      goJson({
        ...head(),
        ...body(answer.text, answer.thinking, answer.toolCalls),
        done: complete,
        ...(complete ? tail(answer, usage) : {}),
      }),
  };
}

/** What an empty call answers: the model was loaded or unloaded, nothing was generated. */
export function controlAnswer(
  host: DemoHost,
  route: 'chat' | 'generate',
  model: string,
  doneReason: 'load' | 'unload',
): Json {
  return {
    model,
    created_at: timestamp(host),
    ...(route === 'chat' ? { message: { role: 'assistant', content: '' } } : { response: '' }),
    done: true,
    done_reason: doneReason,
  };
}

const textOf = (delta: Delta): string => (delta.kind === 'text' ? delta.text : '');
const thinkingOf = (delta: Delta): string => (delta.kind === 'thinking' ? delta.text : '');

/** Token ids of the conversation so far; the demo's tokens have no vocabulary, so their numbers are their places. */
const contextOf = (answer: Answer): number[] =>
  Array.from({ length: Math.min(64, countTokens(answer.text)) }, (_, i) => 151_644 + i);

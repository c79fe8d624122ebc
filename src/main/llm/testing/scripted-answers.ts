// For tests: one scripted turn as each API streams it, in pieces; errors before and within a stream. Called by scripted-server.ts.
import type { Provider } from '../../../shared/model/language-model.ts';
import type { ScriptedCall } from './scripted-requests.ts';

export interface WholeTurn {
  readonly model: string;
  readonly thinking: string;
  readonly text: readonly string[];
  readonly calls: readonly ScriptedCall[];
  readonly usage: { readonly in: number; readonly out: number } | null;
  readonly reason: 'stop' | 'length' | 'refused' | 'tool_calls';
}

export interface Wire {
  readonly type: string;
  /** Pieces of bytes, each sent by itself: all but the end, then the end. */
  pieces(turn: WholeTurn): { readonly said: readonly string[]; readonly end: string };
  /** An error in the middle of a stream. */
  failure(message: string): string;
  /** The body of an HTTP error. */
  refusal(status: number, message: string): string;
}

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const line = (value: object) => `${JSON.stringify(value)}\n`;

const CREATED = new Date(1_800_000_000_000).toISOString();

const ollama: Wire = {
  type: 'application/x-ndjson',
  pieces({ model, thinking, text, calls, usage, reason }) {
    const said = (message: object) =>
      line({
        model,
        created_at: CREATED,
        message: { role: 'assistant', content: '', ...message },
        done: false,
      });
    const tools = calls.map(({ name, arguments: args }, index) => ({
      function: { index, name, arguments: objectOf(args) },
    }));
    return {
      said: [
        ...(thinking === '' ? [] : [said({ thinking })]),
        ...text.map((content) => said({ content })),
        ...tools.map((call) => said({ tool_calls: [call] })),
      ],
      end: line({
        ...{ model, created_at: CREATED, message: { role: 'assistant', content: '' }, done: true },
        done_reason: reason === 'length' ? 'length' : 'stop',
        ...(usage ? { prompt_eval_count: usage.in, eval_count: usage.out } : {}),
      }),
    };
  },
  failure: (error) => line({ error }),
  refusal: (_, error) => JSON.stringify({ error }),
};

const openai: Wire = {
  type: 'text/event-stream',
  pieces({ model, thinking, text, calls, usage, reason }) {
    const chunk = (delta: object, finish: string | null = null) =>
      data({
        ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_800_000_000, model },
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    return {
      said: [
        chunk({ role: 'assistant', content: '' }),
        ...(thinking === '' ? [] : [chunk({ reasoning_content: thinking })]),
        ...text.map((content) => chunk({ content })),
        ...calls.flatMap(({ id, name, arguments: args }, index) => [
          chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
          ...halves(args).map((half) => chunk({ tool_calls: [{ index, function: { arguments: half } }] })),
        ]),
      ],
      end: [
        chunk({}, reason === 'refused' ? 'content_filter' : reason),
        ...(usage
          ? [
              data({
                ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', model, choices: [] },
                usage: {
                  prompt_tokens: usage.in,
                  completion_tokens: usage.out,
                  total_tokens: usage.in + usage.out,
                },
              }),
            ]
          : []),
        'data: [DONE]\n\n',
      ].join(''),
    };
  },
  failure: (message) => data({ error: { message, type: 'server_error', code: null } }),
  refusal: (status, message) =>
    JSON.stringify({
      error: { message, type: status === 429 ? 'rate_limit_error' : 'invalid_request_error' },
    }),
};

const CLAUDE_REASONS = { stop: 'end_turn', length: 'max_tokens', refused: 'refusal', tool_calls: 'tool_use' };

const claude: Wire = {
  type: 'text/event-stream',
  pieces({ model, thinking, text, calls, usage, reason }) {
    let index = -1;
    const block = (start: object, deltas: readonly object[]) => {
      index += 1;
      return [
        event('content_block_start', { type: 'content_block_start', index, content_block: start }),
        ...deltas.map((delta) => event('content_block_delta', { type: 'content_block_delta', index, delta })),
        event('content_block_stop', { type: 'content_block_stop', index }),
      ];
    };
    const { in: input_tokens = 0, out: output_tokens = 0 } = usage ?? {};
    const message = {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model, content: [] },
      ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens, output_tokens: 1 } },
    };
    return {
      said: [
        event('message_start', { type: 'message_start', message }),
        ...(thinking === ''
          ? []
          : block({ type: 'thinking', thinking: '', signature: '' }, [
              { type: 'thinking_delta', thinking },
              { type: 'signature_delta', signature: 'c2lnbmVk' },
            ])),
        ...(text.length === 0
          ? []
          : block(
              { type: 'text', text: '' },
              text.map((piece) => ({ type: 'text_delta', text: piece })),
            )),
        ...calls.flatMap(({ id, name, arguments: args }) =>
          block(
            { type: 'tool_use', id, name, input: {} },
            halves(args).map((half) => ({ type: 'input_json_delta', partial_json: half })),
          ),
        ),
      ],
      end:
        event('message_delta', {
          type: 'message_delta',
          delta: { stop_reason: CLAUDE_REASONS[reason], stop_sequence: null },
          usage: { output_tokens },
        }) + event('message_stop', { type: 'message_stop' }),
    };
  },
  failure: (message) => event('error', { type: 'error', error: { type: 'api_error', message } }),
  refusal: (status, message) =>
    JSON.stringify({
      type: 'error',
      error: { type: status === 529 ? 'overloaded_error' : 'invalid_request_error', message },
    }),
};

export const WIRES: Readonly<Record<Provider, Wire>> = { ollama, openai, claude };

/** Arguments come in pieces that are no JSON by themselves. */
const halves = (text: string): string[] =>
  text === '' ? [] : [text.slice(0, text.length >> 1), text.slice(text.length >> 1)].filter(Boolean);

/** Ollama parses what its models write; what is no JSON stays text. */
function objectOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// OpenAI's responses: one object, or its typed, numbered events in their order. A stream that was cut gets the ends of what
// is open in it, and the whole response once more. Used by wire.ts.
import type { OpenPart, OpenResponse, OpenStream, OwnAnswer, Wire } from './own-answer.ts';

const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });

const item = (id: string, text: string | null) => ({
  id,
  type: 'message',
  role: 'assistant',
  status: text === null ? 'in_progress' : 'completed',
  content: text === null ? [] : [part(text)],
});

const USAGE = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};

const opened = ({ id, model, now }: Pick<OwnAnswer, 'id' | 'model' | 'now'>) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: Math.floor(now / 1000),
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  model,
  output: [],
  parallel_tool_calls: true,
  temperature: null,
  tool_choice: 'auto',
  tools: [],
  top_p: null,
});

const completed = (response: object, output: readonly unknown[]) => ({
  ...response,
  status: 'completed',
  output,
  usage: USAGE,
});

/** Events of `/v1/responses`, numbered from a number on. */
function numbered(from: number): Event {
  let sequence = from;
  return (type, rest) => {
    const data = JSON.stringify({ type, sequence_number: sequence++, ...rest });
    return `event: ${type}\ndata: ${data}\n\n`;
  };
}

type Event = (type: string, rest: object) => string;

function partEnd(event: Event, { itemId, outputIndex, contentIndex, text }: OpenPart): string {
  const place = { item_id: itemId, output_index: outputIndex, content_index: contentIndex };
  return (
    event('response.output_text.done', { ...place, text, logprobs: [] }) +
    event('response.content_part.done', { ...place, part: part(text) }) +
    event('response.output_item.done', { output_index: outputIndex, item: item(itemId, text) })
  );
}

function ending(event: Event, { opened, items, part }: Omit<OpenResponse, 'sequence'>): string {
  const done = part ? [...items, item(part.itemId, part.text)] : items;
  const end = part ? partEnd(event, part) : '';
  return end + event('response.completed', { response: completed(opened, done) });
}

function stream(answer: OwnAnswer): string {
  const event = numbered(0);
  const response = opened(answer);
  const open = { itemId: `msg_${answer.id}`, outputIndex: 0, contentIndex: 0, text: answer.text };
  const place = { item_id: open.itemId, output_index: 0, content_index: 0 };
  return (
    event('response.created', { response }) +
    event('response.in_progress', { response }) +
    event('response.output_item.added', { output_index: 0, item: item(open.itemId, null) }) +
    event('response.content_part.added', { ...place, part: part('') }) +
    event('response.output_text.delta', { ...place, delta: answer.text, logprobs: [] }) +
    ending(event, { opened: response, items: [], part: open })
  );
}

function closing({ response, model, now }: OpenStream): string {
  if (response) return ending(numbered(response.sequence + 1), response);
  return ending(numbered(1), { opened: opened({ id: 'cut', model, now }), items: [], part: null });
}

export const responsesWire: Wire = {
  streamType: 'text/event-stream',
  whole: (answer) => completed(opened(answer), [item(`msg_${answer.id}`, answer.text)]),
  stream,
  closing,
};

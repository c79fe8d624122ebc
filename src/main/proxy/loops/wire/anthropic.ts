// Anthropic's messages: one object, or its named events in their order. Used by wire.ts.
import type { OpenStream, OwnAnswer, Wire } from './own-answer.ts';

const event = (type: string, rest: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;

const message = ({ id, model }: OwnAnswer, text: string | null) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  content: text === null ? [] : [{ type: 'text', text }],
  stop_reason: text === null ? null : 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 0, output_tokens: 0 },
});

function closing({ block }: Pick<OpenStream, 'block'>): string {
  const stopped = block === null ? '' : event('content_block_stop', { index: block });
  const delta = { stop_reason: 'end_turn', stop_sequence: null };
  return stopped + event('message_delta', { delta, usage: { output_tokens: 0 } }) + event('message_stop');
}

export const anthropicWire: Wire = {
  streamType: 'text/event-stream',
  whole: (answer) => message(answer, answer.text),
  stream: (answer) =>
    event('message_start', { message: message(answer, null) }) +
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: answer.text } }) +
    closing({ block: 0 }),
  closing,
};

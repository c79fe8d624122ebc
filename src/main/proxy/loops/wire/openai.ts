// OpenAI's chat completions and text completions: one object, or chunks as server-sent events that end with a reason, the
// usage where it was asked for, and `[DONE]`. Used by wire.ts.
import type { OpenStream, OwnAnswer, Wire } from './own-answer.ts';

const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const END = 'data: [DONE]\n\n';

interface Shape {
  readonly prefix: string;
  readonly whole: string;
  readonly chunk: string;
  /** A choice of a whole answer, of a chunk with text, and of the chunk that ends it. */
  readonly said: (text: string) => object;
  readonly told: (text: string) => object;
  readonly ended: object;
}

function wireOf({ prefix, whole, chunk, said, told, ended }: Shape): Wire {
  const idOf = ({ id }: OwnAnswer | OpenStream) => (id?.startsWith(prefix) ? id : `${prefix}${id ?? 'cut'}`);
  const headed = (about: OwnAnswer | OpenStream, object: string, rest: object) => ({
    ...{ id: idOf(about), object, created: Math.floor(about.now / 1000), model: about.model },
    ...rest,
  });
  const closing = (about: OwnAnswer | OpenStream) =>
    event(headed(about, chunk, { choices: [{ index: 0, ...ended, finish_reason: 'stop' }] })) +
    (about.includesUsage ? event(headed(about, chunk, { choices: [], usage: USAGE })) : '') +
    END;
  return {
    streamType: 'text/event-stream',
    whole: (answer) => {
      const choice = { index: 0, ...said(answer.text), finish_reason: 'stop' };
      return headed(answer, whole, { choices: [choice], usage: USAGE });
    },
    stream: (answer) => {
      const choice = { index: 0, ...told(answer.text), finish_reason: null };
      return event(headed(answer, chunk, { choices: [choice] })) + closing(answer);
    },
    closing,
  };
}

export const openAiChatWire = wireOf({
  prefix: 'chatcmpl-',
  whole: 'chat.completion',
  chunk: 'chat.completion.chunk',
  said: (content) => ({ message: { role: 'assistant', content, refusal: null }, logprobs: null }),
  told: (content) => ({ delta: { role: 'assistant', content } }),
  ended: { delta: {} },
});

export const completionsWire = wireOf({
  prefix: 'cmpl-',
  whole: 'text_completion',
  chunk: 'text_completion',
  said: (text) => ({ text, logprobs: null }),
  told: (text) => ({ text, logprobs: null }),
  ended: { text: '', logprobs: null },
});

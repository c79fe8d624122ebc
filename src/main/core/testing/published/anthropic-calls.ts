// Every call of the `@anthropic-ai/sdk` client that a local server may answer. Used by tests only.
import Anthropic from '@anthropic-ai/sdk';
import { type Calls, leftAfter, library } from './library.ts';
import { MODEL, PIXEL, QUESTION, SCHEMA } from './questions.ts';

const message = {
  model: MODEL,
  max_tokens: 200,
  system: 'Be kind.',
  messages: [{ role: 'user' as const, content: QUESTION }],
};
const ANTHROPIC_TOOL = { name: 'look_up', input_schema: SCHEMA };

const CALLS: Calls<Anthropic> = {
  'messages, whole': (c) => c.messages.create(message),
  'messages, streamed': (c) => c.messages.create({ ...message, stream: true }),
  'messages with cached blocks': (c) =>
    c.messages.create({
      ...message,
      system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
    }),
  'messages that think': (c) => c.messages.create({ ...message, model: 'demo-thinking', stream: true }),
  'messages with a tool': (c) =>
    c.messages.create({ ...message, model: 'demo-tools', tools: [ANTHROPIC_TOOL] }),
  'messages with a tool, streamed': (c) =>
    c.messages.create({ ...message, model: 'demo-tools', tools: [ANTHROPIC_TOOL], stream: true }),
  'messages with an image': (c) =>
    c.messages.create({
      ...message,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
            { type: 'text', text: QUESTION },
          ],
        },
      ],
    }),
  'messages, gathered': (c) => c.messages.stream(message).finalMessage(),
  'messages that are left in mid-stream': async (c) => {
    const stream = await c.messages.create({ ...message, model: 'demo-stalls', stream: true });
    return leftAfter(2, stream, () => stream.controller.abort());
  },
  'messages cut at max_tokens': (c) => c.messages.create({ ...message, max_tokens: 3 }),
  'messages that break in mid-stream': (c) =>
    c.messages.create({ ...message, model: 'demo-errors-midstream', stream: true }),
  'messages with nobody': (c) => c.messages.create({ ...message, model: 'nobody' }),
  'messages that are refused': (c) => c.messages.create({ ...message, model: 'demo-busy' }),
  'tokens, counted': (c) => c.messages.countTokens({ model: message.model, messages: message.messages }),
  'models, listed': async (c) => (await c.models.list()).data,
};

export const ANTHROPIC = library(
  '@anthropic-ai/sdk',
  ({ base, fetch }) => new Anthropic({ baseURL: base, apiKey: 'unused', maxRetries: 0, fetch }),
  CALLS,
);

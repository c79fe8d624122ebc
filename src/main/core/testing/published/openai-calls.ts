// Every call of the `openai` client that a local server may answer. Used by tests only.
import OpenAI, { toFile } from 'openai';
import { type Calls, leftAfter, library } from './library.ts';
import { MODEL, PIXEL, QUESTION, SCHEMA, THREAD, TOOL } from './questions.ts';

const plain = { model: MODEL, messages: THREAD };
const ask = { model: MODEL, instructions: 'Be kind.', input: QUESTION };
const RESPONSE_TOOL = { type: 'function' as const, name: 'look_up', parameters: SCHEMA, strict: false };

const CALLS: Calls<OpenAI> = {
  'chat completions, whole': (c) => c.chat.completions.create(plain),
  'chat completions, streamed': (c) => c.chat.completions.create({ ...plain, stream: true }),
  'chat completions, streamed with usage': (c) =>
    c.chat.completions.create({ ...plain, stream: true, stream_options: { include_usage: true } }),
  'chat completions with tools': (c) =>
    c.chat.completions.create({ ...plain, model: 'demo-tools', tools: [TOOL] }),
  'chat completions with tools, streamed': (c) =>
    c.chat.completions.create({ ...plain, model: 'demo-tools', tools: [TOOL], stream: true }),
  'chat completions by a schema': (c) =>
    c.chat.completions.create({
      ...plain,
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: SCHEMA } },
    }),
  'chat completions with an image': (c) =>
    c.chat.completions.create({
      ...plain,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: QUESTION },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
          ],
        },
      ],
    }),
  'chat completions that break in mid-stream': (c) =>
    c.chat.completions.create({ ...plain, model: 'demo-errors-midstream', stream: true }),
  'chat completions with nobody': (c) => c.chat.completions.create({ ...plain, model: 'nobody' }),
  'chat completions that are left in mid-stream': async (c) => {
    const stream = await c.chat.completions.create({ ...plain, model: 'demo-stalls', stream: true });
    return leftAfter(2, stream, () => stream.controller.abort());
  },
  'chat completions, gathered': (c) => c.chat.completions.stream(plain).finalChatCompletion(),
  'chat completions of nothing': (c) => c.chat.completions.create({ ...plain, messages: [] }),
  'completions, whole': (c) => c.completions.create({ model: plain.model, prompt: QUESTION }),
  'completions, streamed': (c) =>
    c.completions.create({ model: plain.model, prompt: QUESTION, stream: true }),
  'responses, whole': (c) => c.responses.create(ask),
  'responses, streamed': (c) => c.responses.create({ ...ask, model: 'demo-thinking', stream: true }),
  'responses with a function': (c) =>
    c.responses.create({ ...ask, model: 'demo-tools', tools: [RESPONSE_TOOL] }),
  'responses without instructions': (c) => c.responses.create({ model: MODEL, input: QUESTION }),
  'responses without instructions, streamed': (c) =>
    c.responses.create({ model: MODEL, input: QUESTION, instructions: null, stream: true }),
  'responses, gathered': (c) => c.responses.stream(ask).finalResponse(),
  'responses that go on from a function': (c) =>
    c.responses.create({
      ...ask,
      input: [
        { role: 'user', content: QUESTION },
        { type: 'function_call', call_id: 'call_1', name: 'look_up', arguments: '{"name":"x"}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'It is.' },
      ],
    }),
  'responses that are left in mid-stream': async (c) => {
    const stream = await c.responses.create({ ...ask, model: 'demo-stalls', stream: true });
    return leftAfter(2, stream, () => stream.controller.abort());
  },
  'responses that break in mid-stream': (c) =>
    c.responses.create({ ...ask, model: 'demo-errors-midstream', stream: true }),
  'responses, looked up': (c) => c.responses.retrieve('resp_1'),
  'responses that are refused': (c) => c.responses.create({ ...ask, model: 'demo-limited' }),
  'models, listed': async (c) => (await c.models.list()).data,
  'models, one': (c) => c.models.retrieve('qwen2.5:7b'),
  'models, none': (c) => c.models.retrieve('library/nobody'),
  'embeddings, packed': (c) => c.embeddings.create({ model: 'nomic-embed-text', input: ['a', 'b'] }),
  'embeddings, in figures': (c) =>
    c.embeddings.create({ model: 'nomic-embed-text', input: 'a', encoding_format: 'float' }),
  'audio, transcribed': async (c) =>
    c.audio.transcriptions.create({
      model: 'whisper',
      file: await toFile(Buffer.from([0, 255, 13, 10, 45, 45]), 'a.wav'),
    }),
  'a route the upstream has not': (c) => c.moderations.create({ input: 'a' }),
};

export const OPENAI = library(
  'openai',
  ({ base, fetch }) => new OpenAI({ baseURL: `${base}/v1`, apiKey: 'unused', maxRetries: 0, fetch }),
  CALLS,
);

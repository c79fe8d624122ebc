// Every call of the `ollama` client that makes sense against a server. The order matters: some make what later ones look at. Used by tests only.
import { Ollama } from 'ollama';
import { type Calls, leftAfter, library } from './library.ts';
import { MODEL, PIXEL, QUESTION, SCHEMA, THREAD, TOOL } from './questions.ts';

const plain = { model: MODEL, messages: THREAD };
const prompt = { model: MODEL, prompt: QUESTION, system: 'Be kind.' };

const CALLS: Calls<Ollama> = {
  'chat, whole': (c) => c.chat(plain),
  'chat, streamed': (c) => c.chat({ ...plain, stream: true }),
  'chat with tools': (c) => c.chat({ ...plain, model: 'demo-tools', tools: [TOOL] }),
  'chat with tools, streamed': (c) => c.chat({ ...plain, model: 'demo-tools', tools: [TOOL], stream: true }),
  'chat that thinks': (c) => c.chat({ ...plain, model: 'gpt-oss:20b', think: 'high', stream: true }),
  'chat in JSON': (c) => c.chat({ ...plain, format: 'json' }),
  'chat by a schema': (c) => c.chat({ ...plain, format: SCHEMA, options: { seed: 7, temperature: 0 } }),
  'chat with an image': (c) =>
    c.chat({
      ...plain,
      messages: [{ role: 'user', content: QUESTION, images: [PIXEL] }],
    }),
  'chat that loads': (c) => c.chat({ model: 'qwen2.5:7b', messages: [] }),
  'chat that unloads': (c) => c.chat({ model: 'qwen2.5:7b', messages: [], keep_alive: 0 }),
  'chat with nobody': (c) => c.chat({ ...plain, model: 'nobody' }),
  'chat that is refused': (c) => c.chat({ ...plain, model: 'demo-busy' }),
  'chat that breaks in mid-stream': (c) => c.chat({ ...plain, model: 'demo-errors-midstream', stream: true }),
  'chat that is left in mid-stream': async (c) => {
    const stream = await c.chat({ ...plain, model: 'demo-stalls', stream: true });
    return leftAfter(2, stream, () => c.abort());
  },
  'chat that goes on from a tool': (c) =>
    c.chat({
      ...plain,
      messages: [
        ...THREAD,
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ function: { name: 'look_up', arguments: { depth: 1.5 } } }],
        },
        { role: 'tool', content: 'It is.', tool_name: 'look_up' },
      ],
    }),
  'generate, whole': (c) => c.generate(prompt),
  'generate, streamed': (c) => c.generate({ ...prompt, stream: true }),
  'generate, raw': (c) => c.generate({ model: MODEL, prompt: QUESTION, raw: true }),
  'generate with a suffix': (c) => c.generate({ ...prompt, model: 'qwen2.5-coder:1.5b', suffix: 'return' }),
  'generate with an image': (c) => c.generate({ ...prompt, images: [PIXEL] }),
  'generate that thinks': (c) => c.generate({ ...prompt, model: 'gpt-oss:20b', think: true }),
  'generate by a schema': (c) => c.generate({ ...prompt, format: SCHEMA }),
  'generate that is left in mid-stream': async (c) => {
    const stream = await c.generate({ ...prompt, model: 'demo-stalls', stream: true });
    return leftAfter(2, stream, () => c.abort());
  },
  'generate that loads': (c) => c.generate({ model: 'qwen2.5:7b', prompt: '' }),
  'generate that unloads': (c) => c.generate({ model: 'qwen2.5:7b', prompt: '', keep_alive: 0 }),
  'generate with nobody': (c) => c.generate({ ...prompt, model: 'nobody', stream: true }),
  list: (c) => c.list(),
  ps: (c) => c.ps(),
  version: (c) => c.version(),
  show: (c) => c.show({ model: 'demo' }),
  'show of nobody': (c) => c.show({ model: 'nobody' }),
  'create, whole': (c) => c.create({ model: 'house', from: 'qwen2.5:7b', system: 'House rules.' }),
  'create, streamed': (c) => c.create({ model: 'house2', from: 'house', stream: true }),
  'create from nothing': (c) => c.create({ model: 'house3' }),
  'show of what was created': (c) => c.show({ model: 'house' }),
  copy: (c) => c.copy({ source: 'house', destination: 'house:old' }),
  'copy of nobody': (c) => c.copy({ source: 'nobody', destination: 'x' }),
  'list with what was copied': (c) => c.list(),
  delete: (c) => c.delete({ model: 'house:old' }),
  'delete of nobody': (c) => c.delete({ model: 'house:old' }),
  'pull, whole': (c) => c.pull({ model: 'mistral:7b' }),
  'pull, streamed': (c) => c.pull({ model: 'phi4:14b', stream: true }),
  'pull of what is not there': (c) => c.pull({ model: 'no-such', stream: true }),
  'push, whole': (c) => c.push({ model: 'mistral:7b' }),
  'push, streamed': (c) => c.push({ model: 'mistral:7b', stream: true }),
  'embed one': (c) => c.embed({ model: 'nomic-embed-text', input: 'a' }),
  'embed many': (c) => c.embed({ model: 'nomic-embed-text', input: ['a', 'b', 'a'] }),
  'embed by the old route': (c) => c.embeddings({ model: 'nomic-embed-text', prompt: 'a' }),
  'embed with nobody': (c) => c.embed({ model: 'nobody', input: 'a' }),
};

export const OLLAMA = library('ollama', ({ base, fetch }) => new Ollama({ host: base, fetch }), CALLS);

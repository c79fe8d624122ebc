// Promise: the published clients notice nothing. Each of their calls gives the same result, deeply equal and with the same
// errors, from an upstream and from its twin behind a whole Festinger. The twins share a seed and a clock that stands still.
// What the prompts gain on the way is tested in proxy/clients.int.test.ts. Source: issue "Byte identity with the upstream".
import Anthropic from '@anthropic-ai/sdk';
import { Ollama } from 'ollama';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../shared/model/clock.ts';
import { type DemoUpstream, startDemoUpstream } from '../demo/upstream.ts';
import { wallClock } from '../demo/wall-clock.ts';
import { startTestCore, type TestCore } from './testing/start-test-core.ts';

const standing: Clock = { now: () => Date.UTC(2026, 10, 21), monotonic: () => 0, after: wallClock.after };

let direct: DemoUpstream;
let behind: DemoUpstream;
let road: TestCore;
beforeAll(async () => {
  direct = await startDemoUpstream({ clock: standing });
  behind = await startDemoUpstream({ clock: standing });
  road = await startTestCore({ config: `upstreams: [{ name: twin, url: "${behind.url}" }]` });
});
afterAll(async () => {
  await road[Symbol.asyncDispose]();
  await Promise.all([direct.close(), behind.close()]);
});

/** What came of a call: its result, every part of a stream, or the error as the client shows it. */
async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  const parts: unknown[] = [];
  try {
    const result = await call();
    if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return { result };
    for await (const part of result as AsyncIterable<unknown>) parts.push(part);
    return { parts };
  } catch (error) {
    const { name, message, status, status_code, code, type } = error as Record<string, unknown>;
    return { parts, error: { name, message, status, status_code, code, type } };
  }
}

const THREAD = [
  { role: 'system' as const, content: 'You help the operators.' },
  { role: 'user' as const, content: 'Is the tide high in Malm\u00f6? \u{1f30a}' },
];
const SCHEMA = {
  type: 'object' as const,
  properties: { name: { type: 'string' }, depth: { type: 'integer', minimum: 2 } },
  required: ['name'],
};
const TOOL = {
  type: 'function' as const,
  function: { name: 'look_up', description: 'a', parameters: SCHEMA },
};
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const plain = { model: 'qwen2.5:7b', messages: THREAD };
const prompt = { model: 'qwen2.5:7b', prompt: 'Is the tide high?', system: 'Be kind.' };

type Calls<Client> = Readonly<Record<string, (client: Client) => Promise<unknown>>>;

const OLLAMA: Calls<Ollama> = {
  'chat, whole': (c) => c.chat(plain),
  'chat, streamed': (c) => c.chat({ ...plain, stream: true }),
  'chat with tools': (c) => c.chat({ ...plain, model: 'demo-tools', tools: [TOOL] }),
  'chat with tools, streamed': (c) => c.chat({ ...plain, model: 'demo-tools', tools: [TOOL], stream: true }),
  'chat that thinks': (c) => c.chat({ ...plain, model: 'gpt-oss:20b', think: 'high', stream: true }),
  'chat in JSON': (c) => c.chat({ ...plain, format: 'json' }),
  'chat by a schema': (c) => c.chat({ ...plain, format: SCHEMA, options: { seed: 7, temperature: 0 } }),
  'chat with an image': (c) =>
    c.chat({ ...plain, messages: [{ role: 'user', content: 'what is this', images: [PIXEL] }] }),
  'chat that loads': (c) => c.chat({ model: 'qwen2.5:7b', messages: [] }),
  'chat that unloads': (c) => c.chat({ model: 'qwen2.5:7b', messages: [], keep_alive: 0 }),
  'chat with nobody': (c) => c.chat({ ...plain, model: 'nobody' }),
  'chat that is refused': (c) => c.chat({ ...plain, model: 'demo-busy' }),
  'chat that breaks in mid-stream': (c) => c.chat({ ...plain, model: 'demo-errors-midstream', stream: true }),
  'generate, whole': (c) => c.generate(prompt),
  'generate, streamed': (c) => c.generate({ ...prompt, stream: true }),
  'generate, raw': (c) => c.generate({ model: prompt.model, prompt: prompt.prompt, raw: true }),
  'generate with a suffix': (c) => c.generate({ ...prompt, suffix: 'return' }),
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

const ask = { model: 'qwen2.5:7b', instructions: 'Be kind.', input: 'Is the tide high?' };
const RESPONSE_TOOL = { type: 'function' as const, name: 'look_up', parameters: SCHEMA, strict: false };

const OPENAI: Calls<OpenAI> = {
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
            { type: 'text', text: 'what is this' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
          ],
        },
      ],
    }),
  'chat completions that break in mid-stream': (c) =>
    c.chat.completions.create({ ...plain, model: 'demo-errors-midstream', stream: true }),
  'chat completions with nobody': (c) => c.chat.completions.create({ ...plain, model: 'nobody' }),
  'chat completions of nothing': (c) => c.chat.completions.create({ ...plain, messages: [] }),
  'completions, whole': (c) => c.completions.create({ model: plain.model, prompt: 'Once' }),
  'completions, streamed': (c) => c.completions.create({ model: plain.model, prompt: 'Once', stream: true }),
  'responses, whole': (c) => c.responses.create(ask),
  'responses, streamed': (c) => c.responses.create({ ...ask, model: 'demo-thinking', stream: true }),
  'responses with a function': (c) =>
    c.responses.create({ ...ask, model: 'demo-tools', tools: [RESPONSE_TOOL] }),
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

const message = {
  model: 'qwen2.5:7b',
  max_tokens: 200,
  system: 'Be kind.',
  messages: [{ role: 'user' as const, content: 'Is the tide high?' }],
};
const ANTHROPIC_TOOL = { name: 'look_up', input_schema: SCHEMA };

const ANTHROPIC: Calls<Anthropic> = {
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
  'messages cut at max_tokens': (c) => c.messages.create({ ...message, max_tokens: 3 }),
  'messages that break in mid-stream': (c) =>
    c.messages.create({ ...message, model: 'demo-errors-midstream', stream: true }),
  'messages with nobody': (c) => c.messages.create({ ...message, model: 'nobody' }),
  'messages that are refused': (c) => c.messages.create({ ...message, model: 'demo-busy' }),
  'tokens, counted': (c) => c.messages.countTokens({ model: message.model, messages: message.messages }),
  'models, listed': async (c) => (await c.models.list()).data,
};

/** Runs one call on the upstream, then on its twin behind the proxy. */
const both = async <C>(make: (base: string) => C, call: (client: C) => Promise<unknown>) => ({
  expected: await outcome(() => call(make(direct.url))),
  seen: await outcome(() => call(make(road.core.baseUrl))),
});

describe('the ollama client gets the same, direct and through the proxy', () => {
  it.each(Object.entries(OLLAMA))('%s', async (_name, call) => {
    const { expected, seen } = await both((host) => new Ollama({ host }), call);
    expect(seen).toEqual(expected);
  });
});

describe('the openai client gets the same, direct and through the proxy', () => {
  const make = (base: string) => new OpenAI({ baseURL: `${base}/v1`, apiKey: 'unused', maxRetries: 0 });
  it.each(Object.entries(OPENAI))('%s', async (_name, call) => {
    const { expected, seen } = await both(make, call);
    expect(seen).toEqual(expected);
  });
});

describe('the anthropic client gets the same, direct and through the proxy', () => {
  const make = (baseURL: string) => new Anthropic({ baseURL, apiKey: 'unused', maxRetries: 0 });
  it.each(Object.entries(ANTHROPIC))('%s', async (_name, call) => {
    const { expected, seen } = await both(make, call);
    expect(seen).toEqual(expected);
  });
});

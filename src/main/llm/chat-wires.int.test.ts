// One request looks to each API as that API wants it, and what comes back in each API's pieces is one and the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../shared/model/language-model.ts';
import { systemClock } from '../core/clock.ts';
import { type DemoUpstream, startDemoUpstream } from '../fixtures/upstream.ts';
import { ModelNetwork } from './call-guard.ts';
import type { ChatRequest } from './chat-model.ts';
import { askOnce, scriptedModel } from './testing/scripted-model.ts';

let upstream: DemoUpstream;
const network = new ModelNetwork(systemClock);

beforeAll(async () => {
  upstream = await startDemoUpstream();
});
afterAll(async () => {
  await network.close();
  await upstream.close();
});

const seen = () => {
  const request = upstream.requests.at(-1);
  if (!request) throw new Error('nothing was asked');
  return request;
};

const SCHEMA = {
  name: 'triple',
  schema: {
    type: 'object',
    properties: {
      parent: { type: 'string', minLength: 1, maxLength: 80 },
      dim: { type: 'string', enum: ['type', 'format'] },
    },
    required: ['parent', 'dim'],
  },
} as const;

const TOOL = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } };

const HISTORY: ChatRequest['messages'] = [
  { role: 'user', content: 'What is dobby?' },
  { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'look_up', arguments: '{"q": 1}' }] },
  { role: 'tool', callId: 'c1', name: 'look_up', content: 'a worker' },
];

describe.each(PROVIDERS)('%s', (provider) => {
  const model = (endpoint = {}) => scriptedModel(provider, upstream, network, endpoint);

  it('gets an answer that fits the schema, as text', async () => {
    const { text, end, usage } = await askOnce(model(), { system: 'Answer.', schema: SCHEMA });
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['parent', 'dim']);
    expect(end).toBe('stop');
    expect(usage?.inputTokens).toBeGreaterThan(5);
    expect(usage?.outputTokens).toBeGreaterThan(0);
  });

  it('brings text, thinking and whole tool calls', async () => {
    upstream.script({
      times: 1,
      behave: {
        thinking: 'I look it up.',
        text: 'One moment.',
        toolCalls: [
          { name: 'look_up', arguments: { q: 'dobby' } },
          { name: 'look_up', arguments: {} },
        ],
      },
    });
    const outcome = await askOnce(model(), { tools: [TOOL] });
    expect(outcome).toMatchObject({ text: 'One moment.', thinking: 'I look it up.', end: 'tool_calls' });
    expect(outcome.calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown])).toEqual([
      ['look_up', { q: 'dobby' }],
      ['look_up', {}],
    ]);
    expect(new Set(outcome.calls.map((call) => call.id)).size).toBe(2);
  });

  it('takes a history with calls and their results', async () => {
    const { end } = await askOnce(model(), { system: 'Be brief.', messages: HISTORY, tools: [TOOL] });
    expect(end).toBe('stop');
    expect(seen().messagesSeen?.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Be brief.'],
      ['user', 'What is dobby?'],
      ['assistant', ''],
      ['tool', 'a worker'],
    ]);
    expect(seen().messagesSeen?.[2]?.toolCalls).toEqual([{ name: 'look_up', arguments: { q: 1 } }]);
  });

  it('sends the key where there is one, nothing like it where there is none, and nothing about this machine', async () => {
    await askOnce(model({ apiKey: () => 'fk-0123456789' }));
    expect(seen().header('authorization')).toBe('Bearer fk-0123456789');
    if (provider === 'claude') expect(seen().header('x-api-key')).toBe('fk-0123456789');
    await askOnce(model());
    expect(seen().header('authorization')).toBeUndefined();
    expect(seen().header('x-api-key')).toBeUndefined();
    expect(seen().header('user-agent')).toBe('festinger-console');
    expect(seen().rawHeaders.filter((name) => /^x-stainless/i.test(name))).toEqual([]);
  });
});

describe('the request', () => {
  it('to OpenAI holds a strict schema without constraints on values', async () => {
    await askOnce(scriptedModel('openai', upstream, network), { schema: SCHEMA, maxTokens: 50 });
    expect(seen().json()).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 50,
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'triple',
          strict: true,
          schema: {
            type: 'object',
            properties: { parent: { type: 'string' }, dim: { type: 'string', enum: ['type', 'format'] } },
            required: ['parent', 'dim'],
            additionalProperties: false,
          },
        },
      },
    });
    await askOnce(scriptedModel('openai', upstream, network, { isOfficial: true }), { maxTokens: 50 });
    expect(seen().json()).toMatchObject({ max_completion_tokens: 50, store: false });
    expect(seen().json()).not.toHaveProperty('max_tokens');
  });

  it('to Anthropic holds the schema as output_config; to its relatives as a tool that must be called', async () => {
    const request = { schema: SCHEMA, tools: [TOOL] };
    const official = await askOnce(scriptedModel('claude', upstream, network, { isOfficial: true }), {
      schema: SCHEMA,
    });
    expect(JSON.parse(official.text)).toHaveProperty('parent');
    expect(seen().json()).toMatchObject({
      output_config: { format: { type: 'json_schema', schema: { required: ['parent', 'dim'] } } },
    });
    expect(seen().json()).not.toHaveProperty('tool_choice');
    const relative = await askOnce(scriptedModel('claude', upstream, network), request);
    expect(JSON.parse(relative.text)).toHaveProperty('parent');
    expect(relative).toMatchObject({ calls: [], end: 'stop' });
    expect(seen().json()).toMatchObject({
      tool_choice: { type: 'tool', name: 'triple' },
      tools: [{ name: 'look_up' }, { name: 'triple' }],
    });
  });

  it('to Ollama holds the schema as it is, and the context it has to make room for', async () => {
    const model = scriptedModel('ollama', upstream, network, { contextTokens: 8192 });
    await askOnce(model, { schema: SCHEMA, maxTokens: 50, temperature: 0 });
    expect(seen().json()).toMatchObject({
      format: SCHEMA.schema,
      options: { num_predict: 50, num_ctx: 8192, temperature: 0 },
    });
  });
});

describe('tool calls in pieces', () => {
  const sse = (events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

  it('are put together, whatever the order; arguments stay what the model wrote', async () => {
    const delta = (index: number, call: object) => ({
      choices: [{ index: 0, delta: { tool_calls: [{ index, ...call }] } }],
    });
    const body = sse([
      delta(1, { id: 'b', function: { name: 'second', arguments: '{"x"' } }),
      delta(0, { id: 'a', function: { name: 'first' } }),
      delta(1, { function: { arguments: ': oops' } }),
      delta(0, { function: { arguments: '{}' } }),
      { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    ]);
    upstream.script({
      times: 1,
      behave: { raw: { headers: { 'content-type': 'text/event-stream' }, body } },
    });
    const { calls, end } = await askOnce(scriptedModel('openai', upstream, network));
    expect(end).toBe('tool_calls');
    expect(calls).toEqual([
      { id: 'a', name: 'first', arguments: '{}' },
      { id: 'b', name: 'second', arguments: '{"x": oops' },
    ]);
  });

  it('survive servers that leave out what the types promise', async () => {
    const body = sse([{}, { choices: [] }, { choices: [{}] }, { choices: [{ finish_reason: 'stop' }] }]);
    upstream.script({
      times: 1,
      behave: { raw: { headers: { 'content-type': 'text/event-stream' }, body } },
    });
    expect(await askOnce(scriptedModel('openai', upstream, network))).toMatchObject({
      text: '',
      end: 'stop',
    });
  });
});

it('asks Ollama what a model can do, and nobody else', async () => {
  const limits = { timeoutMs: 5000 };
  const named = (modelName: string) => scriptedModel('ollama', upstream, network, { modelName });
  const answers = { onlyEmbeds: false };
  expect(await named('qwen2.5:7b').describe(limits)).toEqual({
    // Not loaded, and its file says nothing: what it was trained for is more than most hosts give it.
    ...{ ...answers, tools: true, contextTokens: null },
  });
  expect(await named('llava:7b').describe(limits)).toEqual({ ...answers, tools: false, contextTokens: 4096 });
  expect(await named('nomic-embed-text').describe(limits)).toMatchObject({ onlyEmbeds: true });
  await expect(named('not-there').describe(limits)).rejects.toMatchObject({ kind: 'not_found' });
  expect(await scriptedModel('openai', upstream, network).describe(limits)).toBeNull();
});

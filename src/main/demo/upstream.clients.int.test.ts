// The published clients against the upstream itself: whatever they cannot read here, no proxy in between could mend.
import Anthropic from '@anthropic-ai/sdk';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_SYSTEM } from './model-shelf.ts';
import { type DemoUpstream, startDemoUpstream } from './upstream.ts';

const RECALLED = 'gnommoweb is a repo of Glitch University and runs on ramanujan.';
const SYSTEM = [
  'You help the operators.',
  '<recollection>',
  'gnommoweb: [glitch_university] repo [runs-on] ramanujan',
  '</recollection>',
].join('\n');
const QUESTION = 'What is gnommoweb?';
const THREAD = [
  { role: 'system' as const, content: SYSTEM },
  { role: 'user' as const, content: QUESTION },
];
const LOOK_UP = {
  name: 'look_up',
  description: 'Looks a name up.',
  schema: {
    type: 'object' as const,
    properties: { name: { type: 'string' }, depth: { type: 'integer', minimum: 2 } },
    required: ['name'],
  },
};

let upstream: DemoUpstream;
beforeAll(async () => {
  upstream = await startDemoUpstream();
});
afterAll(() => upstream.close());

describe('the ollama client', () => {
  const client = (): Ollama => new Ollama({ host: upstream.url });

  it('chats, streaming and not, and gets the same words', async () => {
    const whole = await client().chat({ model: 'qwen2.5:7b', messages: THREAD });
    expect(whole.message).toEqual({ role: 'assistant', content: RECALLED });
    expect(whole.done_reason).toBe('stop');
    const pieces: string[] = [];
    for await (const part of await client().chat({ model: 'qwen2.5:7b', messages: THREAD, stream: true })) {
      expect(part.done && part.message.content !== '').toBe(false);
      pieces.push(part.message.content);
    }
    expect(pieces.join('')).toBe(RECALLED);
    expect(pieces.length).toBe(12);
  });

  it('generates with the system field, streaming and not', async () => {
    const request = { model: 'qwen2.5:7b', system: SYSTEM, prompt: QUESTION };
    const whole = await client().generate(request);
    expect(whole.response).toBe(RECALLED);
    let streamed = '';
    for await (const part of await client().generate({ ...request, stream: true })) streamed += part.response;
    expect(streamed).toBe(RECALLED);
  });

  it('reports usage in nanoseconds which add up', async () => {
    const answer = await client().chat({ model: 'llama3.2:3b', messages: THREAD });
    expect(answer.eval_count).toBe(11);
    expect(answer.total_duration).toBe(
      answer.load_duration + answer.prompt_eval_duration + answer.eval_duration,
    );
  });

  it('calls tools with arguments as objects, and answers from the result', async () => {
    const tools = [
      {
        type: 'function',
        function: { name: LOOK_UP.name, description: LOOK_UP.description, parameters: LOOK_UP.schema },
      },
    ];
    const called = await client().chat({ model: 'demo-tools', messages: THREAD, tools });
    expect(called.message.tool_calls?.[0]?.function).toMatchObject({
      name: 'look_up',
      arguments: { name: 'gnommoweb', depth: 2 },
    });
    const result = { role: 'tool', content: 'gnommoweb: 3 replicas', tool_name: 'look_up' };
    const reply = await client().chat({
      model: 'demo-tools',
      messages: [...THREAD, called.message, result],
      tools,
    });
    expect(reply.message.content).toContain('gnommoweb: 3 replicas');
  });

  it('thinks apart from the content, unless told not to', async () => {
    const thinking = await client().chat({ model: 'gpt-oss:20b', messages: THREAD });
    expect(thinking.message.thinking).toContain('gnommoweb');
    expect(thinking.message.content).toBe(RECALLED);
    const silent = await client().chat({ model: 'gpt-oss:20b', messages: THREAD, think: false });
    expect(silent.message.thinking).toBeUndefined();
  });

  it('answers JSON, and JSON that fits a schema', async () => {
    const free = await client().chat({ model: 'qwen2.5:7b', messages: THREAD, format: 'json' });
    expect(JSON.parse(free.message.content)).toEqual({ answer: RECALLED });
    const bound = await client().chat({ model: 'qwen2.5:7b', messages: THREAD, format: LOOK_UP.schema });
    expect(JSON.parse(bound.message.content)).toEqual({ name: RECALLED, depth: 2 });
  });

  it('lists, shows, creates, copies, pulls, pushes and deletes models', async () => {
    const names = async (): Promise<string[]> => (await client().list()).models.map((m) => m.name);
    const created = await client().create({ model: 'house', from: 'qwen2.5:7b', system: 'House rules.' });
    expect(created.status).toBe('success');
    expect((await client().show({ model: 'house' })).system).toBe('House rules.');
    await client().copy({ source: 'house', destination: 'house:old' });
    expect(await names()).toEqual(expect.arrayContaining(['house:latest', 'house:old']));
    await client().delete({ model: 'house:old' });
    expect(await names()).not.toContain('house:old');
    const steps: string[] = [];
    for await (const step of await client().pull({ model: 'mistral:7b', stream: true }))
      steps.push(step.status);
    expect(steps[0]).toBe('pulling manifest');
    expect(steps.at(-1)).toBe('success');
    expect(await names()).toContain('mistral:7b');
    expect((await client().push({ model: 'mistral:7b' })).status).toBe('success');
  });

  it('embeds texts as unit vectors that depend on the text alone', async () => {
    const { embeddings } = await client().embed({ model: 'nomic-embed-text', input: ['a', 'b', 'a'] });
    expect(embeddings[0]).toEqual(embeddings[2]);
    expect(embeddings[0]).not.toEqual(embeddings[1]);
    expect(Math.hypot(...(embeddings[0] ?? []))).toBeCloseTo(1);
    const old = await client().embeddings({ model: 'nomic-embed-text', prompt: 'a' });
    expect(old.embedding).toEqual(embeddings[0]);
  });

  it('gets errors with their status, and those inside a stream too', async () => {
    await expect(client().chat({ model: 'nobody', messages: THREAD })).rejects.toMatchObject({
      status_code: 404,
      error: "model 'nobody' not found",
    });
    await expect(client().chat({ model: 'demo-busy', messages: THREAD })).rejects.toMatchObject({
      status_code: 503,
    });
    const stream = await client().chat({ model: 'demo-errors-midstream', messages: THREAD, stream: true });
    const heard: string[] = [];
    const drain = async (): Promise<void> => {
      for await (const part of stream) heard.push(part.message.content);
    };
    await expect(drain()).rejects.toThrow('llama runner process no longer running');
    expect(heard).toEqual(['gnommoweb', ' is', ' a']);
  });
});

describe('the openai client', () => {
  const client = (): OpenAI => new OpenAI({ baseURL: `${upstream.url}/v1`, apiKey: 'unused', maxRetries: 0 });
  const tools = [
    {
      type: 'function' as const,
      function: { name: LOOK_UP.name, description: LOOK_UP.description, parameters: LOOK_UP.schema },
    },
  ];

  it('completes chats, streaming and not, with usage when asked', async () => {
    const request = { model: 'qwen2.5:7b', messages: THREAD };
    const whole = await client().chat.completions.create(request);
    expect(whole.choices[0]?.message.content).toBe(RECALLED);
    expect(whole.choices[0]?.finish_reason).toBe('stop');
    const stream = client().chat.completions.stream({ ...request, stream_options: { include_usage: true } });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.message.content).toBe(RECALLED);
    expect(final.usage?.completion_tokens).toBe(11);
  });

  it('calls tools with arguments as a JSON string', async () => {
    const request = { model: 'demo-tools', messages: THREAD, tools };
    const whole = await client().chat.completions.create(request);
    const call = whole.choices[0]?.message.tool_calls?.[0];
    expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toEqual({
      name: 'gnommoweb',
      depth: 2,
    });
    expect(whole.choices[0]?.finish_reason).toBe('tool_calls');
    const final = await client().chat.completions.stream(request).finalChatCompletion();
    expect(final.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'look_up' } });
    expect(final.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('completes plain prompts', async () => {
    const prompt = `${SYSTEM}\n${QUESTION}`;
    const whole = await client().completions.create({ model: 'qwen2.5:7b', prompt });
    expect(whole.choices[0]?.text).toBe(RECALLED);
    let text = '';
    for await (const chunk of await client().completions.create({
      model: 'qwen2.5:7b',
      prompt,
      stream: true,
    })) {
      text += chunk.choices[0]?.text ?? '';
    }
    expect(text).toBe(RECALLED);
  });

  it('creates responses, streaming and not, with numbered events', async () => {
    const request = { model: 'demo-thinking', instructions: SYSTEM, input: QUESTION };
    const whole = await client().responses.create(request);
    expect(whole.output_text).toBe(RECALLED);
    expect(whole.output.map((item) => item.type)).toEqual(['reasoning', 'message']);
    const events = [];
    for await (const event of await client().responses.create({ ...request, stream: true }))
      events.push(event);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, i) => i));
    const final = await client().responses.stream(request).finalResponse();
    expect(final.output_text).toBe(RECALLED);
  });

  it('creates responses that call functions, and takes their output', async () => {
    const fn = { type: 'function' as const, name: 'look_up', parameters: LOOK_UP.schema, strict: false };
    const asked = await client().responses.create({ model: 'demo-tools', input: QUESTION, tools: [fn] });
    const call = asked.output[0];
    if (call?.type !== 'function_call') throw new Error('no function call');
    const done = await client().responses.create({
      model: 'demo-tools',
      tools: [fn],
      input: [
        { role: 'user', content: QUESTION },
        { type: 'function_call', call_id: call.call_id, name: call.name, arguments: call.arguments },
        { type: 'function_call_output', call_id: call.call_id, output: 'found in rack 3' },
      ],
    });
    expect(done.output_text).toContain('found in rack 3');
  });

  it('lists models, retrieves one, and embeds in both encodings', async () => {
    const listed = await client().models.list();
    expect(listed.data.map((model) => model.id)).toContain('qwen2.5:7b');
    expect((await client().models.retrieve('qwen2.5:7b')).id).toBe('qwen2.5:7b');
    const request = { model: 'nomic-embed-text', input: 'a' };
    const floats = await client().embeddings.create({ ...request, encoding_format: 'float' });
    const packed = await client().embeddings.create(request);
    expect(packed.data[0]?.embedding[0]).toBeCloseTo(floats.data[0]?.embedding[0] ?? Number.NaN);
  });

  it('gets errors in its own envelope', async () => {
    await expect(
      client().chat.completions.create({ model: 'nobody', messages: THREAD }),
    ).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
    await expect(
      client().chat.completions.create({ model: 'qwen2.5:7b', messages: [] }),
    ).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    });
    await expect(client().responses.create({ model: 'demo-limited', input: 'x' })).rejects.toMatchObject({
      status: 429,
    });
  });
});

describe('the anthropic client', () => {
  const client = (): Anthropic => new Anthropic({ baseURL: upstream.url, apiKey: 'unused', maxRetries: 0 });
  const ask = { max_tokens: 200, messages: [{ role: 'user' as const, content: QUESTION }] };

  it('creates messages, streaming and not, with the system as text or as blocks', async () => {
    const whole = await client().messages.create({ ...ask, model: 'qwen2.5:7b', system: SYSTEM });
    expect(whole.content).toEqual([{ type: 'text', text: RECALLED }]);
    expect(whole.stop_reason).toBe('end_turn');
    const blocks = [{ type: 'text' as const, text: SYSTEM, cache_control: { type: 'ephemeral' as const } }];
    const stream = client().messages.stream({ ...ask, model: 'qwen2.5:7b', system: blocks });
    expect(await stream.finalText()).toBe(RECALLED);
    expect((await stream.finalMessage()).usage.output_tokens).toBe(11);
  });

  it('streams thinking, text and tool use as blocks of their own', async () => {
    const thinking = await client()
      .messages.stream({ ...ask, model: 'demo-thinking', system: SYSTEM })
      .finalMessage();
    expect(thinking.content.map((block) => block.type)).toEqual(['thinking', 'text']);
    const tools = [{ name: 'look_up', input_schema: LOOK_UP.schema }];
    const request = { ...ask, model: 'demo-tools', system: SYSTEM, tools };
    const whole = await client().messages.create(request);
    const streamed = await client().messages.stream(request).finalMessage();
    for (const answer of [whole, streamed]) {
      expect(answer.stop_reason).toBe('tool_use');
      expect(answer.content[0]).toMatchObject({
        type: 'tool_use',
        name: 'look_up',
        input: { name: 'gnommoweb' },
      });
    }
  });

  it('takes tool results and stops at max_tokens', async () => {
    const answer = await client().messages.create({
      model: 'qwen2.5:7b',
      max_tokens: 4,
      messages: [
        { role: 'user', content: QUESTION },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call_1', name: 'look_up', input: { name: 'x' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'rack 3' }] },
      ],
    });
    expect(answer.content).toEqual([{ type: 'text', text: 'The tool reports: rack' }]);
    expect(answer.stop_reason).toBe('max_tokens');
  });

  it('gets errors in its own envelope, before a stream and inside one', async () => {
    await expect(client().messages.create({ ...ask, model: 'nobody' })).rejects.toMatchObject({
      status: 404,
      type: 'not_found_error',
    });
    await expect(client().messages.create({ ...ask, model: 'demo-busy' })).rejects.toMatchObject({
      status: 503,
      type: 'overloaded_error',
    });
    const stream = client().messages.stream({ ...ask, model: 'demo-errors-midstream' });
    await expect(stream.finalMessage()).rejects.toThrow('llama runner process no longer running');
  });

  it('keeps the Modelfile SYSTEM only while the request has none', async () => {
    await client().messages.create({ ...ask, model: 'demo' });
    expect(upstream.requests.at(-1)?.systemSeen).toBe(DEMO_SYSTEM);
    await client().messages.create({ ...ask, model: 'demo', system: SYSTEM });
    expect(upstream.requests.at(-1)?.systemSeen).toBe(SYSTEM);
  });
});

// Promise: the published clients notice nothing. Each call gets the upstream's bytes, streamed or not, while the upstream
// sees the recollection where it belongs and every other byte as the client sent it.
import Anthropic from '@anthropic-ai/sdk';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GNOMMOWEB_BLOCK, type Rig, startRig } from './testing/rig.ts';

const at = '2026-11-21T00:00:00Z';
const ndjson = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const sse = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const done = {
  done: true,
  done_reason: 'stop',
  total_duration: 9,
  prompt_eval_count: 12,
  prompt_eval_duration: 3,
  eval_count: 2,
  eval_duration: 4,
};
const chunk = (delta: object, more: object = {}) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null }],
  ...more,
});
const event = (type: string, more: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const message = {
  id: 'm1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Hé!' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 2 },
};

/** What the upstream answers, by path and by whether a stream was asked for. */
const ANSWERS: Record<string, { stream: [string, string]; whole: object }> = {
  '/api/chat': {
    stream: [
      'application/x-ndjson',
      ndjson(
        { model: 'm', created_at: at, message: { role: 'assistant', content: 'Hé' }, done: false },
        { model: 'm', created_at: at, message: { role: 'assistant', content: '!' }, done: false },
        { model: 'm', created_at: at, message: { role: 'assistant', content: '' }, ...done },
      ),
    ],
    whole: { model: 'm', created_at: at, message: { role: 'assistant', content: 'Hé!' }, ...done },
  },
  '/api/generate': {
    stream: [
      'application/x-ndjson',
      ndjson(
        { model: 'm', created_at: at, response: 'Hé', done: false },
        { model: 'm', created_at: at, response: '!', done: false },
        { model: 'm', created_at: at, response: '', context: [1, 2], ...done },
      ),
    ],
    whole: { model: 'm', created_at: at, response: 'Hé!', ...done },
  },
  '/v1/chat/completions': {
    stream: [
      'text/event-stream',
      `${sse(chunk({ role: 'assistant', content: 'Hé' }), chunk({ content: '!' }), chunk({}, { choices: [], usage: { prompt_tokens: 12, completion_tokens: 2, total_tokens: 14 } }))}data: [DONE]\n\n`,
    ],
    whole: {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hé!' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 12, completion_tokens: 2, total_tokens: 14 },
    },
  },
  '/v1/messages': {
    stream: [
      'text/event-stream',
      event('message_start', {
        message: { ...message, content: [], usage: { input_tokens: 12, output_tokens: 0 } },
      }) +
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hé!' } }) +
        event('content_block_stop', { index: 0 }) +
        event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }) +
        event('message_stop'),
    ],
    whole: message,
  },
};

let rig: Rig;
/** Bytes of the last answer as the client's fetch got them. */
let received: Promise<Buffer>;

const recordingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  received = response
    .clone()
    .arrayBuffer()
    .then((bytes) => Buffer.from(bytes));
  return response;
};

beforeAll(async () => {
  rig = await startRig({
    show: { system: 'You are Mario.' },
    upstream: (req, res, { body }) => {
      const answer = ANSWERS[req.url ?? ''];
      const asked = JSON.parse(body.toString()) as { stream?: boolean };
      if (!answer) return res.writeHead(404).end();
      if (!asked.stream)
        return res.setHeader('content-type', 'application/json').end(JSON.stringify(answer.whole));
      const [type, text] = answer.stream;
      res.writeHead(200, { 'content-type': type });
      // Cut in the middle of a character: nothing on the way may take chunks for text.
      const bytes = Buffer.from(text);
      const cut = bytes.indexOf(0xc3) + 1;
      res.write(bytes.subarray(0, cut), () => setImmediate(() => res.end(bytes.subarray(cut))));
    },
  });
});
afterAll(() => rig[Symbol.asyncDispose]());

const expectedBytes = (path: string, streamed: boolean): string => {
  const answer = ANSWERS[path];
  return streamed ? (answer?.stream[1] ?? '') : JSON.stringify(answer?.whole ?? null);
};

const question = { role: 'user' as const, content: 'what is gnommoweb' };
const WITH_OWN_SYSTEM = { role: 'system', content: `${GNOMMOWEB_BLOCK}\n\nYou are Mario.` };

describe.each([true, false])('stream: %s', (streamed) => {
  it('ollama chat', async () => {
    const client = new Ollama({ host: rig.url, fetch: recordingFetch });
    let text = '';
    if (streamed)
      for await (const part of await client.chat({ model: 'm', messages: [question], stream: true }))
        text += part.message.content;
    else text = (await client.chat({ model: 'm', messages: [question] })).message.content;
    expect(text).toBe('Hé!');
    expect((await received).toString()).toBe(expectedBytes('/api/chat', streamed));
    expect(rig.lastBody().messages).toEqual([WITH_OWN_SYSTEM, question]);
    const row = await rig.finished((r) => r.route === 'chat' && r.streamed === streamed);
    expect(row).toMatchObject({
      state: 'done',
      reason: 'injected',
      recalledConcepts: 1,
      usage: { promptTokens: 12, completionTokens: 2, promptEvalNs: 3, evalNs: 4 },
    });
  });

  it('ollama generate', async () => {
    const client = new Ollama({ host: rig.url, fetch: recordingFetch });
    const ask = { model: 'm', prompt: 'what is gnommoweb' };
    let text = '';
    if (streamed)
      for await (const part of await client.generate({ ...ask, stream: true })) text += part.response;
    else text = (await client.generate(ask)).response ?? '';
    expect(text).toBe('Hé!');
    expect((await received).toString()).toBe(expectedBytes('/api/generate', streamed));
    expect(rig.lastBody()).toMatchObject({ ...ask, system: WITH_OWN_SYSTEM.content });
  });

  it('openai chat completions', async () => {
    const client = new OpenAI({
      baseURL: `${rig.url}/v1`,
      apiKey: 'k',
      fetch: recordingFetch,
      maxRetries: 0,
    });
    let text = '';
    if (streamed) {
      for await (const part of await client.chat.completions.create({
        model: 'm',
        messages: [question],
        stream: true,
      })) {
        text += part.choices[0]?.delta.content ?? '';
      }
    } else {
      text =
        (await client.chat.completions.create({ model: 'm', messages: [question] })).choices[0]?.message
          .content ?? '';
    }
    expect(text).toBe('Hé!');
    expect((await received).toString()).toBe(expectedBytes('/v1/chat/completions', streamed));
    expect(rig.lastBody().messages).toEqual([WITH_OWN_SYSTEM, question]);
    const row = await rig.finished((r) => r.route === 'openai_chat' && r.streamed === streamed);
    expect(row).toMatchObject({ usage: { promptTokens: 12, completionTokens: 2 } });
    expect(row.client).toMatch(/^key-[0-9a-f]{8}$/);
  });

  it('anthropic messages', async () => {
    const client = new Anthropic({ baseURL: rig.url, apiKey: 'k', fetch: recordingFetch, maxRetries: 0 });
    const ask = { model: 'm', max_tokens: 10, messages: [question], system: 'Be kind.' };
    const text = streamed
      ? await client.messages.stream(ask).finalText()
      : (await client.messages.create(ask)).content
          .map((block) => (block.type === 'text' ? block.text : ''))
          .join('');
    expect(text).toBe('Hé!');
    expect((await received).toString()).toBe(expectedBytes('/v1/messages', streamed));
    expect(rig.lastBody()).toMatchObject({
      system: `${GNOMMOWEB_BLOCK}\n\nBe kind.`,
      messages: [question],
      max_tokens: 10,
    });
    const row = await rig.finished((r) => r.route === 'anthropic_messages' && r.streamed === streamed);
    expect(row).toMatchObject({ usage: { promptTokens: 12, completionTokens: 2 } });
  });
});

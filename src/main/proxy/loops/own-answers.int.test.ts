// Promise: the published clients read our own answers, and streams that we cut, as answers of the upstream: streamed or not,
// on all six routes. agent-zero gets a `response` request.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanBody } from '../body/body-scanner.ts';
import { matchRoute, type PromptRoute } from '../routes.ts';
import { asksForUsage, localAnswer } from './answer/breaker-answer.ts';
import type { LoopFinding } from './finding.ts';
import { StreamWatch } from './stream/stream-watch.ts';
import { ANSWER_LEAD, isOwnAnswer } from './turns/own-words.ts';
import { WIRES } from './wire/wire.ts';

const FINDING: LoopFinding = {
  ...{
    rule: 'cycle',
    level: 5,
    period: 1,
    copies: 7,
    subject: 'search {"q":"x"}',
    outcome: 'nothing',
    tools: ['search'],
  },
  ...{ signal: null, ranges: [], isCollapsible: true, evidence: [], identity: 'i', isToolJson: false },
  ...{ wait: null, brokenUntil: 300_000 },
};

const CHANT = 'I have to look at the file again before I go on. ';

/** A stream of the upstream that chants, as that route's server sends it: nobody ends it. */
function chanting(route: PromptRoute): string[] {
  const wire = WIRES[route].stream({ model: 'm', text: '@@', id: 'abc', now: 0, includesUsage: false });
  const ends = route === 'chat' || route === 'generate' ? '\n' : '\n\n';
  const parts = wire
    .split(ends)
    .filter((part) => part !== '')
    .map((part) => part + ends);
  const at = parts.findIndex((part) => part.includes('@@') && !part.includes('.done'));
  const deltas = Array.from({ length: 40 }, () => (parts[at] as string).replace('@@', CHANT));
  return [...parts.slice(0, at), ...deltas];
}

let server: Server;
let base = '';
/** What the server does with the next request. */
let mode: 'local' | 'cut' = 'local';
let finding = FINDING;
/** Bytes of one chunk of a stream that is cut. */
let chunkBytes = 1_000_000;

beforeAll(async () => {
  server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const route = matchRoute('POST', req.url ?? '').kind as PromptRoute;
    const index = scanBody(body, route);
    if (!index) throw new Error('clients send JSON');
    if (mode === 'local') {
      const answer = localAnswer(finding, { body, index, route, now: 0 });
      res.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    res.writeHead(200, { 'content-type': WIRES[route].streamType });
    const stream = Buffer.from(chanting(route).join(''));
    const watch = new StreamWatch(route);
    for (let at = 0; at < stream.length; at += chunkBytes) {
      const chunk = stream.subarray(at, at + chunkBytes);
      const cut = watch.add(chunk);
      res.write(cut ? chunk.subarray(0, cut.at - at) : chunk);
      if (!cut) continue;
      res.end(watch.closing({ model: 'm', now: 0, includesUsage: asksForUsage(body, index) }));
      return;
    }
    res.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

interface Heard {
  readonly text: string;
  readonly model: string;
  readonly ended: unknown;
}

const messages = [{ role: 'user' as const, content: 'go' }];
const ollama = () => new Ollama({ host: base });
const openai = () => new OpenAI({ baseURL: `${base}/v1`, apiKey: 'none', maxRetries: 0 });
const anthropic = () => new Anthropic({ baseURL: base, apiKey: 'none', maxRetries: 0 });

async function gathered<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

/** Every route as its own client reads it. */
const CLIENTS: Record<PromptRoute, { whole: () => Promise<Heard>; stream: () => Promise<Heard> }> = {
  chat: {
    whole: async () => {
      const answer = await ollama().chat({ model: 'm', messages });
      return { text: answer.message.content, model: answer.model, ended: answer.done_reason };
    },
    stream: async () => {
      const all = await gathered(await ollama().chat({ model: 'm', messages, stream: true }));
      expect(all.at(-1)).toMatchObject({
        done: true,
        message: { content: '' },
        eval_count: 0,
        total_duration: 0,
      });
      const text = all.map(({ message }) => message.content).join('');
      return { text, model: all[0]?.model ?? '', ended: all.at(-1)?.done_reason };
    },
  },
  generate: {
    whole: async () => {
      const answer = await ollama().generate({ model: 'm', prompt: 'go' });
      return { text: answer.response ?? '', model: answer.model, ended: answer.done_reason };
    },
    stream: async () => {
      const all = await gathered(await ollama().generate({ model: 'm', prompt: 'go', stream: true }));
      expect(all.at(-1)).toMatchObject({ done: true, response: '', prompt_eval_count: 0 });
      return {
        text: all.map(({ response }) => response).join(''),
        model: 'm',
        ended: all.at(-1)?.done_reason,
      };
    },
  },
  openai_chat: {
    whole: async () => {
      const answer = await openai().chat.completions.create({ model: 'm', messages });
      const [choice] = answer.choices;
      return { text: choice?.message.content ?? '', model: answer.model, ended: choice?.finish_reason };
    },
    stream: async () => {
      const stream_options = { include_usage: true };
      const request = { model: 'm', messages, stream: true, stream_options } as const;
      const all = await gathered(await openai().chat.completions.create(request));
      expect(all.at(-1)?.usage).toMatchObject({ total_tokens: 0 });
      expect(new Set(all.map(({ id }) => id)).size).toBe(1);
      const text = all.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
      return { text, model: all[0]?.model ?? '', ended: all.at(-2)?.choices[0]?.finish_reason };
    },
  },
  openai_completions: {
    whole: async () => {
      const answer = await openai().completions.create({ model: 'm', prompt: 'go' });
      return {
        text: answer.choices[0]?.text ?? '',
        model: answer.model,
        ended: answer.choices[0]?.finish_reason,
      };
    },
    stream: async () => {
      const all = await gathered(
        await openai().completions.create({ model: 'm', prompt: 'go', stream: true }),
      );
      const text = all.map(({ choices }) => choices[0]?.text ?? '').join('');
      return { text, model: all[0]?.model ?? '', ended: all.at(-1)?.choices[0]?.finish_reason };
    },
  },
  openai_responses: {
    whole: async () => {
      const answer = await openai().responses.create({ model: 'm', input: 'go' });
      return { text: answer.output_text ?? '', model: answer.model, ended: answer.status };
    },
    stream: async () => {
      const stream = openai().responses.stream({ model: 'm', input: 'go' });
      const answer = await stream.finalResponse();
      return { text: answer.output_text ?? '', model: answer.model, ended: answer.status };
    },
  },
  anthropic_messages: {
    whole: async () => {
      const answer = await anthropic().messages.create({ model: 'm', max_tokens: 9, messages });
      const [block] = answer.content;
      return {
        text: block?.type === 'text' ? block.text : '',
        model: answer.model,
        ended: answer.stop_reason,
      };
    },
    stream: async () => {
      const answer = await anthropic()
        .messages.stream({ model: 'm', max_tokens: 9, messages })
        .finalMessage();
      const [block] = answer.content;
      return {
        text: block?.type === 'text' ? block.text : '',
        model: answer.model,
        ended: answer.stop_reason,
      };
    },
  },
};
const ROUTES = Object.keys(CLIENTS) as PromptRoute[];
const ENDS = ['stop', 'completed', 'end_turn'];

describe.each(ROUTES)('%s', (route) => {
  it.each(['whole', 'stream'] as const)('a local answer is read: %s', async (how) => {
    mode = 'local';
    finding = FINDING;
    const heard = await CLIENTS[route][how]();
    expect(heard.text.startsWith(ANSWER_LEAD)).toBe(true);
    expect(heard.text).toContain('search {"q":"x"}');
    expect(heard.text).toContain('5 minutes');
    expect(heard.model).toBe('m');
    expect(ENDS).toContain(heard.ended);
  });

  it.each(['whole', 'stream'] as const)("agent-zero's is a response request: %s", async (how) => {
    mode = 'local';
    finding = { ...FINDING, isToolJson: true };
    const { text } = await CLIENTS[route][how]();
    const request = JSON.parse(text) as {
      tool_name: string;
      thoughts: string[];
      tool_args: { text: string };
    };
    expect(request).toMatchObject({ tool_name: 'response', headline: expect.any(String) });
    expect(request.tool_args.text.startsWith(ANSWER_LEAD)).toBe(true);
    expect(isOwnAnswer(text)).toBe(true);
  });

  it.each([1_000_000, 700, 33])(
    'a stream that is cut ends as if by itself, in chunks of %i bytes',
    async (bytes) => {
      mode = 'cut';
      chunkBytes = bytes;
      const { text, ended } = await CLIENTS[route].stream();
      expect(ENDS).toContain(ended);
      expect(text.length % CHANT.length).toBe(0);
      expect(text.length).toBeGreaterThanOrEqual(200);
      expect(text.length).toBeLessThan(20 * CHANT.length);
    },
  );
});

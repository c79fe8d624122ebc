// Promises: a model is asked about once, not again while it is known, and again when it may have changed; a failure is
// remembered only briefly and never takes the place of an answer.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openUpstream } from '../pool/open-upstream.ts';
import type { OpenUpstream } from '../pool/port.ts';
import { ModelInfoCache, readShow } from './model-info.ts';

let asked: string[];
let answer: { status: number; body: string };
let upstream: OpenUpstream;
let now: number;
/** By how much the computer's clock was set back. */
let setBack: number;
let cache: ModelInfoCache;
const server = createServer(async (req, res) => {
  asked.push(String(Buffer.concat(await req.toArray())));
  res.writeHead(answer.status).end(answer.body);
});

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: '{"system":"S","model_info":{"llama.context_length":4096}}' };
  now = 0;
  setBack = 0;
  cache = new ModelInfoCache({ now: () => now - setBack, monotonic: () => now, after: () => () => {} });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  upstream = openUpstream({ name: 'u', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(async () => {
  await upstream.dispatcher.destroy();
  server.close();
  await once(server, 'close');
});

const get = (model = 'm') => cache.get(upstream, model, () => []);

describe('ModelInfoCache', () => {
  it('asks once, also for many at once, and knows the context length from then on', async () => {
    expect(cache.contextTokens('m')).toBeUndefined();
    expect(await Promise.all([get(), get(), get()])).toEqual(
      Array(3).fill({ system: 'S', contextTokens: 4096, numCtx: null }),
    );
    await get();
    expect(asked).toEqual(['{"model":"m"}']);
    expect(cache.contextTokens('m')).toBe(4096);
  });

  it('asks again behind a request after a while, and answers with what it knows meanwhile', async () => {
    await get();
    answer.body = '{"system":"T"}';
    now = 61_000;
    expect((await get())?.system).toBe('S');
    await expect.poll(async () => (await get())?.system).toBe('T');
    expect(asked).toHaveLength(2);
  });

  it('does not lose what it knows to a failure', async () => {
    await get();
    answer = { status: 500, body: '' };
    now = 61_000;
    expect((await get())?.system).toBe('S');
    expect((await get())?.system).toBe('S');
  });

  it.each([
    [
      'an unknown model',
      { status: 404, body: '{"error":"no"}' },
      { system: '', contextTokens: null, numCtx: null },
    ],
    ['a broken upstream', { status: 500, body: '' }, null],
    ['one that wants another key', { status: 401, body: '{"error":"no"}' }, null],
    ['one that forbids to ask', { status: 403, body: '' }, null],
    ['one that is asked too often', { status: 429, body: '' }, null],
    ['an answer that is no JSON', { status: 200, body: '<html>' }, null],
  ])('believes %s only briefly', async (_name, given, expected) => {
    const good = answer;
    answer = given;
    expect(await get()).toEqual(expected);
    expect(await get()).toEqual(expected);
    expect(asked).toHaveLength(1);
    answer = good;
    now = 11_000;
    expect((await get())?.system).toBe('S');
  });

  it('believes a failure no longer because the clock was set back', async () => {
    const good = answer;
    answer = { status: 500, body: '' };
    expect(await get()).toBeNull();
    answer = good;
    setBack = 3_600_000;
    now = 11_000;
    expect((await get())?.system).toBe('S');
  });

  it('takes nothing of another host for this one’s, though they bear one name', async () => {
    await get();
    answer.body = '{"system":"T"}';
    const { port } = server.address() as AddressInfo;
    const other = openUpstream({ name: 'u', url: `http://localhost:${port}` });
    expect((await cache.get(other, 'm', () => []))?.system).toBe('T');
    await other.dispatcher.destroy();
  });

  it('is bounded, whatever models clients name', async () => {
    await get('first');
    for (let n = 0; n < 1000; n += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, i) => get(`made up ${n + i}`)));
    }
    expect(cache.contextTokens('made up 999')).toBe(4096);
    expect(cache.contextTokens('first'), 'the one that was asked about longest ago').toBeUndefined();
    expect(await get('x'.repeat(10_000)), 'no name of a model').toEqual({
      system: '',
      contextTokens: null,
      numCtx: null,
    });
    expect(asked.at(-1)).not.toContain('xxx');
  });

  it('forgets when told to, also what was still being asked', async () => {
    const asking = get();
    cache.clear();
    answer.body = '{"system":"T"}';
    await asking;
    expect((await get())?.system).toBe('T');
  });
});

describe('readShow', () => {
  it.each([
    [
      '{"system":"S","parameters":"stop x\\nnum_ctx    8192\\n","model_info":{"a.context_length":4096}}',
      'S',
      8192,
    ],
    ['{"system":null,"parameters":"num_ctx many","model_info":{"a.context_length":4096}}', '', 4096],
    ['{"model_info":{"a.context_length":"4096"}}', '', null],
    ['[]', '', null],
    ['null', '', null],
  ])('%s', (text, system, contextTokens) => {
    expect(readShow(text)).toMatchObject({ system, contextTokens });
  });
});

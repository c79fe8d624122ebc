// Promise: agents are who their key says they are, over real HTTP, on every route and in every dialect: a key ends here, a
// revoked one opens nothing from the next request on, and a client stays within what it may do.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../shared/model/client.ts';
import {
  addKey,
  asOperator,
  bearer,
  codeOf,
  PROMPT,
  post,
  save,
  set,
  state,
} from '../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { startDemoUpstream } from '../fixtures/upstream.ts';

let road: TestCore;
beforeAll(async () => {
  road = await startTestCore();
});
afterAll(() => road[Symbol.asyncDispose]());

async function chat(headers: Record<string, string> = {}) {
  const answer = await road.call('/api/chat', post(PROMPT, headers));
  return { ...answer, upstream: road.upstream.requests.at(-1) };
}
const newestClient = async () =>
  (await asOperator<{ rows: { client: string }[] }>(road, '/traffic?limit=1')).rows[0]?.client;

describe('a client key', () => {
  it('names its client in either header, and does not go upstream; a foreign key does', async () => {
    const { key, client } = await addKey(road, 'named-by-key');
    expect(client).toMatchObject({
      name: 'named-by-key',
      stored: true,
      version: 1,
      keys: [{ revokedAt: null }],
    });
    for (const headers of [bearer(key), { 'x-api-key': key }]) {
      const { status, upstream } = await chat({ ...headers, 'x-festinger-client': 'somebody-else' });
      expect([status, await newestClient()]).toEqual([200, 'named-by-key']);
      expect(upstream?.rawHeaders.join(' ')).not.toContain(key);
      expect(upstream?.header('authorization') ?? upstream?.header('x-api-key')).toBeUndefined();
    }
    const mixed = await chat({ 'x-api-key': key, ...bearer('sk-of-the-upstream') });
    expect(mixed.upstream?.header('authorization')).toBe('Bearer sk-of-the-upstream');
    expect(mixed.upstream?.header('x-api-key')).toBeUndefined();
    const foreign = await chat(bearer('sk-of-the-upstream'));
    expect(foreign.upstream?.header('authorization')).toBe('Bearer sk-of-the-upstream');
    expect(await newestClient()).toMatch(/^key-[0-9a-f]{8}$/);
  });

  it('is shown to none of several upstreams, on the lists that are merged over them either', async () => {
    const upstreams = await Promise.all([startDemoUpstream(), startDemoUpstream()]);
    const lines = upstreams.map(({ url }, n) => `  - { name: u${n}, url: "${url}" }\n`).join('');
    await using several = await startTestCore({ config: `upstreams:\n${lines}` });
    const { key } = await addKey(several, 'of-several');
    for (const path of ['/api/tags', '/api/ps', '/v1/models']) {
      for (const headers of [bearer(key), { 'x-api-key': key, ...bearer('sk-of-the-upstream') }]) {
        expect((await several.call(path, { headers })).status).toBe(200);
      }
    }
    for (const { requests } of upstreams) {
      const sent = requests.map(({ rawHeaders }) => rawHeaders.join(' ')).join('\n');
      expect(sent).toContain('sk-of-the-upstream');
      expect(sent).not.toContain(key);
    }
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  });

  it('opens nothing from the moment it is revoked, whether keys are asked for or not', async () => {
    const { key, client } = await addKey(road, 'revoked');
    expect((await chat(bearer(key))).status).toBe(200);
    const revoked = await asOperator<Client>(road, `/clients/keys/${client.keys[0]?.id}/revoke`, {});
    expect(revoked.keys[0]).toMatchObject({ revokedAt: expect.any(Number) as number });
    const { status, body, headers } = await chat(bearer(key));
    expect([status, body]).toEqual([401, { error: expect.stringMatching(/Settings, Clients/) as string }]);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="Festinger"');
    expect((await road.call('/recall?concept=a', { headers: bearer(key) })).status).toBe(401);
  });

  it('goes with its client, and every other one of it', async () => {
    const [{ key }, second] = [await addKey(road, 'leaving'), await addKey(road, 'leaving')];
    await asOperator(road, '/clients/remove', { name: 'leaving', expectedVersion: second.client.version });
    expect((await chat(bearer(key))).status).toBe(401);
    expect((await chat(bearer(second.key))).status).toBe(401);
    expect((await state(road)).clients.find(({ name }) => name === 'leaving')?.stored ?? false).toBe(false);
  });

  it('is used by the published clients like any other key', async () => {
    const { key } = await addKey(road, 'published');
    const options = { apiKey: key, maxRetries: 0 };
    const openai = new OpenAI({ ...options, baseURL: `${road.core.baseUrl}/v1` });
    await openai.chat.completions.create({
      model: 'demo-plain',
      messages: [{ role: 'user', content: 'hi' }],
    });
    expect(await newestClient()).toBe('published');
    const anthropic = new Anthropic({ ...options, baseURL: road.core.baseUrl });
    await anthropic.messages.create({
      ...{ model: 'demo-plain', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] },
    });
    expect(await newestClient()).toBe('published');
    expect(road.upstream.requests.some(({ rawHeaders }) => rawHeaders.join(' ').includes(key))).toBe(false);
  });
});

describe('what a client may do', () => {
  it('is saved by one operator at a time', async () => {
    const saved = await save(road, 'policy', { concurrency: 2, mitigationsOff: ['break'], note: 'night' });
    expect(saved).toMatchObject({ version: 1, concurrency: 2, mitigationsOff: ['break'], note: 'night' });
    await save(road, 'policy', { concurrency: 3 }, 1);
    await expect(save(road, 'policy', { concurrency: 4 }, 1)).rejects.toMatchObject({
      answer: { status: 409, body: { error: { code: 'STALE_VERSION' } } },
    });
    await expect(save(road, 'bad name', {})).rejects.toMatchObject({ answer: { status: 400 } });
  });

  it('keeps it in its project', async () => {
    const { key, client } = await addKey(road, 'scoped');
    await save(road, 'scoped', { project: 'lab' }, client.version);
    const told = await road.call('/iknowthat', post({ fact: 'scopedcat -isa labcat' }, bearer(key)));
    expect(told.status).toBe(200);
    const recalled = async (project: string) =>
      ((await road.call(`/recall?concept=scopedcat&project=${project}`)).body as { data: { facts: [] } }).data
        .facts.length;
    expect([await recalled('lab'), await recalled('default')]).toEqual([1, 0]);
    const other = { 'x-festinger-project': 'home' };
    const refused = await chat({ ...bearer(key), ...other });
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: expect.stringMatching(/speaks for the project lab only/) as string },
    ]);
    for (const [path, init] of [
      ['/iknowthat', post({ fact: 'a -isa b', project: 'home' }, bearer(key))],
      ['/iknowthat', post({ fact: 'a -isa b' }, { ...bearer(key), ...other })],
      ['/recall?concept=a&project=home', { headers: bearer(key) }],
    ] as const) {
      const { status, body } = await road.call(path, init);
      expect([path, status, codeOf(body)]).toEqual([path, 403, 'FORBIDDEN_PROJECT']);
    }
  });

  it('limits its prompts a minute, and nothing else', async () => {
    await save(road, 'slow', { ratePerMinute: 1 });
    const slow = { 'x-festinger-client': 'slow' };
    expect((await chat(slow)).status).toBe(200);
    const { status, headers, body } = await chat(slow);
    expect([status, body]).toEqual([429, { error: expect.stringMatching(/1 prompts a minute/) as string }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await road.call('/api/tags', { headers: slow })).status).toBe(200);
    const openai = await road.call('/v1/chat/completions', post(PROMPT, slow));
    expect(openai.body).toMatchObject({ error: { type: 'requests', code: 'rate_limit_exceeded' } });
    const anthropic = await road.call('/v1/messages', post({ ...PROMPT, max_tokens: 5 }, slow));
    expect(anthropic.body).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } });
    const { body: metrics } = await road.call('/metrics');
    expect(metrics).toContain('festinger_requests_refused_total{status="429"} 3');
  });
});

describe('where keys are asked for', () => {
  beforeAll(() => set(road, 'client_keys_required', true));
  afterAll(() => set(road, 'client_keys_required', false));

  it.each([
    ['/api/chat', { error: expect.stringMatching(/Festinger asks for a client key/) as string }],
    ['/api/tags', { error: expect.any(String) as string }],
    ['/some/new/route', { error: expect.any(String) as string }],
    [
      '/v1/chat/completions',
      {
        error: {
          type: 'invalid_request_error',
          code: 'invalid_api_key',
          message: expect.stringMatching(/client-key add/) as string,
          param: null,
        },
      },
    ],
    [
      '/v1/messages',
      {
        type: 'error',
        error: { type: 'authentication_error', message: expect.stringMatching(/client-key add/) as string },
      },
    ],
    [
      '/iknowthat',
      {
        ok: false,
        error: { code: 'UNAUTHENTICATED', message: expect.stringMatching(/client-key add/) as string },
      },
    ],
  ])('%s is refused in its own shape', async (path, shape) => {
    // The pool looks at /api/tags by itself.
    const got = () => road.upstream.requests.filter((request) => request.method === 'POST').length;
    const before = got();
    const { status, body } = await road.call(path, post(PROMPT));
    expect(status).toBe(401);
    expect(body).toMatchObject(shape);
    expect(got(), 'nothing went upstream').toBe(before);
  });

  it('a name, a foreign key or a forged inner header is no key; knocking needs none', async () => {
    for (const headers of [
      { 'x-festinger-client': 'named-by-key' },
      bearer('sk-foreign'),
      { 'x-festinger-internal': 'x'.repeat(43) },
    ]) {
      expect((await chat(headers as Record<string, string>)).status).toBe(401);
    }
    expect((await road.call('/', { method: 'HEAD' })).status).toBe(200);
    expect((await road.call('/')).status).toBe(200);
    expect(await state(road)).toMatchObject({
      keysRequired: true,
      keysRequiredBecause: expect.stringMatching(/Client keys on this machine/) as string,
    });
  });

  it('a key opens, and the operator’s test prompt needs none', async () => {
    const { key } = await addKey(road, 'key-holder');
    expect((await chat(bearer(key))).status).toBe(200);
    expect((await road.call('/recall?concept=a', { headers: bearer(key) })).status).toBe(200);
    const tested = await asOperator<{ ok: boolean }>(road, '/system/test-prompt', {});
    expect(tested.ok).toBe(true);
    expect(road.upstream.requests.at(-1)?.header('x-festinger-internal')).toBeUndefined();
  });
});

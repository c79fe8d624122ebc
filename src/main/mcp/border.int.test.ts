// Promise: POST /mcp lets in whom the agents' other routes let in, for the projects they speak for; takes nothing it cannot read, says so in JSON-RPC, and
// lives on; and what comes back holds no secret.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey, bearer, save, set } from '../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { call, type OurError, overHttp } from './testing/sdk-client.ts';

const MCP = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

interface Rpc {
  readonly id: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly code: string };
  };
}

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core[Symbol.asyncDispose]());

async function post(body: unknown, headers: Record<string, string> = {}, road = core) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await road.call('/mcp', { method: 'POST', headers: { ...MCP, ...headers }, body: sent });
  return { status: answer.status, rpc: answer.body as Rpc };
}

const toolCall = (name: string, args: object, id: unknown = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } },
});

/** With headers that fetch would not send. */
async function raw(headers: Record<string, string>): Promise<{ status: number; said: string }> {
  const { hostname, port } = new URL(core.core.baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; said: string }>();
  const sent = request(
    { hostname, port, path: '/mcp', method: 'POST', headers: { ...MCP, ...headers } },
    (res) => {
      text(res).then((said) => resolve({ status: res.statusCode ?? 0, said }), reject);
    },
  );
  sent.on('error', reject).end(JSON.stringify(PING));
  return promise;
}

describe('who gets in', () => {
  it('is who calls by a name of this machine, and no page of another origin', async () => {
    expect((await post(PING)).rpc).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const { status, said } = await raw({ host: 'evil.example:11435' });
    expect([status, said.includes('FORBIDDEN_HOST')]).toEqual([403, true]);
    const foreign = await post(PING, { origin: 'https://evil.example' });
    expect(foreign).toMatchObject({
      status: 403,
      rpc: { id: null, error: { data: { code: 'FORBIDDEN_ORIGIN' } } },
    });
  });

  it('brings a key where one is wanted, and one of ours in any case', async () => {
    await using locked = await startTestCore();
    const { key } = await addKey(locked, 'keyed-agent');
    await set(locked, 'client_keys_required', true);
    const refused = { error: { code: -32_000, data: { code: 'UNAUTHENTICATED' } } };
    expect(await post(PING, {}, locked)).toMatchObject({ status: 401, rpc: refused });
    expect(await post(PING, bearer(`fk-${'a'.repeat(43)}`), locked)).toMatchObject({
      status: 401,
      rpc: refused,
    });
    await expect(overHttp(locked)).rejects.toThrow(/client key/);
    const client = await overHttp(locked, bearer(key));
    expect((await call(client, 'i_know_that', { facts: ['keyedweb -isa repo'] })).isError).toBe(false);
    await client.close();
    const { body } = await locked.operator('/api/console/clients');
    expect(JSON.stringify(body)).toContain('keyed-agent');
    // The operator's token is no agent's key.
    expect((await post(PING, bearer(locked.core.token), locked)).status).toBe(401);
  });

  it('sees the project it speaks for and no other', async () => {
    await save(core, 'bound', { project: 'home' });
    const bound = await overHttp(core, { 'x-festinger-client': 'bound' });
    await core.tell('elsewhere-web -isa repo', 'elsewhere-web -ispart pve1 in context of runs-on');
    const other = await overHttp(core);
    const told = await call<{ conflicts: number[] }>(other, 'i_know_that', {
      facts: ['elsewhere-web -ispart pve2 in context of runs-on'],
    });
    const [conflict] = told.data.conflicts;
    expect((await call(bound, 'recall', { text: 'elsewhere-web' })).data).toMatchObject({ known: false });
    expect((await call(bound, 'list_conflicts')).data).toMatchObject({ total: 0 });
    const hidden = await call<OurError>(bound, 'explain_conflict', { conflict_id: conflict });
    const never = await call<OurError>(bound, 'explain_conflict', { conflict_id: 999_999 });
    expect(hidden.data.error.message.replace(`${conflict}`, 'N')).toBe(
      never.data.error.message.replace('999999', 'N'),
    );
    for (const [tool, args] of [
      ['recall', { text: 'elsewhere-web' }],
      ['i_know_that', { facts: ['a -isa b'] }],
      ['list_conflicts', {}],
      ['list_dimensions', {}],
      ['explain_conflict', { conflict_id: conflict }],
    ] as const)
      expect((await call<OurError>(bound, tool, { ...args, project: 'default' })).data, tool).toMatchObject({
        error: { code: 'FORBIDDEN_PROJECT', blocked: true },
      });
    // By a project's name whoever may speak for it is told.
    expect(
      (await call(other, 'i_know_that', { facts: ['home-web -isa repo'], project: 'home' })).isError,
    ).toBe(false);
    expect((await call(bound, 'recall', { text: 'home-web' })).text).toBe('home-web: [type] repo');
    await Promise.all([bound.close(), other.close()]);
  });

  it('is learnt from only where the operator lets it, and sees its own conflicts where it learns for itself', async () => {
    await save(core, 'mute', { learning: 'off' });
    const mute = await overHttp(core, { 'x-festinger-client': 'mute' });
    const refused = await call<OurError>(mute, 'i_know_that', { facts: ['muteweb -isa repo'] });
    expect(refused).toMatchObject({ isError: true, data: { error: { code: 'LEARNING_OFF' } } });
    expect((await call(mute, 'list_dimensions')).text).toContain('type: What kind of thing is this?');
    await save(core, 'selfish', { learning: 'self' });
    const selfish = await overHttp(core, { 'x-festinger-client': 'selfish' });
    const facts = ['ownweb -ispart pve1 in context of runs-on', 'ownweb -ispart pve2 in context of runs-on'];
    await call(selfish, 'i_know_that', { facts });
    expect((await call(selfish, 'list_conflicts', { search: 'ownweb' })).data).toMatchObject({ total: 1 });
    expect((await call(mute, 'list_conflicts', { search: 'ownweb' })).data).toMatchObject({ total: 0 });
    expect((await call(mute, 'recall', { text: 'ownweb' })).data).toMatchObject({ known: false });
    await Promise.all([mute.close(), selfish.close()]);
  });
});

describe('what is no call', () => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is told what there is instead', async (method) => {
    const { status, body, headers } = await core.call('/mcp', { method, headers: MCP });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'METHOD_NOT_ALLOWED' } } });
  });

  it.each([
    ['no JSON', '{"jsonrpc": "2.0", "id": 1,', 400, -32_700],
    ['an empty list of calls', '[]', 400, -32_600],
    ['nothing', '', 400, -32_700],
    ['another JSON', '"ping"', 400, -32_700],
    ['no version', { id: 1, method: 'ping' }, 400, -32_700],
    ['a megabyte of brackets', '['.repeat(1_000_000), 400, -32_600],
    ['a megabyte of members', `{${'"a":0,'.repeat(140_000)}"b":0}`, 400, -32_600],
    [
      'thousands of members',
      toolCall('recall', Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`m${n}`, n]))),
      400,
      -32_600,
    ],
    ['a megabyte of items', toolCall('i_know_that', { facts: Array(400_000).fill(0) }), 400, -32_600],
    ['101 at once', Array.from({ length: 101 }, (_, id) => ({ ...PING, id })), 400, -32_600],
    ['more than a megabyte', { ...PING, params: { a: 'x'.repeat(1_100_000) } }, 413, -32_000],
  ])('%s', async (_what, body, status, code) => {
    expect(await post(body)).toMatchObject({ status, rpc: { jsonrpc: '2.0', error: { code } } });
    expect((await post(PING)).status).toBe(200);
  });

  it('another type than JSON, or a version of the protocol that is none', async () => {
    expect((await post(PING, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(PING, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  });

  it('a batch is answered whole, each as it came; two of one id, and one that is cancelled at once, hold nothing up', async () => {
    const batch = [
      toolCall('i_know_that', { facts: ['batchweb -isa repo'] }, 'one'),
      toolCall('recall', { text: 'batchweb' }, 'two'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { ...PING, id: 'three' },
    ];
    const { status, rpc } = await post(batch);
    const answers = rpc as unknown as Rpc[];
    expect([status, answers.map(({ id }) => id)]).toEqual([200, ['one', 'two', 'three']]);
    expect(JSON.stringify(answers[1])).toContain('batchweb: [type] repo');
    expect((await post([{ ...PING }, { ...PING }])).status).toBe(200);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect((await post({ jsonrpc: '2.0', id: 7, result: {} })).status).toBe(202);

    const leaves = new AbortController();
    const cancelled = [
      toolCall('query', { action: 'list' }, 9),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } },
    ];
    const sent = core.call('/mcp', {
      ...{ method: 'POST', headers: MCP, body: JSON.stringify(cancelled), signal: leaves.signal },
    });
    setTimeout(() => leaves.abort(), 200);
    await expect(sent).rejects.toThrow(/abort/i);
    expect((await post(PING)).status).toBe(200);
  });
});

describe('what is called wrongly', () => {
  it('an unknown tool or method, or params that are none, is an error of the protocol', async () => {
    const unknown = await post(toolCall('rm', {}));
    expect(unknown.rpc.error).toMatchObject({ code: -32_602 });
    expect(unknown.rpc.error?.message).toContain('There is no tool rm. There are recall, i_know_that');
    expect((await post({ ...PING, method: 'tasks/list' })).rpc.error?.code).toBe(-32_601);
    const none = await post({ ...PING, method: 'tools/call', params: { name: 7 } });
    expect(none.rpc.error?.message).toContain('name');
  });

  it.each([
    ['recall', {}, 'INVALID_INPUT', /text/],
    ['recall', { text: 'a', scope: 'own.x' }, 'INVALID_INPUT', /scope/],
    ['recall', { text: 'x'.repeat(8001) }, 'INVALID_INPUT', /8000/],
    ['recall', { text: 'a', project: 'own.somebody' }, 'FORBIDDEN_PROJECT', /own\./],
    ['i_know_that', {}, 'INVALID_INPUT', /either/],
    ['i_know_that', { facts: ['a -isa b'], retract: 'a -isa b' }, 'INVALID_INPUT', /either/],
    ['i_know_that', { facts: ['gnommoweb'] }, 'INVALID_INPUT', /column/],
    ['i_know_that', { facts: ['same -isa same'] }, 'SELF_FACT', /itself/],
    ['i_know_that', { facts: [`ghp_${'aB3'.repeat(12)} -isa token`] }, 'SECRET_NAME', /key/],
    ['explain_conflict', { conflict_id: 0 }, 'INVALID_INPUT', /conflict_id/],
    ['query', { action: 'get', resource: 'nothing-like-it' }, 'STRICT_RESOLUTION', /query/],
    ['query', { action: 'explode' }, 'INVALID_INPUT', /action/],
    ['propose', { tool: 'query', arguments: {} }, 'INVALID_INPUT', /tool/],
    ['propose', { tool: 'graph_write', arguments: {} }, 'INVALID_INPUT', /tool/],
    ['propose', { tool: 'docker', arguments: { action: 'list' } }, 'INVALID_INPUT', /changes nothing/],
    [
      'propose',
      { tool: 'file_edit', arguments: { action: 'read', resource: 'host:x', path: '/etc/passwd' } },
      'INVALID_INPUT',
      /changes nothing/,
    ],
    [
      'propose',
      { tool: 'control', arguments: { resource: 'nothing-like-it', action: 'stop' } },
      'STRICT_RESOLUTION',
      /Nobody/,
    ],
    [
      'propose',
      { tool: 'control', arguments: { resource: 'x', action: 'explode' } },
      'INVALID_INPUT',
      /action/,
    ],
    [
      'propose',
      {
        tool: 'file_edit',
        arguments: { action: 'write', resource: 'host:x', path: '/tmp/x', text: 'x'.repeat(70_000) },
      },
      'INVALID_INPUT',
      /64,000/,
    ],
    ['proposal_status', { approval_id: '01NEVER' }, 'NOT_FOUND', /no proposal/],
  ] as const)('%s %# is %s', async (name, args, code, message) => {
    const { rpc } = await post(toolCall(name, args));
    const { isError, structuredContent, content } = rpc.result as {
      isError: boolean;
      structuredContent: OurError;
      content: { text: string }[];
    };
    expect([isError, structuredContent.error.code]).toEqual([true, code]);
    expect(content[0]?.text).toMatch(message);
    expect(content[0]?.text.startsWith(`${code}: `)).toBe(true);
    expect(JSON.stringify(rpc)).not.toContain(`ghp_${'aB3'.repeat(12)}`);
  });

  it('of two thousand facts one is malformed, and none is kept', async () => {
    const facts = Array.from({ length: 1999 }, (_, n) => `many-${n} -isa thing`);
    const { rpc } = await post(toolCall('i_know_that', { facts: [...facts, 'no fact'] }));
    expect(rpc.result).toMatchObject({
      isError: true,
      structuredContent: { error: { details: { index: 1999 } } },
    });
    expect((await core.call('/recall?concept=many-1')).body).toMatchObject({ data: { known: false } });
    const whole = await post(toolCall('i_know_that', { facts }));
    expect(whole.rpc.result).toMatchObject({ structuredContent: { learned: 1999 } });
  }, 60_000);
});

it('what is found and what is proposed holds no secret', async () => {
  const secret = `ghp_${'Zq8L'.repeat(9)}`;
  const json = { 'content-type': 'application/json' };
  const upstream = createServer((req, res) => {
    const models =
      req.url === '/api/tags' ? [{ name: `${secret}:7b`, model: `${secret}:7b`, size: 1, details: {} }] : [];
    res
      .writeHead(200, json)
      .end(JSON.stringify(req.url === '/api/version' ? { version: '0.9.0' } : { models }));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  await using road = await startTestCore({ config: `upstreams: [{ name: leaky, url: "${url}" }]` });
  const client = await overHttp(road);
  try {
    const found = await call<{ resources: unknown[] }>(client, 'query', { action: 'list', kind: 'model' });
    expect(found.data.resources).toHaveLength(1);
    expect(JSON.stringify(found)).not.toContain(secret);
    const proposed = await call(client, 'propose', {
      tool: 'run_command',
      arguments: {
        resource: `host:${(await import('node:os')).hostname()}`,
        command: `curl -H 'X-Key: ${secret}' -X POST localhost`,
      },
      reason: `the key is ${secret}`,
    });
    expect([proposed.isError, proposed.text]).toEqual([false, expect.stringContaining('curl')]);
    const { body } = await road.operator('/api/ai/approvals');
    for (const said of [proposed, body]) expect(JSON.stringify(said)).not.toContain(secret);
  } finally {
    await client.close();
    upstream.close();
  }
});

it('goes on answering others between 200 calls of one client', async () => {
  const query = toolCall('query', { action: 'list' });
  let left = 200;
  const greedy = Array.from({ length: left }, async () => {
    const { rpc } = await post(query, { 'x-festinger-client': 'greedy' });
    left--;
    return rpc.result?.isError ?? false;
  });
  let others = 0;
  for (; left > 0; others++) await core.call('/healthz');
  expect(others).toBeGreaterThan(20);
  expect(await Promise.all(greedy)).toEqual(greedy.map(() => false));
});

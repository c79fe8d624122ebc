// Who may call what, and what bad input gets, over real HTTP against a whole core.
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

let road: TestCore;
beforeAll(async () => {
  road = await startTestCore();
});
afterAll(() => road[Symbol.asyncDispose]());

/** A request with headers that fetch does not let through. */
function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
  sent?: string | Uint8Array,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(road.core.baseUrl);
    const req = httpRequest(
      { hostname, port, method, path, headers, setHost: !('host' in headers) },
      (res) => {
        let body = '';
        res.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        res.on('end', () => resolve({ status: res.statusCode ?? 0, body }));
      },
    );
    req.on('error', reject);
    req.end(sent);
  });
}

const codeOf = (body: unknown) => (body as { error?: { code?: string } }).error?.code;
const tell = (body: unknown) =>
  road.call('/iknowthat', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('operator routes need the operator, on loopback too', () => {
  it.each([
    ['GET', '/conflicts'],
    ['POST', '/conflicts/1'],
    ['POST', '/resolve/run'],
    ['POST', '/reload'],
    ['GET', '/api/console/system/status'],
    ['GET', '/api/console/openapi.json'],
    ['POST', '/api/ai/chat'],
    ['POST', '/api/v1/advisory/summary'],
    ['GET', '/rpc'],
  ])('%s %s without a token is 401', async (method, path) => {
    const { status, body } = await road.call(path, { method, redirect: 'manual' });
    expect([status, codeOf(body)]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('/admin is the console: locked without a session, opened by a one-time link', async () => {
    const locked = await road.call('/admin', { redirect: 'manual' });
    expect([locked.status, locked.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    const { search } = new URL(road.core.sessionLink());
    const opened = await road.call(`/admin${search}`, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/console/']);
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const again = await road.call('/admin', { redirect: 'manual', headers: { cookie } });
    expect([again.status, again.headers.get('location')]).toEqual([302, '/console/']);
  });

  it('a wrong token is no better, the right one opens', async () => {
    const wrong = await road.call('/conflicts', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } });
    expect(wrong.status).toBe(401);
    expect((await road.operator('/conflicts')).body).toEqual({
      ok: true,
      data: { conflicts: [], total: 0, open: 0 },
    });
    expect((await road.operator('/reload', { method: 'POST' })).body).toMatchObject({ ok: true });
  });

  it('agents need no token on loopback', async () => {
    expect((await road.call('/api/tags')).status).toBe(200);
    expect((await road.call('/recall?concept=never-heard-of')).body).toMatchObject({
      ok: true,
      data: { known: false },
    });
    expect((await tell({ fact: 'borders -isa test' })).status).toBe(200);
  });
});

describe('a foreign Host or Origin is refused', () => {
  it.each(['/api/tags', '/conflicts', '/iknowthat', '/gutask', '/console/', '/healthz', '/rpc'])(
    'Host evil.example on %s is 403',
    async (path) => {
      const { status, body } = await raw('GET', path, {
        host: 'evil.example',
        authorization: `Bearer ${road.core.token}`,
      });
      expect([status, codeOf(JSON.parse(body))]).toEqual([403, 'FORBIDDEN_HOST']);
    },
  );

  it.each([
    ['POST', '/iknowthat'],
    ['GET', '/recall?concept=a'],
    ['GET', '/gutask'],
    ['GET', '/conflicts'],
    ['GET', '/api/console/system/status'],
    ['GET', '/rpc'],
  ])('Origin https://evil.example on %s %s is 403, token or not', async (method, path) => {
    const { status, body } = await raw(method, path, {
      origin: 'https://evil.example',
      authorization: `Bearer ${road.core.token}`,
    });
    expect([status, codeOf(JSON.parse(body))]).toEqual([403, 'FORBIDDEN_ORIGIN']);
  });

  it('another port of this machine is a foreign origin', async () => {
    expect(
      (
        await raw('GET', '/conflicts', {
          origin: 'http://127.0.0.1:1',
          authorization: `Bearer ${road.core.token}`,
        })
      ).status,
    ).toBe(403);
  });

  it('an absolute request target is refused', async () => {
    const { hostname, port } = new URL(road.core.baseUrl);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET http://evil.example/ HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`),
      );
      socket.once('data', (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('the browser door', () => {
  it('shows a locked page, opens once by the link, and serves the console with its policy', async () => {
    const locked = await road.call('/console/');
    expect([locked.status, String(locked.body)]).toEqual([401, expect.stringContaining('one-time link')]);

    const link = road.core.sessionLink();
    const opened = await fetch(link, { redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect([opened.status, opened.headers.get('location'), cookie]).toEqual([
      302,
      '/console/',
      expect.stringMatching(/HttpOnly; SameSite=Strict/),
    ]);
    expect((await fetch(link, { redirect: 'manual' })).status, 'the link a second time').toBe(401);

    const page = await road.call('/console/', { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/^default-src 'none'/),
    ]);
  });

  it('the typed calls answer on the WebSocket, with the session and our own origin', async () => {
    const socket = new WebSocket(`${road.core.baseUrl.replace('http', 'ws')}/rpc`, {
      headers: { authorization: `Bearer ${road.core.token}` },
      origin: road.core.baseUrl,
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.close();
    const refused = new WebSocket(`${road.core.baseUrl.replace('http', 'ws')}/rpc`);
    const status = await new Promise((resolve) =>
      refused.once('unexpected-response', (_req, res) => resolve(res.statusCode)).once('error', () => {}),
    );
    expect(status).toBe(401);
  });
});

describe('REST and OpenAPI describe the same calls', () => {
  it('every documented path answers in the envelope', async () => {
    const { body } = await road.operator('/api/console/openapi.json');
    const document = body as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(document.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/system/status', '/traffic', '/concepts', '/concepts/{token}', '/conflicts']),
    );
    for (const path of [
      '/system/status',
      '/system/series?range=24h',
      '/system/settings',
      '/traffic?limit=5',
      '/concepts?query=test',
      '/dimensions',
      '/conflicts?limit=3',
    ]) {
      const answer = await road.operator(`/api/console${path}`);
      expect([path, answer.status, (answer.body as { ok: boolean }).ok]).toEqual([path, 200, true]);
    }
  });

  it.each([
    ['/traffic?limit=many', 400, 'INVALID_INPUT'],
    ['/traffic?colour=red', 400, 'INVALID_INPUT'],
    ['/traffic/nope', 404, 'NOT_FOUND'],
    ['/concepts/never-heard-of', 404, 'NOT_FOUND'],
    // Moments no calendar has.
    ['/audit/events?from=8640000000000001', 400, 'INVALID_INPUT'],
    ['/audit/events?to=8640000000000001', 400, 'INVALID_INPUT'],
    ['/audit/export?to=8640000000000001', 400, 'INVALID_INPUT'],
    ['/concepts/borders/as-of?at=8640000000000001', 400, 'INVALID_INPUT'],
    ['/nothing', 404, 'NOT_FOUND'],
  ])('%s is %i %s', async (path, status, code) => {
    const answer = await road.operator(`/api/console${path}`);
    expect([answer.status, codeOf(answer.body)]).toEqual([status, code]);
  });

  it('a setting that does not fit is refused by name', async () => {
    const set = (key: string, value: unknown) =>
      road.operator('/api/console/system/settings', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key, value }),
      });
    expect(codeOf((await set('recollection_max_concepts', 'x')).body)).toBe('INVALID_INPUT');
    expect(codeOf((await set('no_such_setting', 1)).body)).toBe('INVALID_INPUT');
    expect((await set('recollection_max_concepts', 9)).body).toMatchObject({
      ok: true,
      data: { value: 9, setBy: 'console' },
    });
  });
});

describe('POST /api/console takes JSON, and says of anything else what it is, where, and what to send', () => {
  const asOperator = () => ({ authorization: `Bearer ${road.core.token}` });
  const post = (body: string | Uint8Array, type?: string) =>
    raw(
      'POST',
      '/api/console/system/settings',
      { ...asOperator(), ...(type ? { 'content-type': type } : {}) },
      body,
    );
  const SETTING = '{"key": "recollection_max_concepts", "value": 9}';

  it.each([
    [
      'a colon left out',
      '{"key":\n "x" "value" 2}',
      /not JSON: Expected .*\(line 2, column 6\)/,
      { line: 2, column: 6 },
    ],
    ['one that breaks off', '{"key":', /not JSON: Unexpected end of JSON input\. Send one/, undefined],
    ['words', 'key=hunter2-hunter2', /not JSON: Unexpected token 'k'\./, undefined],
    [
      'two values',
      '{} {}',
      /not JSON: Unexpected .* after JSON \(line 1, column 4\)/,
      { line: 1, column: 4 },
    ],
    ['other bytes', Uint8Array.of(0x7b, 0xff, 0x7d), /not UTF-8\./, undefined],
  ])('%s', async (_name, body, message, details) => {
    const answer = await post(body, 'application/json');
    const { error } = JSON.parse(answer.body) as { error: Record<string, unknown> };
    expect([answer.status, error.code, error.message, error.details]).toEqual([
      ...[400, 'INVALID_INPUT', expect.stringMatching(message)],
      details,
    ]);
    expect(error.message).toContain('`content-type: application/json`');
    expect(error.message).not.toContain('hunter2');
  });

  it('a form and a text are refused by their type, whatever they hold', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain;charset=UTF-8',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await post(SETTING, type);
      const { error } = JSON.parse(answer.body) as { error: Record<string, unknown> };
      expect([answer.status, error.code]).toEqual([400, 'INVALID_INPUT']);
      expect(error.message).toContain(`says that it is ${type.split(';')[0]}. Send one JSON object`);
    }
  });

  it('JSON is taken with a charset, with a mark of its bytes, and without a type', async () => {
    for (const [body, type] of [
      [SETTING, 'Application/JSON; charset=utf-8'],
      [`\uFEFF${SETTING}`, 'application/json'],
      [SETTING, undefined],
    ] as const) {
      expect((await post(body, type)).status).toBe(200);
    }
  });

  it('an empty body is no input: what has to be there is named', async () => {
    for (const type of [undefined, 'application/json', 'application/x-www-form-urlencoded']) {
      const answer = await post('', type);
      expect([answer.status, codeOf(JSON.parse(answer.body))]).toEqual([400, 'INVALID_INPUT']);
      expect(answer.body).not.toContain('not JSON');
    }
  });

  it('more than a megabyte is 413, announced or not', async () => {
    const body = JSON.stringify({ key: 'x', value: 'x'.repeat(1024 * 1024) });
    const announced = await post(body, 'application/json');
    expect([announced.status, codeOf(JSON.parse(announced.body))]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const headers = { ...asOperator(), 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const chunked = await raw('POST', '/api/console/system/settings', headers, body);
    expect([chunked.status, codeOf(JSON.parse(chunked.body))]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('POST /iknowthat refuses at the border, with nothing written', () => {
  it.each([
    ['no JSON', '{gnommoweb -isa repo}', 400, 'INVALID_INPUT'],
    ['no fact in a text', 'gnommoweb is a repo', 400, 'INVALID_INPUT'],
    ['no fact', {}, 400, 'INVALID_INPUT'],
    ['both', { fact: 'a -isa b', facts: [] }, 400, 'INVALID_INPUT'],
    ['an empty fact', { fact: '' }, 400, 'INVALID_INPUT'],
    ['blanks', { fact: '   ' }, 400, 'INVALID_INPUT'],
    ['bad grammar', { fact: 'gnommoweb is a repo' }, 400, 'INVALID_INPUT'],
    ['no parent', { fact: 'gnommoweb -isa' }, 400, 'INVALID_INPUT'],
    ['a control character', { fact: 'gnommo\u0007web -isa repo' }, 400, 'INVALID_INPUT'],
    ['a NUL', { fact: 'gnommoweb -isa re\u0000po' }, 400, 'INVALID_INPUT'],
    ['a 1 MB fact', { fact: `${'x'.repeat(1_000_000)} -isa repo` }, 400, 'INVALID_INPUT'],
    ['a body beyond the limit', { fact: 'x'.repeat(17_000_000) }, 413, 'PAYLOAD_TOO_LARGE'],
    ['no facts', { facts: [] }, 400, 'INVALID_INPUT'],
    [
      'too many facts',
      { facts: Array.from({ length: 10_001 }, (_, n) => `c${n} -isa d`) },
      400,
      'INVALID_INPUT',
    ],
    ['a bad project', { fact: 'a -isa b', project: 'No Good' }, 400, 'INVALID_INPUT'],
    ['a subject that is its own parent', { fact: 'ouroboros -isa ouroboros' }, 422, 'SELF_FACT'],
  ])('%s', async (_name, body, status, code) => {
    const before = (await road.operator('/api/console/system/status')).body as {
      data: { counts: { edges: number } };
    };
    const answer = await tell(body);
    expect([answer.status, codeOf(answer.body)]).toEqual([status, code]);
    const after = (await road.operator('/api/console/system/status')).body as {
      data: { counts: { edges: number } };
    };
    expect(after.data.counts.edges).toBe(before.data.counts.edges);
  });

  it('says the column and the grammar', async () => {
    const { body } = await tell({ fact: 'gnommoweb -foo repo' });
    expect(body).toMatchObject({
      error: { message: expect.stringContaining('-isa'), details: { column: 11 } },
    });
  });

  it('one malformed fact in an array names its index and writes none of them', async () => {
    const { status, body } = await tell({
      facts: ['allornone1 -isa thing', 'allornone2 is thing', 'allornone3 -isa thing'],
    });
    expect([status, (body as { error: { details: { index: number } } }).error.details.index]).toEqual([
      400, 1,
    ]);
    expect((await road.call('/recall?concept=allornone1')).body).toMatchObject({ data: { known: false } });
  });

  it('takes 10,000 facts in one call, and knows them all', async () => {
    const facts = Array.from(
      { length: 10_000 },
      (_, n) => `bulk_${n} -ispart batch_${n % 100} in context of membership`,
    );
    const { status, body } = await tell({ facts });
    expect(status).toBe(200);
    const { data } = body as { data: Array<{ status: string }> };
    expect(data.length).toBe(10_000);
    expect(new Set(data.map((fact) => fact.status))).toEqual(new Set(['inserted']));
    expect((await road.call('/recall?concept=bulk_9999')).body).toMatchObject({
      data: { recollection: 'bulk_9999: [membership] batch_99' },
    });
  });

  it('a cycle waits in the queue; the same fact again is confirmed', async () => {
    expect(await tell({ fact: 'ring_a -ispart ring_b in context of rings' })).toMatchObject({
      status: 200,
      body: { data: { status: 'inserted' } },
    });
    expect(await tell({ fact: 'ring_a -ISPART ring_b in context of rings.' })).toMatchObject({
      status: 200,
      body: { data: { status: 'confirmed' } },
    });
    const cycle = await tell({ fact: 'ring_b -ispart ring_a in context of rings' });
    expect(cycle).toMatchObject({
      status: 202,
      body: { ok: true, data: { status: 'conflict', conflict_id: expect.any(Number) } },
    });
    expect((await road.call('/recall?concept=ring_b')).body).toMatchObject({
      data: { recollection: 'ring_b: [rings?]' },
    });
  });
});

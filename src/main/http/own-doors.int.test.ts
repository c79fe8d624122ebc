// Promise: what belongs to our own routes is answered here, however it is written, and never reaches an upstream. Source: proxy, Traps.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { report } from '../../shared/testing/report.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { ownRoute } from './routes.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core[Symbol.asyncDispose]());

describe('a question for a sign-in', () => {
  it.each([
    ['GET', '/.well-known/oauth-protected-resource/mcp'],
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/oauth-authorization-server/mcp'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/mcp/.well-known/openid-configuration'],
    ['POST', '/register'],
    ['POST', '/register/'],
    ['POST', '//register'],
    ['GET', '/authorize?response_type=code'],
    ['POST', '/token'],
  ])('%s %s is a 404 in JSON, said here', async (method, path) => {
    const before = core.upstream.requests.length;
    const { status, body, headers } = await core.call(path, {
      method,
      ...(method === 'POST' ? { body: '{"redirect_uris":["http://localhost"]}' } : {}),
    });
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect(body).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(core.upstream.requests.slice(before).filter(({ url }) => !url.startsWith('/api/'))).toEqual([]);
  });

  const probe = report<{ requests: string[] }>('mcp-oauth-probe');
  it.skipIf(!probe.given)(`of the report is answered here${probe.note}`, async () => {
    for (const line of probe.given?.requests ?? []) {
      const [method = '', path = ''] = line.split(' ');
      expect([line, (await core.call(path, { method })).status]).toEqual([line, 404]);
    }
  });
});

describe('a slash at the end', () => {
  it('of our own routes is none', async () => {
    const told = await core.call('/iknowthat/', { method: 'POST', body: '{"fact":"slashweb -isa repo"}' });
    expect(told.status).toBe(200);
    expect((await core.call('/recall/?concept=slashweb')).body).toMatchObject({ data: { known: true } });
    for (const path of ['/healthz/', '/readyz/', '/metrics/'])
      expect((await core.call(path)).status, path).toBe(200);
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const headers = { 'content-type': 'application/json' };
    expect((await core.call('/mcp/', { method: 'POST', headers, body: ping })).status).toBe(200);
    expect((await core.call('/conflicts/')).status).toBe(401);
  });

  it('of the console and of an upstream stays', () => {
    expect(ownRoute('/console/?a=/')).toEqual({ audience: 'console', url: '/console/?a=/' });
    expect(ownRoute('/admin/')?.url).toBe('/admin');
    expect(ownRoute('/api/tags/')).toBeUndefined();
    expect(ownRoute('/')).toBeUndefined();
  });
});

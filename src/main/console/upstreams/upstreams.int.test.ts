// Promises of upstreams that an operator adds over HTTP: they are used at once beside those of config.yaml, what runs ends when one goes,
// what the file says goes first and is changed there, and header values go to their upstream and to nobody else.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { UpstreamsState } from '../../../shared/model/upstream.ts';
import type { UpstreamTrial } from '../../../shared/model/upstream-setting.ts';
import { asOperator, codeOf, post } from '../../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import { type DemoUpstream, startDemoUpstream } from '../../fixtures/upstream.ts';

const SECRET = 'Bearer sk-very-secret-9f8e7d';

let extra: DemoUpstream;
let dataDir: string;
beforeEach(async () => {
  extra = await startDemoUpstream();
  dataDir = mkdtempSync(join(tmpdir(), 'festinger-upstreams-'));
  onTestFinished(async () => {
    await extra.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

const list = (road: TestCore) => asOperator<UpstreamsState>(road, '/upstreams');
const named = async (road: TestCore) => (await list(road)).upstreams.map(({ name, setBy }) => [name, setBy]);
const add = (road: TestCore, given: object) => asOperator<UpstreamsState>(road, '/upstreams', given);
const refused = async (road: TestCore, path: string, body: object) => {
  const answer = await road.operator(`/api/console${path}`, post(body));
  const { message } = (answer.body as { error: { message: string } }).error;
  return [answer.status, codeOf(answer.body), message] as const;
};
const chatAt = (road: TestCore, upstream: string, model = 'qwen2.5:7b') =>
  road.call(
    '/api/chat',
    post(
      { model, stream: false, messages: [{ role: 'user', content: 'hi' }] },
      { 'x-festinger-upstream': upstream },
    ),
  );
const file = async (road: TestCore, path: string, body: object = {}) => {
  const answer = await road.operator(`/api/console/files${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return (answer.body as { data: { name: string } }).data;
};

describe('an upstream that is added', () => {
  it('is used at once with its headers, beside the one of the command line, and after a restart', async () => {
    {
      await using road = await startTestCore({ dataDir });
      expect(await named(road)).toEqual([['ollama', 'command line']]);
      const { upstreams } = await add(road, {
        ...{ name: 'gpu', url: `${extra.url}/`, weight: 2, slots: 3 },
        headers: { Authorization: SECRET },
      });
      expect(upstreams).toMatchObject([
        { name: 'ollama', setBy: 'command line', revision: null },
        {
          name: 'gpu',
          setBy: 'console',
          url: extra.url,
          weight: 2,
          slots: 3,
          revision: 1,
          headerNames: ['Authorization'],
        },
      ]);
      const arrived = extra.nextRequest(({ path }) => path === '/api/chat');
      expect((await chatAt(road, 'gpu')).status).toBe(200);
      expect((await arrived).header('authorization')).toBe(SECRET);
    }
    await using again = await startTestCore({ dataDir });
    expect(await named(again)).toEqual([
      ['ollama', 'command line'],
      ['gpu', 'console'],
    ]);
    const arrived = extra.nextRequest(({ path }) => path === '/api/chat');
    expect((await chatAt(again, 'gpu')).status).toBe(200);
    expect((await arrived).header('authorization')).toBe(SECRET);
  });

  it('tells the values of its headers to nobody: not to lists, logs, the record, the file or a backup', async () => {
    await using road = await startTestCore({ dataDir });
    await add(road, { name: 'gpu', url: extra.url, headers: { Authorization: SECRET } });
    const { name } = await file(road, '/backup');
    const audit = await road.operator('/api/console/audit?chain=host&limit=50');
    const shown = JSON.stringify([await list(road), audit.body]);
    const kept = ['festinger.db', 'festinger.db-wal'].map((one) =>
      readFileSync(join(dataDir, one), 'latin1'),
    );
    const backup = gunzipSync(readFileSync(join(dataDir, 'backups', name))).toString('utf8');
    for (const text of [shown, ...kept, backup]) expect(text).not.toContain('sk-very-secret');
    const row = backup.split('\n').find((line) => line.includes('"gpu"') && line.includes(extra.url));
    expect(row).toContain('[\\"Authorization\\"]",null,');
  });

  it('keeps its headers over a restore here, and asks for them where they are not known', async () => {
    await using road = await startTestCore({ dataDir });
    await add(road, { name: 'gpu', url: extra.url, headers: { Authorization: SECRET } });
    const { name } = await file(road, '/backup');
    await file(road, '/restore', { name });
    expect((await list(road)).upstreams[1]).toMatchObject({ name: 'gpu', headerNames: ['Authorization'] });
    // The key that reads them is another one's.
    await asOperator(road, '/upstreams/gpu/remove', { expectedVersion: 1 });
    await file(road, '/restore', { name });
    const state = await list(road);
    expect(state.upstreams.map((one) => one.name)).toEqual(['ollama']);
    expect(state.idle).toMatchObject([
      {
        name: 'gpu',
        revision: 1,
        because: expect.stringMatching(/Authorization.*Give them again/) as string,
      },
    ]);
    const back = await asOperator<UpstreamsState>(road, '/upstreams/gpu', {
      ...{ expectedVersion: 1, headers: { Authorization: SECRET } },
    });
    expect(back.upstreams[1]).toMatchObject({ name: 'gpu', revision: 2 });
    expect(back.idle).toEqual([]);
  });

  it('ends what runs there when it is removed, and gets nothing new', async () => {
    await using road = await startTestCore({ dataDir });
    await add(road, { name: 'gpu', url: extra.url });
    const held = Promise.withResolvers<void>();
    extra.script({
      path: '/api/chat',
      behave: { text: 'to the end', hold: { afterTokens: 1, until: held.promise } },
    });
    const arrived = extra.nextArrival(({ path }) => path === '/api/chat');
    const running = chatAt(road, 'gpu');
    await arrived;
    const state = await asOperator<UpstreamsState>(road, '/upstreams/gpu/remove', { expectedVersion: 1 });
    expect(state.upstreams.map(({ name }) => name)).toEqual(['ollama']);
    expect((await chatAt(road, 'gpu')).status).toBe(400);
    held.resolve();
    const answer = await running;
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toContain('to the end');
  });

  it('is changed in place: another address takes new requests while the old one finishes', async () => {
    const other = await startDemoUpstream();
    onTestFinished(() => other.close());
    await using road = await startTestCore({ dataDir });
    await add(road, { name: 'gpu', url: extra.url });
    const held = Promise.withResolvers<void>();
    extra.script({
      path: '/api/chat',
      behave: { text: 'old', hold: { afterTokens: 0, until: held.promise } },
    });
    const arrived = extra.nextArrival(({ path }) => path === '/api/chat');
    const running = chatAt(road, 'gpu');
    await arrived;
    const moved = { expectedVersion: 1, url: other.url, slots: 1 };
    const state = await asOperator<UpstreamsState>(road, '/upstreams/gpu', moved);
    expect(state.upstreams[1]).toMatchObject({ url: other.url, slots: 1, revision: 2, weight: 1 });
    const next = other.nextRequest(({ path }) => path === '/api/chat');
    expect((await chatAt(road, 'gpu')).status).toBe(200);
    await next;
    held.resolve();
    expect((await running).status).toBe(200);
    expect((await refused(road, '/upstreams/gpu', { ...moved, weight: 3 })).slice(0, 2)).toEqual([
      409,
      'STALE_VERSION',
    ]);
  });

  it('does not take its headers to another address', async () => {
    await using road = await startTestCore({ dataDir });
    await add(road, { name: 'gpu', url: extra.url, headers: { Authorization: SECRET } });
    const moved = { expectedVersion: 1, url: 'http://127.0.0.1:9' };
    expect(await refused(road, '/upstreams/gpu', moved)).toEqual([
      400,
      'INVALID_INPUT',
      `The headers of gpu were given for ${extra.url} and are not sent to another address. Give them again with the new address, or take them out.`,
    ]);
    const state = await asOperator<UpstreamsState>(road, '/upstreams/gpu', { ...moved, headers: {} });
    expect(state.upstreams[1]).toMatchObject({ url: 'http://127.0.0.1:9', headerNames: [] });
  });
});

describe('beside config.yaml', () => {
  it('names are one list: what the file names is changed there, and goes before one of the console', async () => {
    const config = (names: string[]) =>
      `upstreams: [${names.map((name) => `{name: ${name}, url: "${extra.url}"}`).join(', ')}]\n`;
    await using road = await startTestCore({ dataDir, config: config(['one']) });
    expect(await named(road)).toEqual([['one', 'file']]);
    const taken = await refused(road, '/upstreams', { name: 'one', url: 'http://127.0.0.1:9' });
    expect(taken).toEqual([
      409,
      'NOT_ALLOWED',
      'The upstream "one" is set by config.yaml; give another name, or change it there.',
    ]);
    const sameAddress = await refused(road, '/upstreams', { name: 'two', url: extra.url });
    expect(sameAddress[2]).toBe(`${extra.url} is the upstream "one" already.`);
    expect((await refused(road, '/upstreams/one', { expectedVersion: 1, weight: 3 })).slice(0, 2)).toEqual([
      409,
      'NOT_ALLOWED',
    ]);
    expect((await refused(road, '/upstreams/one/remove', { expectedVersion: 1 }))[1]).toBe('NOT_ALLOWED');
    expect((await refused(road, '/upstreams/none/remove', { expectedVersion: 1 }))[1]).toBe('NOT_FOUND');
    await add(road, { name: 'two', url: 'http://127.0.0.1:9' });
    writeFileSync(join(dataDir, 'config.yaml'), config(['one', 'two']));
    await expect
      .poll(() => named(road))
      .toEqual([
        ['one', 'file'],
        ['two', 'file'],
      ]);
    expect((await list(road)).idle).toMatchObject([
      {
        name: 'two',
        url: 'http://127.0.0.1:9',
        because: expect.stringContaining('config.yaml, which goes first') as string,
      },
    ]);
    // What is shadowed can still be taken away.
    expect(
      (await asOperator<UpstreamsState>(road, '/upstreams/two/remove', { expectedVersion: 1 })).idle,
    ).toEqual([]);
  });

  it('what stood because nothing was named gives way, and stands again when the last one is removed', async () => {
    await using road = await startTestCore({ dataDir, config: '' });
    expect(await named(road)).toEqual([['ollama', 'default']]);
    const state = await add(road, { name: 'gpu', url: extra.url });
    // Nothing answers at Ollama's own address here; where it does, it is kept beside the new one.
    const isThere = state.upstreams.length === 2;
    if (isThere) await asOperator(road, '/upstreams/ollama/remove', { expectedVersion: 1 });
    expect(await named(road)).toEqual([['gpu', 'console']]);
    await asOperator(road, '/upstreams/gpu/remove', { expectedVersion: 1 });
    expect(await named(road)).toEqual([['ollama', 'default']]);
    expect((await refused(road, '/upstreams/ollama/remove', { expectedVersion: 1 }))[2]).toContain(
      'because no other upstream is named',
    );
  });
});

describe('an address that is tried', () => {
  const trial = (road: TestCore, given: object) => asOperator<UpstreamTrial>(road, '/upstreams-test', given);

  it('says what answers there, and keeps nothing', async () => {
    await using road = await startTestCore({ dataDir });
    const found = await trial(road, { url: extra.url, headers: { 'X-Team': 'a' } });
    expect(found).toMatchObject({ ok: true, kind: 'ollama', version: '0.33.0', reason: null, loaded: 0 });
    expect(found.models).toContain('qwen2.5:7b');
    expect(found.modelCount).toBe(found.models.length);
    expect(extra.requests.every((request) => request.header('x-team') === 'a')).toBe(true);
    expect(await named(road)).toEqual([['ollama', 'command line']]);
  });

  it('tells a server that speaks /v1 alone from Ollama, and sends the stored headers where they belong', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((req, res) => {
      seen.push(req.headers.authorization);
      const isList = req.url === '/v1/models';
      res.statusCode = isList ? 200 : 404;
      res.end(isList ? '{"data":[{"id":"big"}]}' : '{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await using road = await startTestCore({ dataDir });
    expect(await trial(road, { url })).toMatchObject({
      ok: true,
      kind: 'openai',
      version: null,
      models: ['big'],
    });
    await add(road, { name: 'gpu', url, headers: { Authorization: SECRET } });
    seen.length = 0;
    await trial(road, { url, name: 'gpu' });
    expect(seen).toContain(SECRET);
    const before = extra.requests.length;
    await trial(road, { url: extra.url, name: 'gpu' });
    for (const request of extra.requests.slice(before))
      expect(request.header('authorization')).toBeUndefined();
  });

  it('says what is wrong with one that does not answer, and refuses one that may not be asked', async () => {
    await using road = await startTestCore({ dataDir });
    const down = await trial(road, { url: 'http://127.0.0.1:9' });
    expect(down).toMatchObject({
      ok: false,
      kind: null,
      reason: 'The connection is refused: nothing listens there.',
    });
    const own = await refused(road, '/upstreams-test', { url: road.core.baseUrl });
    expect(own).toEqual([
      409,
      'NOT_ALLOWED',
      `${road.core.baseUrl} is this Festinger itself: requests would go round in a circle.`,
    ]);
    const { port } = new URL(road.core.baseUrl);
    expect((await refused(road, '/upstreams', { name: 'me', url: `http://localhost:${port}` }))[1]).toBe(
      'NOT_ALLOWED',
    );
    const wrong = ['ftp://a', 'http://user:pw@a', 'http://a/?b=c', 'no host', 'http://169.254.169.254'];
    for (const url of wrong)
      expect((await refused(road, '/upstreams-test', { url }))[0], url).toBeGreaterThanOrEqual(400);
  });

  it('is not filled by an answer that never ends', async () => {
    const server = createServer((_req, res) => {
      const more = () => {
        while (res.write('x'.repeat(65_536))) if (res.destroyed) return;
      };
      res.on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await using road = await startTestCore({ dataDir });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await trial(road, { url })).toMatchObject({
      ok: false,
      reason: 'Its answer to /api/version is longer than 8 MB.',
    });
  });
});

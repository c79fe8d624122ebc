// Promise: whatever an upstream answers, the provider neither grows without bound nor waits for ever nor shows what it should not.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../../shared/model/clock.ts';
import { Resource } from '../../../../shared/model/resource.ts';
import { throughTime } from '../../../fixtures/testing/through-time.ts';
import { wallClock } from '../../../fixtures/wall-clock.ts';
import { ManualClock } from '../../../store/testing/temp-store.ts';
import { openOllama } from './ollama-provider.ts';

const never = new AbortController().signal;

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

async function providerOf(handler: Handler, clock: Clock = wallClock) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const known = {
    ...{ name: 'bad', url, headers: {}, weight: 1, slots: null, setBy: 'file' as const, revision: null },
    ...{ mode: 'open' as const, circuit: 'closed' as const, running: 0, version: null },
  };
  const upstreams = {
    known: () => [known],
    setMode: () => undefined,
    remove: async () => undefined,
    modelsChanged: () => undefined,
  };
  const provider = openOllama({ upstreams, thisHost: 'here', clock });
  onTestFinished(async () => {
    await provider.close();
    server.closeAllConnections();
    server.close();
  });
  return { provider, find: () => provider.find('upstream:bad', never) };
}

const json = (res: ServerResponse, body: unknown) => res.end(JSON.stringify(body));
const lists =
  (tags: unknown, more: Handler = (_, res) => void json(res, { models: [] })): Handler =>
  (req, res) =>
    req.url === '/api/tags' ? void json(res, tags) : more(req, res);

it('shows the first two thousand of ten thousand models, and says how many there are', async () => {
  const models = Array.from({ length: 10_000 }, (_, i) => ({
    name: `m${i}:latest`,
    size: i,
    digest: `d${i}`,
  }));
  const { provider } = await providerOf(lists({ models }));
  const { resources } = await provider.discover(never);
  expect(resources).toHaveLength(2001);
  expect(resources[0]?.detail).toContain('10000 models');
});

it('leaves out names that are none, and members that do not fit', async () => {
  const names = ['x'.repeat(1_000_000), 'a\u0000b', 'a\nb', 'a\u202eb', '', 7, null, { a: 1 }];
  const fine = { name: 'fine:1b', size: 'big', digest: 'd'.repeat(5000), modified_at: 9, details: 'none' };
  const { provider } = await providerOf(
    lists({ models: [...names.map((name) => ({ name })), fine, fine, 'text'] }),
  );
  const { resources } = await provider.discover(never);
  expect(resources.map(({ name }) => name)).toEqual(['bad', 'fine:1b']);
  for (const resource of resources) expect(() => Resource.parse(resource)).not.toThrow();
});

it('takes what is no list, no JSON, or longer than any list for an upstream that does not answer', async () => {
  const cases: readonly (readonly [string, Handler, RegExp])[] = [
    ['no list', (_, res) => void json(res, { models: 'none' }), /something else than a list/],
    ['no JSON', (_, res) => void res.end('<html>'), /not JSON/],
    [
      'a refusal',
      (_, res) => void res.writeHead(401).end('{"error":"no key\\u0000\\u202e"}'),
      /HTTP 401: no key {2}\.$/,
    ],
    [
      'a redirect',
      (_, res) => void res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /HTTP 302/,
    ],
    ['a hang-up', (req) => void req.socket.destroy(), /connection broke/],
    [
      'no end',
      (_, res) => {
        const more = () => {
          while (!res.destroyed && res.write('x'.repeat(65_536)));
        };
        res.on('drain', more);
        more();
      },
      /longer than 8 MB/,
    ],
  ];
  for (const [what, handler, words] of cases) {
    const { find } = await providerOf(handler);
    const upstream = await find();
    expect(upstream, what).toMatchObject({ state: 'unreachable', actions: ['pause', 'drain'] });
    expect(upstream?.detail, what).toMatch(words);
  }
});

it('lists the models of a server that speaks /v1 alone, and lets nothing be done to them', async () => {
  const { provider } = await providerOf((req, res) => {
    if (req.url === '/v1/models') return void json(res, { data: [{ id: 'org/big-model' }, { id: 5 }, null] });
    res.writeHead(404).end('{}');
  });
  const { resources } = await provider.discover(never);
  expect(resources).toMatchObject([
    { id: 'upstream:bad', state: 'running', actions: ['pause', 'drain'] },
    { id: 'model:bad:org/big-model', state: 'available', actions: [] },
  ]);
  const [, model] = resources;
  if (!model) throw new Error('no model');
  expect((await provider.inspect(model, never)).facts).toEqual([]);
  await expect(
    provider.plan({ resource: model, action: 'remove', arguments: {} }, never),
  ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});

it('gives up what does not answer within its time', async () => {
  const clock = new ManualClock();
  const { provider } = await providerOf(() => undefined, clock);
  const { resources } = await throughTime(clock, provider.discover(never));
  expect(resources).toMatchObject([{ state: 'unreachable' }]);
  expect(resources[0]?.detail).toContain('in time');
}, 20_000);

const pulling = (body: (res: ServerResponse) => void): Handler =>
  lists({ models: [] }, (req, res) => (req.url === '/api/pull' ? body(res) : void json(res, { models: [] })));

it.each<readonly [string, string, RegExp]>([
  ['ends without success', '{"status":"pulling manifest"}\n', /ended before it said/],
  ['says an error as an object', '{"error":{"message":"disk full"}}\n', /failed: disk full\.$/],
  ['sends a line that is no JSON', 'pulling\n', /not JSON/],
  ['sends a line that is no progress', '[1]\n', /no progress/],
  ['sends a line without an end', 'x'.repeat(200_000), /longer than 64 KB/],
])('fails a pull that %s', async (_, text, words) => {
  const { provider, find } = await providerOf(pulling((res) => void res.end(text)));
  const upstream = await find();
  if (!upstream) throw new Error('no upstream');
  const act = provider.act(
    { resource: upstream, action: 'pull', arguments: { model: 'a:1b' } },
    { signal: never, progress: () => undefined },
  );
  await expect(act).rejects.toMatchObject({ message: expect.stringMatching(words) as string });
});

it('gives up a pull that goes on talking and does not come on, and reports only what grows', async () => {
  const clock = new ManualClock();
  const server = pulling((res) => {
    const line = '{"status":"pulling","digest":"sha256:a","total":100,"completed":1}\n'.repeat(100);
    const more = () => {
      if (res.destroyed) return;
      if (res.write(line)) setImmediate(more);
    };
    res.on('drain', more);
    more();
  });
  const { provider, find } = await providerOf(server, clock);
  const upstream = await find();
  if (!upstream) throw new Error('no upstream');
  const seen: number[] = [];
  const act = throughTime(
    clock,
    provider.act(
      { resource: upstream, action: 'pull', arguments: { model: 'a:1b' } },
      { signal: never, progress: (done) => void seen.push(done) },
    ),
  );
  await expect(act).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(seen.length).toBeLessThanOrEqual(1);
});

// Promises of the probe: what it says of each kind of server, that it carries the configured headers, keeps its rhythm,
// never overlaps, and is silent once closed. Over real sockets, with time moved by hand.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mergedList } from './merged-lists.ts';
import { openUpstream } from './open-upstream.ts';
import type { OpenUpstream } from './port.ts';
import { type Look, Probe } from './probe.ts';
import { readLoaded } from './probe-answers.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { ScriptedHost } from './testing/scripted-host.ts';

let host: ScriptedHost;
let clock: ManualClock;
let upstream: OpenUpstream;
let probe: Probe;
let looks: Look[];
let onLook = () => {};

beforeEach(async () => {
  host = await new ScriptedHost('a').open();
  clock = new ManualClock();
  looks = [];
  upstream = openUpstream({ name: 'a', url: host.url, headers: { authorization: 'Bearer up' } });
  probe = new Probe({
    upstream,
    clock,
    onLook: (look) => {
      looks.push(look);
      onLook();
    },
  });
});
afterEach(async () => {
  probe.close();
  await upstream.dispatcher.destroy();
  await host.close();
});

const nextLook = () =>
  new Promise<void>((resolve) => {
    onLook = resolve;
  });

describe('a probe', () => {
  it('sees version, loaded and offered models of Ollama, with the configured headers', async () => {
    host.loaded = ['m:latest'];
    await probe.look();
    expect(looks).toEqual([
      {
        ...{ ok: true, version: '0.a', offered: ['m:latest'], listsAll: true },
        loaded: [{ name: 'm:latest', contextTokens: null, vramBytes: null, expiresAt: null }],
      },
    ]);
    expect(host.probes.every(({ headers }) => headers.authorization === 'Bearer up')).toBe(true);
  });

  it('takes a server that only speaks /v1 for well', async () => {
    host.probeStatus = { '/api/version': 404 };
    await probe.look();
    expect(looks).toEqual([{ ok: true, version: null, loaded: [], offered: ['m:latest'], listsAll: false }]);
  });

  it.each([
    [401, 'it answers /api/version with HTTP 401; it may want a key: see the headers of the upstream'],
    [500, 'it answers /api/version with HTTP 500'],
  ])('says what is wrong with an answer of %i', async (status, reason) => {
    host.probeStatus = { '/api/version': status };
    await probe.look();
    expect(looks).toEqual([{ ok: false, reason, unreachable: false }]);
  });

  it('says when nothing listens', async () => {
    await host.close();
    await probe.look();
    expect(looks).toEqual([
      { ok: false, reason: 'the connection is refused: nothing listens there', unreachable: true },
    ]);
  });

  it('asks every 5 s, for the list of models every 30 s', async () => {
    const first = nextLook();
    probe.start();
    await first;
    for (let i = 0; i < 6; i++) {
      while (clock.pending === 0) await new Promise((resolve) => setImmediate(resolve));
      const next = nextLook();
      clock.advance(5000);
      await next;
    }
    const asked = (path: string) => host.probes.filter((one) => one.path === path).length;
    expect([asked('/api/version'), asked('/api/ps'), asked('/api/tags')]).toEqual([7, 7, 2]);
  });

  it('asks for the models again at once when they changed, after a look that is under way, never beside it', async () => {
    probe.start();
    host.models = ['m:latest', 'new:latest'];
    const again = probe.modelsChanged();
    expect(probe.look(), 'the same look').toBe(probe.look());
    await again;
    expect(looks).toHaveLength(2);
    expect(looks[1]).toMatchObject({ offered: ['m:latest', 'new:latest'] });
    expect(host.probes.filter(({ path }) => path === '/api/tags')).toHaveLength(2);
  });

  it('is silent once closed', async () => {
    const look = probe.look();
    probe.close();
    await look;
    expect(looks).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});

it('/api/ps is read with what Ollama says of each model, and with nothing where it says nothing', () => {
  const answer = {
    models: [
      { name: 'm', size_vram: 5, context_length: 4096, expires_at: '2026-11-21T00:00:00Z' },
      { model: 'n', expires_at: 'never' },
      7,
    ],
  };
  expect(readLoaded(answer)).toEqual([
    { name: 'm', vramBytes: 5, contextTokens: 4096, expiresAt: Date.UTC(2026, 10, 21) },
    { name: 'n', vramBytes: null, contextTokens: null, expiresAt: null },
  ]);
  expect(readLoaded('x')).toEqual([]);
});

it('a merged list leaves out a host that takes over 2 s, and says so', async () => {
  const silent = await new ScriptedHost('b').open();
  silent.probeStatus = { '/api/tags': 0 };
  const other = openUpstream({ name: 'b', url: silent.url });
  const question = { list: 'tags', path: '/api/tags', rawHeaders: [] } as const;
  const signal = new AbortController().signal;
  const merged = mergedList([upstream, other], { ...question, signal }, clock);
  const isRead = () => host.probes.length > 0 && upstream.dispatcher.stats?.free === 1;
  while (silent.probes.length === 0 || !isRead()) await new Promise((resolve) => setImmediate(resolve));
  clock.advance(2000);
  const { body, ...who } = await merged;
  expect(who).toEqual({ from: ['a'], missing: ['b: it did not answer within 2 s'] });
  expect(JSON.parse(String(body))).toMatchObject({ models: [{ name: 'm:latest', from: 'a' }] });
  await other.dispatcher.destroy();
  await silent.close();
});

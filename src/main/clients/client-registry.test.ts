// Promise: who asks is named by key, header, foreign key or address, in that order; a key that is none of ours opens
// nothing and says nothing; names from outside take bounded memory.
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ManualClock, START } from '../store/testing/temp-store.ts';
import { hashClientKey, hintOf, makeClientKey, presentedKeys } from './client-key.ts';
import { ClientRegistry, type StoredClient } from './client-registry.ts';

const FREE: Omit<StoredClient, 'name'> = {
  ...{
    project: null,
    concurrency: null,
    ratePerMinute: null,
    mitigationsOff: [],
    learning: 'project' as const,
    questions: 'sparing' as const,
    note: '',
    version: 1,
  },
};

function request(headers: Record<string, string>, method = 'POST', url = '/api/chat'): IncomingMessage {
  const socket = { remoteAddress: '::ffff:10.0.0.7' };
  const rawHeaders = Object.entries(headers).flat();
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    url,
    rawHeaders,
    headers: Object.fromEntries(lower),
    socket,
  } as unknown as IncomingMessage;
}

/** A registry in which each client has the policy given and one key. */
function setUp(clients: Record<string, Partial<StoredClient>> = {}, required: string | null = null) {
  const clock = new ManualClock();
  const registry = new ClientRegistry({ clock, keysRequired: () => required });
  const keys = Object.fromEntries(Object.keys(clients).map((name) => [name, makeClientKey()]));
  const load = (revoked: readonly string[] = [], policies = clients) =>
    registry.load(
      Object.entries(policies).map(([name, policy]) => ({ name, ...FREE, ...policy })),
      Object.entries(keys).map(([client, key], id) => ({
        ...{ id, client, keyHash: hashClientKey(key), hint: hintOf(key), createdAt: START },
        revokedAt: revoked.includes(client) ? START : null,
      })),
    );
  load();
  return { registry, clock, load, key: (name: string) => keys[name] ?? '' };
}

describe('a client key', () => {
  it('is 32 random bytes behind fk-, and its hint gives nothing away', () => {
    const key = makeClientKey();
    expect(key).toMatch(/^fk-[\w-]{43}$/);
    expect(makeClientKey()).not.toBe(key);
    expect(hintOf(key)).toHaveLength(8);
    expect(hashClientKey(key)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is found in either header, in any spelling, and in every repetition', () => {
    const [a, b] = [makeClientKey(), makeClientKey()];
    const raw = ['AUTHORIZATION', `bearer  ${a}`, 'Accept', a, 'X-Api-Key', `other, ${b}`, 'X-Other-K', b];
    expect(presentedKeys(raw)).toEqual([
      { header: 'authorization', key: a },
      { header: 'x-api-key', key: b },
    ]);
    expect(presentedKeys(['authorization', 'Bearer sk-foreign', 'x-api-key', `x${a}`])).toEqual([]);
  });

  it('is taken for one of ours also when it was cut short or lengthened: it goes to no upstream', () => {
    const key = makeClientKey();
    for (const mistyped of [key.slice(0, -1), `${key}x`, `${key}…`, 'fk-']) {
      expect(presentedKeys(['x-api-key', mistyped])).toEqual([{ header: 'x-api-key', key: mistyped }]);
    }
  });
});

describe('who asks', () => {
  it('is named by a key of ours, else the header, else a foreign key, else the address', () => {
    const { registry, key } = setUp({ agent: {} });
    const named = (headers: Record<string, string>) => registry.identify(request(headers));
    const header = { 'X-Festinger-Client': 'by-header' };
    const foreign = { Authorization: 'Bearer sk-foreign' };
    expect(named({ ...header, Authorization: `Bearer ${key('agent')}` })).toMatchObject({
      client: 'agent',
      keyHeaders: ['authorization'],
    });
    expect(named({ ...header, ...foreign, 'x-api-key': key('agent') })).toMatchObject({
      client: 'agent',
      keyHeaders: ['x-api-key'],
    });
    expect(named({ ...header, ...foreign })).toMatchObject({ client: 'by-header', keyHeaders: [] });
    expect(named(foreign)).toMatchObject({ client: expect.stringMatching(/^key-[0-9a-f]{8}$/) as string });
    const open = { project: 'default', scope: 'default', learnsInto: 'default' };
    expect(named({})).toMatchObject({ client: '10.0.0.7', ...open, sessionId: null, keyHeaders: [] });
  });

  it('hears the same of a revoked, an unknown and a mistyped key, wanted or not', () => {
    const { registry, key, load } = setUp({ agent: {}, other: {} });
    load(['agent']);
    const of = (value: string) => registry.identify(request({ 'x-api-key': value }));
    const revoked = of(key('agent'));
    expect(revoked).toMatchObject({
      status: 401,
      message: expect.stringContaining('Keys are made') as string,
    });
    expect(of(makeClientKey())).toBe(revoked);
    expect(of(`${key('other').slice(0, -1)}${key('other').endsWith('A') ? 'B' : 'A'}`)).toBe(revoked);
    const two = { Authorization: `Bearer ${key('agent')}`, 'x-api-key': key('other') };
    expect(registry.identify(request(two)), 'one good key does not cover for a bad one').toBe(revoked);
  });

  it('needs a key where keys are asked for, but to knock', () => {
    const { registry, key } = setUp({ agent: {} }, 'the setting is on');
    const asks = (headers: Record<string, string>, method = 'POST', url = '/api/chat') =>
      'status' in registry.identify(request(headers, method, url));
    expect(asks({})).toBe(true);
    expect(asks({ 'X-Festinger-Client': 'agent' }), 'a name is no key').toBe(true);
    expect(asks({ Authorization: 'Bearer sk-foreign' })).toBe(true);
    expect(asks({ Authorization: `Bearer ${key('agent')}` })).toBe(false);
    expect(asks({}, 'HEAD', '/')).toBe(false);
    expect(asks({}, 'GET', '/?a')).toBe(false);
    expect(asks({}, 'GET', '/api/version')).toBe(true);
    expect(asks({}, 'POST', '/')).toBe(true);
    expect(asks({ 'Access-Control-Request-Method': 'POST' }, 'OPTIONS')).toBe(false);
    expect(asks({}, 'OPTIONS')).toBe(true);
    expect(asks(registry.internalHeaders())).toBe(false);
    expect(asks({ 'x-festinger-internal': 'x'.repeat(43) })).toBe(true);
    expect(
      asks(new ClientRegistry({ clock: new ManualClock(), keysRequired: () => '' }).internalHeaders()),
    ).toBe(true);
  });

  it('speaks for its own project and for no other', () => {
    const { registry, key } = setUp({ agent: { project: 'lab' }, free: {} });
    const asks = (name: string, project?: string) =>
      registry.identify(
        request({ 'x-api-key': key(name), ...(project ? { 'X-Festinger-Project': project } : {}) }),
      );
    expect(asks('agent')).toMatchObject({ project: 'lab' });
    expect(asks('agent', 'lab')).toMatchObject({ project: 'lab' });
    expect(asks('agent', 'default')).toMatchObject({
      status: 403,
      message: expect.stringMatching(/project lab only/) as string,
    });
    expect(asks('free', 'lab')).toMatchObject({ project: 'lab' });
    expect(asks('free')).toMatchObject({ project: 'default' });
    expect(registry.refuseProject('agent', 'home')).toMatchObject({ status: 403 });
    expect(
      registry.identify(request({ 'X-Festinger-Client': 'agent' })),
      'stored, without a key',
    ).toMatchObject({
      project: 'lab',
    });
    expect(registry.identify(request({ 'X-Festinger-Project': 'no such!' }))).toMatchObject({ status: 400 });
    expect(registry.identify(request({ 'X-Festinger-Client': 'a b' }))).toMatchObject({ status: 400 });
  });
});

describe('a rate', () => {
  it('is a client’s own, says when to come back, and is kept through a reload', () => {
    const { registry, clock, load } = setUp({ slow: { ratePerMinute: 6 }, free: {} });
    expect(registry.throttle('slow')).toBeNull();
    expect(registry.throttle('slow')).toMatchObject({ status: 429, retryAfter: 10 });
    expect(registry.throttle('free')).toBeNull();
    clock.advance(4500);
    load();
    expect(registry.throttle('slow')).toMatchObject({ retryAfter: 6 });
    clock.advance(5500);
    expect(registry.throttle('slow')).toBeNull();
    load([], { slow: { ratePerMinute: 60 }, free: {} });
    expect(registry.throttle('slow'), 'another rate begins anew').toBeNull();
  });
});

describe('what is known of clients', () => {
  it('is what is stored, and free of limits for everybody else', () => {
    const { registry } = setUp({
      agent: {
        concurrency: 3,
        mitigationsOff: ['break'],
        learning: 'project' as const,
        questions: 'sparing' as const,
      },
    });
    expect([registry.limitOf('agent'), registry.limitOf('else')]).toEqual([3, null]);
    expect([...registry.mitigationsOff('agent')]).toEqual(['break']);
    expect(registry.mitigationsOff('else').size).toBe(0);
  });

  it('lists stored ones first, then those seen, the newest first', () => {
    const { registry, clock, key } = setUp({ zoe: {}, bob: {} });
    for (const name of ['first', 'second', 'bob', 'first']) {
      clock.advance(1000);
      registry.started(name);
      registry.finished(name);
    }
    registry.started('second');
    registry.identify(request({ 'x-api-key': key('bob') }));
    const list = registry.list((name) => (name === 'bob' ? 2 : 0), 10);
    expect(list.map(({ name, stored }) => [name, stored])).toEqual([
      ['zoe', true],
      ['bob', true],
      ['second', false],
      ['first', false],
    ]);
    expect(list[1]).toMatchObject({ requests: 1, running: 0, waiting: 2, seenAt: START + 3000, version: 1 });
    expect(list[1]?.keys).toMatchObject([
      { hint: key('bob').slice(0, 8), lastUsedAt: START, revokedAt: null },
    ]);
    expect(list[2]).toMatchObject({ requests: 2, running: 1, version: 0 });
    expect(JSON.stringify(list)).not.toContain(key('bob'));
    expect(JSON.stringify(list)).not.toContain(hashClientKey(key('bob')));
  });

  it('remembers 2,000 names from headers and no more, and those it needs in any case', () => {
    const { registry } = setUp({ agent: {} });
    registry.started('agent');
    registry.started('busy');
    for (let i = 0; i < 5000; i++) {
      registry.started(`name-${i}`);
      registry.finished(`name-${i}`);
    }
    const list = registry.list(() => 0, 10_000);
    expect(list.length).toBeLessThanOrEqual(2002);
    expect(list[0]).toMatchObject({ name: 'agent', running: 1 });
    expect(list.at(-1)).toMatchObject({ name: 'busy', running: 1 });
    expect(list.some(({ name }) => name === 'name-4999')).toBe(true);
    expect(list.some(({ name }) => name === 'name-0')).toBe(false);
    registry.finished('name-0');
  });
});

// Promises of `--demo`: six things to act on, one of them in a guest on a node; two sessions, one over and proven, one that waits; one card. A second start
// doubles nothing, and the card that waited is decided there; an expired one is asked for anew.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Entry, Session } from '../../shared/model/assistant/transcript.ts';
import type { Clock } from '../../shared/model/clock.ts';
import type { Resource } from '../../shared/model/resource.ts';
import { systemClock } from './clock.ts';
import { startTestCore, type TestCore } from './testing/start-test-core.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

async function get<T>(test: TestCore, path: string): Promise<T> {
  return ((await test.operator(`/api/ai${path}`)).body as { data: T }).data;
}
const sessionsOf = async (test: TestCore) =>
  (await get<{ sessions: Session[] }>(test, '/sessions')).sessions.toSorted((a, b) =>
    a.title < b.title ? -1 : 1,
  );
const waitingOf = async (test: TestCore) =>
  (await get<{ approvals: Pending[] }>(test, '/approvals?status=pending')).approvals;
const entriesOf = async (test: TestCore, id: string) =>
  (await get<{ entries: Entry[] }>(test, `/sessions/${id}`)).entries;
interface Pending {
  readonly approval_id: string;
  readonly plan_hash: string;
  readonly resource_id: string;
  readonly expires_at: string;
}
const played = (test: TestCore) =>
  vi.waitFor(
    async () => {
      expect((await sessionsOf(test)).map(({ waits }) => waits)).toEqual([null, 'approval']);
      expect(await waitingOf(test)).toHaveLength(1);
    },
    { timeout: 60_000, interval: 50 },
  );

describe('a demo that is started', () => {
  let dataDir: string;
  let test: TestCore;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'festinger-demo-'));
    test = await startTestCore({ dataDir, demo: 'sessions' });
    await played(test);
  });
  afterAll(async () => {
    await test[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('has six things, found by their names, with the way to a container in a guest on a node', async () => {
    const { resources } = await get<{ resources: Resource[] }>(test, '/resources?provider=demo');
    expect(resources.map(({ name, kind }) => `${kind} ${name}`).toSorted()).toEqual([
      ...['docker_container jellyfin', 'docker_container paperless', 'lxc media', 'node pve1'],
      ...['service caddy', 'storage tank'],
    ]);
    const jellyfin = resources.find(({ name }) => name === 'jellyfin');
    const media = resources.find(({ id }) => id === jellyfin?.parent);
    expect([media?.name, resources.find(({ id }) => id === media?.parent)?.name]).toEqual(['media', 'pve1']);
    expect(jellyfin?.targetHost).toBe('media');
    expect(jellyfin?.reachableVia[0]?.map(({ words }) => words)).toEqual([
      'ssh root@pve1',
      'lxc 141',
      'jellyfin',
    ]);
  });

  it('has a session that is over, with its reads, a restart and the proof of it', async () => {
    const [finished] = await sessionsOf(test);
    expect(finished).toMatchObject({
      title: 'Jellyfin stutters',
      run_id: null,
      state: 'READING',
      unverified: [],
    });
    const entries = await entriesOf(test, finished?.id ?? '');
    const tools = entries.filter((entry) => entry.kind === 'tool');
    expect(tools.map(({ tool }) => tool)).toEqual(
      expect.arrayContaining(['query', 'metrics', 'read', 'control']),
    );
    expect(tools.every(({ gates }) => gates.length > 0)).toBe(true);
    const answer = entries.findLast((entry) => entry.kind === 'answer');
    expect(answer?.text).toContain('I have restarted **jellyfin**, and it is proven: running since');
    expect(answer?.text).toMatch(/its memory is at 9\d % \(3\.7 GiB of 4\.0 GiB\)/);
    expect(entries.at(-1)).toMatchObject({ kind: 'end', reason: 'answer' });
  });

  it('has one card, of the session that waits, and it waits for a day', async () => {
    const [, waiting] = await sessionsOf(test);
    expect(waiting).toMatchObject({
      title: 'Paperless imports nothing',
      state: 'WRITING',
      waits: 'approval',
    });
    const [card] = await waitingOf(test);
    expect(card?.resource_id).toMatch(/^docker_container:media:/);
    expect(Date.parse(card?.expires_at ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  it('doubles nothing at the next start; the card is decided there, and its session ends with the proof', async () => {
    const before = await sessionsOf(test);
    const [card] = await waitingOf(test);
    await test[Symbol.asyncDispose]();
    test = await startTestCore({ dataDir, demo: 'sessions' });
    await played(test);
    expect((await sessionsOf(test)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const [again] = await waitingOf(test);
    expect(again?.approval_id).toBe(card?.approval_id);
    const { status } = await test.operator(`/api/ai/approvals/${again?.approval_id}/approve`, {
      ...{ method: 'POST', body: JSON.stringify({ plan_hash: again?.plan_hash }) },
    });
    expect(status).toBe(200);
    const id = before[1]?.id ?? '';
    await expect.poll(async () => (await sessionsOf(test))[1]?.run_id, { timeout: 30_000 }).toBeNull();
    const entries = await entriesOf(test, id);
    const answer = entries.findLast((entry) => entry.kind === 'answer');
    expect(answer?.text).toContain('I have restarted **paperless**, and it is proven: running since');
    expect((await sessionsOf(test))[1]).toMatchObject({ state: 'READING', unverified: [], waits: null });
    expect(await waitingOf(test)).toEqual([]);
  });
});

it('what nobody decided for a day is asked for anew at the next start, in its session', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-demo-'));
  try {
    const before = await (async () => {
      await using test = await startTestCore({ dataDir, demo: 'sessions' });
      await played(test);
      return { ids: (await sessionsOf(test)).map(({ id }) => id), card: (await waitingOf(test))[0] };
    })();
    const nextDay: Clock = { ...systemClock, now: () => Date.now() + 25 * 3_600_000 };
    await using test = await startTestCore({ dataDir, demo: 'sessions', clock: nextDay });
    const card = async () => (await waitingOf(test))[0]?.approval_id ?? before.card?.approval_id;
    await vi.waitFor(async () => expect(await card()).not.toBe(before.card?.approval_id), {
      ...{ timeout: 60_000, interval: 100 },
    });
    expect((await sessionsOf(test)).map(({ id }) => id)).toEqual(before.ids);
    const entries = await entriesOf(test, before.ids[1] ?? '');
    expect(entries.filter(({ kind }) => kind === 'user')).toHaveLength(2);
    expect(entries.find((entry) => entry.kind === 'end')).toMatchObject({ reason: 'answer' });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

it('a demo without sessions has nothing that waits, and the six things all the same', async () => {
  await using test = await startTestCore({ demo: 'bare' });
  const { resources } = await get<{ resources: Resource[] }>(test, '/resources?provider=demo');
  expect(resources).toHaveLength(6);
  expect(await sessionsOf(test)).toEqual([]);
  expect(await waitingOf(test)).toEqual([]);
});

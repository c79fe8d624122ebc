// What the screen keeps: live states in place, locks as the core says them.
import { expect, it } from 'vitest';
import type { ResourcesState } from '../../../../shared/contract/resources.ts';
import type { Resource } from '../../../../shared/model/resource.ts';
import { createResourcesStore } from './resources-store.ts';

const container = (name: string): Resource => ({
  ...{
    id: `docker_container:vm:${name}`,
    kind: 'docker_container',
    name,
    aliases: [],
    provider: 'containers',
  },
  ...{
    parent: null,
    state: 'running',
    detail: '',
    actions: [],
    reachableVia: [],
    targetHost: 'vm',
    version: '1',
  },
});
const live = (...names: string[]): ResourcesState => ({
  ...{
    resources: names.map(container),
    providers: [],
    alerts: [],
    locks: [],
    silences: [],
    expectations: [],
  },
});

function store(calls: Record<string, () => Promise<unknown>> = {}) {
  return createResourcesStore(() => calls as never);
}

const names = (of: ReturnType<typeof store>) =>
  of.getState().rows.flatMap((row) => (row.type === 'resource' ? row.resource.name : []));

it('holds its rows while the pointer is on them, and takes what came when it leaves', () => {
  const of = store();
  of.getState().take(live('b'));
  of.getState().setHovered(true);
  of.getState().take(live('a', 'b'));
  expect(names(of)).toEqual(['b']);
  expect(of.getState().waiting).toBe(1);
  of.getState().setHovered(false);
  expect(names(of)).toEqual(['a', 'b']);
  expect(of.getState().waiting).toBe(0);
});

it('answers a search at once, pointer or not', () => {
  const of = store();
  of.getState().take(live('web', 'db'));
  of.getState().setHovered(true);
  of.getState().narrow({ search: 'web' });
  expect(names(of)).toEqual(['web']);
});

it('shows a lock in the list as soon as the core has it, and says why when it has not', async () => {
  const lock = { resourceId: 'docker_container:vm:a', name: 'a', note: '', lockedBy: 'op', lockedAt: 1 };
  const of = store({ lock: () => Promise.resolve([lock]), unlock: () => Promise.reject(new Error('no')) });
  of.getState().take(live('a'));
  expect(await of.getState().lock(lock.resourceId, '')).toBeNull();
  expect(of.getState().rows.at(-1)).toMatchObject({ locked: true });
  expect(await of.getState().unlock(lock.resourceId)).toMatchObject({ message: 'no' });
  expect(of.getState().rows.at(-1)).toMatchObject({ locked: true });
});

it('keeps what it has when a read fails', async () => {
  const of = store({ list: () => Promise.reject(new Error('gone')) });
  of.getState().take(live('a'));
  await of.getState().load();
  expect(names(of)).toEqual(['a']);
  expect(of.getState().failure).toMatchObject({ message: 'gone' });
});

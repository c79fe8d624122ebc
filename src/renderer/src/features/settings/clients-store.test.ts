// Promise: rows stay where they are while one looks at them, and a key that was made is not kept.
import { expect, it } from 'vitest';
import type { Client } from '../../../../shared/model/client.ts';
import { createClientsStore, inPlace } from './clients-store.ts';

const client = (name: string, stored = false): Client => ({
  ...{
    name,
    stored,
    project: null,
    concurrency: null,
    ratePerMinute: null,
    mitigationsOff: [],
    learning: 'project' as const,
    questions: 'sparing' as const,
    note: '',
  },
  ...{
    keys: [],
    seenAt: 1,
    running: 0,
    waiting: 0,
    unanswered: 0,
    leftAloneUntil: null,
    requests: 1,
    version: stored ? 1 : 0,
  },
});
const names = (clients: readonly Client[]) => clients.map(({ name }) => name);

it('keeps the seen in their places, lets new ones follow, and puts stored ones first', () => {
  const before = [client('stored', true), client('b'), client('a')];
  const next = [client('stored', true), client('c'), client('a'), client('b')];
  expect(names(inPlace(before, next))).toEqual(['stored', 'b', 'a', 'c']);
  expect(names(inPlace(before, [client('a', true), client('stored', true), client('b')]))).toEqual([
    'a',
    'stored',
    'b',
  ]);
  expect(names(inPlace([], next))).toEqual(names(next));
});

it('hands a key on without keeping it, and says why there is none', async () => {
  let refuse = false;
  const store = createClientsStore(
    () =>
      ({
        list: async () => ({ keysRequired: false, keysRequiredBecause: null, clients: [client('a', true)] }),
        addKey: async () => {
          if (refuse) throw new Error('no');
          return { key: 'fk-secret', client: client('a', true) };
        },
      }) as unknown as ReturnType<Parameters<typeof createClientsStore>[0]>,
  );
  expect(await store.getState().addKey('a')).toEqual({ key: 'fk-secret', version: 1 });
  expect(JSON.stringify(store.getState())).not.toContain('fk-secret');
  refuse = true;
  expect(await store.getState().addKey('a')).toMatchObject({ message: 'no' });
});

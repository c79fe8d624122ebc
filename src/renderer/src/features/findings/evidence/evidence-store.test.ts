// Promise: documents are those of the newest question, a removed one leaves the list, and what fails is said where it is looked for.
import { expect, it } from 'vitest';
import { createEvidenceStore, isFailure } from './evidence-store.ts';

type Calls = ReturnType<Parameters<typeof createEvidenceStore>[0]>;

function desk() {
  const asked: object[] = [];
  const there = new Set([1, 2, 3]);
  const calls = {
    documents: async (input: object) => {
      asked.push(input);
      return { documents: [...there].map((id) => ({ id })), total: there.size };
    },
    document: async ({ id }: { id: number }) => {
      if (!there.has(id)) throw new Error(`There is no document ${String(id)}.`);
      return { id, title: 'one' };
    },
    imports: async () => [{ id: 'i' }],
    ecosystems: async () => ({ ecosystems: [{ ecosystem: 'npm' }], mirror: null }),
    refusals: async () => [{ origin: 'a.json', path: '/x', reason: 'no' }],
    remove: async ({ id }: { id: number }) => void there.delete(id),
    add: async ({ paths, urls }: { paths?: string[]; urls?: string[] }) => {
      if (urls) asked.push({ urls });
      else if (paths?.[0] !== '/srv') throw new Error('write it from /.');
    },
  } as unknown as Calls;
  return { store: createEvidenceStore(() => calls), asked };
}

it('reads documents with what narrows them, and imports beside them', async () => {
  const { store, asked } = desk();
  store.getState().narrow({ format: 'osv', search: ' curl ' });
  await store.getState().load();
  expect(asked.at(-1)).toEqual({ offset: 0, limit: 200, format: 'osv', search: 'curl' });
  expect(store.getState()).toMatchObject({
    ...{ total: 3, imports: [{ id: 'i' }], ecosystems: [{ ecosystem: 'npm' }] },
  });
});

it('takes a removed document off the list', async () => {
  const { store } = desk();
  expect(await store.getState().remove(2)).toBeNull();
  expect(store.getState().list?.map(({ id }) => id)).toEqual([1, 3]);
});

it('says of a document that is gone that it is, and of a path why not', async () => {
  const { store } = desk();
  await store.getState().know(1);
  await store.getState().know(9);
  expect(store.getState().known[1]).toMatchObject({ title: 'one' });
  expect(isFailure(store.getState().known[9])).toBe(true);
  expect(await store.getState().add('/srv')).toBeNull();
  expect((await store.getState().add('srv'))?.message).toBe('write it from /.');
});

it('has what is written as an address fetched, and not looked for on the disk', async () => {
  const { store, asked } = desk();
  expect(await store.getState().add('HTTPS://a.example/osv.zip')).toBeNull();
  expect(asked).toEqual([{ urls: ['HTTPS://a.example/osv.zip'] }]);
});

it('keeps refusals by their import', async () => {
  const { store } = desk();
  await store.getState().readRefusals('i');
  expect(store.getState().refusals.i).toEqual([{ origin: 'a.json', path: '/x', reason: 'no' }]);
});

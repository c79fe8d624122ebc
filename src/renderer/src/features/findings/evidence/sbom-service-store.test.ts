// Promise: a test of the service says what came of it or why not, once at a time, and what is shown of the service is read again after it.
import { expect, it } from 'vitest';
import { createSbomServiceStore } from './sbom-service-store.ts';

type Calls = ReturnType<Parameters<typeof createSbomServiceStore>[0]>;

function desk(answer: () => Promise<unknown>) {
  const asked: object[] = [];
  let reads = 0;
  const calls = {
    sbomService: async () => ({ address: 'https://sbom.example', fault: String(++reads) }),
    testSbomService: (input: object) => {
      asked.push(input);
      return answer();
    },
  } as unknown as Calls;
  return { store: createSbomServiceStore(() => calls), asked };
}

it('asks about what was written, or leaves it to the program, and reads the service again', async () => {
  const { store, asked } = desk(async () => ({ ok: true, lists: 1 }));
  await store.getState().load();
  await store.getState().ask(' web ');
  await store.getState().ask(' ');
  expect(asked).toEqual([{ artifact: 'web' }, {}]);
  expect(store.getState()).toMatchObject({ test: { ok: true, lists: 1 }, service: { fault: '3' } });
});

it('says why it could not be tested, and does not ask twice at a time', async () => {
  const held = Promise.withResolvers<never>();
  const { store, asked } = desk(() => held.promise);
  const first = store.getState().ask('');
  expect(store.getState().test).toBe('testing');
  await store.getState().ask('');
  expect(asked).toHaveLength(1);
  held.reject(new Error('no way'));
  await first;
  expect(store.getState().test).toMatchObject({ message: 'no way' });
});

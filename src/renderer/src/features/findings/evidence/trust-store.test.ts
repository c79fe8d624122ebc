// Promise: a key is accepted for each issuer that was named, and what the core refuses is said.
import { expect, it } from 'vitest';
import { createTrustStore } from './trust-store.ts';

const NOTHING = { issuers: [], keys: [] };

it('names each issuer between semicolons, and shows what is trusted then', async () => {
  const asked: unknown[] = [];
  const answer = { issuers: [{ name: 'beta', documents: 1 }], keys: [] };
  const store = createTrustStore(() => ({
    trust: async () => NOTHING,
    acceptKey: async (input) => {
      asked.push(input);
      return answer;
    },
    removeKey: async () => NOTHING,
  }));
  expect(await store.getState().accept({ pem: 'p', issuers: ' acme ;; ACME Inc. ', note: '' })).toBeNull();
  expect([asked, store.getState().trust]).toEqual([
    [{ pem: 'p', issuers: ['acme', 'ACME Inc.'], note: '' }],
    answer,
  ]);
  expect(await store.getState().remove('k')).toBeNull();
  expect(store.getState().trust).toEqual(NOTHING);
});

it('keeps what it shows where the core refuses', async () => {
  const refuse = async () => {
    throw new Error('no key');
  };
  const store = createTrustStore(() => ({
    trust: async () => NOTHING,
    acceptKey: refuse,
    removeKey: refuse,
  }));
  await store.getState().load();
  expect(await store.getState().accept({ pem: '', issuers: '', note: '' })).toMatchObject({
    message: expect.any(String),
  });
  expect(store.getState().trust).toEqual(NOTHING);
});

// Promise: of the signatures of bundles the first is kept for each list and key, and no more than the newest so many, on either database.
import { describe, expect, it } from 'vitest';
import { TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';
import { keepBundleSignature, readBundleSignature } from './bundle-signatures.ts';

describe.each(TEST_DIALECTS)('signatures of bundles on %s', (dialect) => {
  it('keep the first of a list and a key, and of many the newest', async () => {
    await using temp = await tempStore(dialect);
    const { store } = temp;
    const row = (n: number, envelope = `e${n}`) => ({ sumsSha256: `s${n}`, keyId: 'k', envelope, madeAt: n });
    const keep = (n: number, envelope?: string) =>
      store.write((writer) => keepBundleSignature(writer, row(n, envelope), 3));
    const kept = async () => {
      const all = await Promise.all([1, 2, 3, 4, 5].map((n) => readBundleSignature(store.reader, row(n))));
      return all.filter((envelope) => envelope !== undefined);
    };
    for (const n of [1, 2, 3]) expect(await keep(n)).toBe(`e${n}`);
    expect(await keep(2, 'another')).toBe('e2');
    expect(await kept()).toEqual(['e1', 'e2', 'e3']);
    await keep(4);
    expect(await kept()).toEqual(['e2', 'e3', 'e4']);
    // One whose clock goes wrong is answered all the same.
    expect(await keep(0)).toBe('e0');
    await keep(5);
    expect(await kept()).toEqual(['e3', 'e4', 'e5']);
  });
});

// Promise: what is stored of upstreams is changed by one operator at a time, under names of their own, and other processes learn of
// every change.
import { describe, expect, it } from 'vitest';
import { readPulse } from '../pulse.ts';
import { START, TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';
import {
  deleteUpstream,
  insertUpstream,
  readUpstreams,
  type UpstreamFields,
  updateUpstream,
} from './upstreams.ts';

const FIELDS: UpstreamFields = {
  ...{ url: 'http://10.0.0.2:11434', weight: 0.5, slots: null },
  ...{ headerNames: ['Authorization', 'X-Team'], sealedHeaders: 'v1.sealed' },
};

describe.each(TEST_DIALECTS)('upstreams on %s', (dialect) => {
  it('come back as they were stored, in the order in which they were added', async () => {
    await using temp = await tempStore(dialect);
    const { store } = temp;
    await store.write((writer) => insertUpstream(writer, 'z', FIELDS, START));
    const plain = { ...FIELDS, url: 'http://a', weight: 3, slots: 4, headerNames: [], sealedHeaders: null };
    await store.write((writer) => insertUpstream(writer, 'a', plain, START));
    expect(await readUpstreams(store.reader)).toEqual([
      { name: 'z', ...FIELDS, version: 1 },
      { name: 'a', ...plain, version: 1 },
    ]);
    await store.write((writer) => updateUpstream(writer, 'z', 1, plain, START + 1));
    expect((await readUpstreams(store.reader))[0]).toEqual({ name: 'z', ...plain, version: 2 });
  });

  it('are changed and removed by whoever saw them last, and never come twice', async () => {
    await using temp = await tempStore(dialect);
    const { store } = temp;
    const add = () => store.write((writer) => insertUpstream(writer, 'a', FIELDS, START));
    await add();
    await expect(add()).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const update = (version: number) =>
      store.write((writer) => updateUpstream(writer, 'a', version, FIELDS, START));
    await update(1);
    await expect(update(1)).rejects.toMatchObject({ code: 'STALE_VERSION', details: { version: 2 } });
    const remove = (version: number) => store.write((writer) => deleteUpstream(writer, 'a', version));
    await expect(remove(1)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await remove(2);
    await expect(remove(2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(update(0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await add();
    expect(await readUpstreams(store.reader)).toMatchObject([{ version: 1 }]);
  });

  it('raise their revision with every change, and with nothing else', async () => {
    await using temp = await tempStore(dialect);
    const { store } = temp;
    const revision = async () => (await readPulse(store.reader)).revisions.upstreams;
    const before = await revision();
    await store.write((writer) => insertUpstream(writer, 'a', FIELDS, START));
    await store.write((writer) => updateUpstream(writer, 'a', 1, FIELDS, START));
    await store.write((writer) => deleteUpstream(writer, 'a', 2));
    expect(await revision()).toBe(before + 3);
    await expect(store.write((writer) => deleteUpstream(writer, 'a', 1))).rejects.toThrow();
    expect(await revision()).toBe(before + 3);
  });
});

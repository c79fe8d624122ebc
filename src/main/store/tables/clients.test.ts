// Promise: what is stored about clients is changed by one operator at a time, a revoked key stays revoked whatever is
// done to its client, and other processes learn of every change.
import { describe, expect, it } from 'vitest';
import type { ClientPolicy } from '../../../shared/model/client.ts';
import { ChangeFeed } from '../change-feed.ts';
import { START, TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';
import {
  countLiveKeys,
  deleteClient,
  insertClientKey,
  readClientKeys,
  readClients,
  revokeClientKey,
  saveClient,
} from './clients.ts';

const POLICY: ClientPolicy = {
  project: 'lab',
  concurrency: 2,
  ratePerMinute: 60,
  mitigationsOff: ['break', 'cut'],
  learning: 'self',
  questions: 'never',
  note: 'the night shift',
};
const hash = (letter: string) => letter.repeat(64);
const key = (client: string, letter: string) => ({ client, keyHash: hash(letter), hint: `fk-${letter}` });

describe.each(TEST_DIALECTS)('clients on %s', (dialect) => {
  it('come back as they were stored', async () => {
    await using temp = await tempStore(dialect);
    const { store } = temp;
    await store.write((writer) => saveClient(writer, 'agent-7', POLICY, 0, START));
    expect(await readClients(store.reader)).toEqual([{ name: 'agent-7', ...POLICY, version: 1 }]);
    const free = { ...POLICY, project: null, concurrency: null, ratePerMinute: null, mitigationsOff: [] };
    await store.write((writer) => saveClient(writer, 'agent-7', free, 1, START));
    expect(await readClients(store.reader)).toEqual([{ name: 'agent-7', ...free, version: 2 }]);
  });

  it('are changed by one operator at a time', async () => {
    await using temp = await tempStore(dialect);
    const { store } = temp;
    const save = (expected: number) =>
      store.write((writer) => saveClient(writer, 'a', POLICY, expected, START));
    await save(0);
    await expect(save(0)).rejects.toMatchObject({ code: 'STALE_VERSION', details: { version: 1 } });
    await expect(save(2)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    const remove = (expected: number) => store.write((writer) => deleteClient(writer, 'a', expected, START));
    await expect(remove(7)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await remove(1);
    await expect(remove(1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(save(1)).rejects.toMatchObject({
      code: 'STALE_VERSION',
      message: expect.stringMatching(/removed/) as string,
    });
  });

  it('have keys that are revoked one by one, and all of them with their client', async () => {
    await using temp = await tempStore(dialect);
    const { store } = temp;
    const add = (client: string, letter: string) =>
      store.write((writer) => insertClientKey(writer, key(client, letter), START));
    const first = await add('a', '1');
    await add('a', '2');
    await add('b', '3');
    expect(await readClients(store.reader)).toMatchObject([
      { name: 'a', project: null, version: 1 },
      { name: 'b', concurrency: null, version: 1 },
    ]);
    expect(await countLiveKeys(store.reader)).toBe(3);
    const revoke = (id: number, at: number) => store.write((writer) => revokeClientKey(writer, id, at));
    expect(await revoke(first, START + 5)).toBe('a');
    expect(await revoke(first, START + 9), 'again').toBe('a');
    await expect(revoke(999, START)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await store.write((writer) => deleteClient(writer, 'a', 1, START + 7));
    expect(await countLiveKeys(store.reader)).toBe(1);
    expect((await readClientKeys(store.reader)).map(({ client, revokedAt }) => [client, revokedAt])).toEqual([
      ['b', null],
      ['a', START + 7],
      ['a', START + 5],
    ]);
  });

  it('are read again by another process after every change', async () => {
    await using temp = await tempStore(dialect);
    const { store, clock, log } = temp;
    const feed = new ChangeFeed({ store: await temp.again(), clock, log });
    let taken = 0;
    feed.onRevised('clients', async () => void taken++);
    await feed.start();
    const growth = async (change: () => Promise<unknown>) => {
      const before = taken;
      await change();
      await feed.look();
      return taken - before;
    };
    let id = 0;
    expect(await growth(() => store.write((writer) => saveClient(writer, 'a', POLICY, 0, START)))).toBe(1);
    expect(
      await growth(async () => {
        id = await store.write((writer) => insertClientKey(writer, key('a', '1'), START));
      }),
    ).toBe(1);
    expect(await growth(() => store.write((writer) => revokeClientKey(writer, id, START)))).toBe(1);
    expect(await growth(() => store.write((writer) => deleteClient(writer, 'a', 1, START)))).toBe(1);
    expect(await growth(async () => undefined)).toBe(0);
    await feed.close();
  });
});

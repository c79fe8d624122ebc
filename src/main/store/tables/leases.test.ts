// The promise: of any number of processes one holds a lease, and one that slept through its end can write nothing.
import { describe, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { START, TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';
import { acquireLease, holdLease, type Lease, LeaseLost, releaseLease, renewLease } from './leases.ts';

const TTL = 15_000;
const NAME = 'resolution';

const acquire = (store: Store, holder: string, ttlMs = TTL, now = START) =>
  store.write((writer) => acquireLease(writer, { name: NAME, holder, ttlMs, now }));

const held = (lease: Lease | undefined): Lease => {
  if (!lease) throw new Error('the lease was not given');
  return lease;
};

describe.each(TEST_DIALECTS)('a lease on %s', (dialect) => {
  it('goes to one of many who ask at once', async () => {
    await using temp = await tempStore(dialect);
    const stores = [temp.store, await temp.again(), await temp.again()];
    const given = await Promise.all(
      Array.from({ length: 12 }, (_, i) => acquire(stores[i % 3] as Store, `process ${i}`)),
    );
    expect(given.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  it('is nobody else’s while it lasts, and free at once when given back', async () => {
    await using temp = await tempStore(dialect);
    const first = held(await acquire(temp.store, 'first'));
    expect(await acquire(temp.store, 'second')).toBeUndefined();
    expect(await acquire(temp.store, 'first'), 'not twice by the same').toBeUndefined();
    await temp.store.write((writer) => releaseLease(writer, first));
    expect(await acquire(temp.store, 'second')).toMatchObject({ token: first.token + 1 });
  });

  it('fences a holder that wakes after its lease was taken: it can neither write, renew nor give back', async () => {
    await using temp = await tempStore(dialect);
    const other = await temp.again();
    // Over the moment it is given: the zombie sleeps from here on.
    const zombie = held(await acquire(temp.store, 'zombie', 0));
    const heir = held(await acquire(other, 'heir', TTL, START + 1));
    expect(heir.token).toBeGreaterThan(zombie.token);

    const write = temp.store.write(async (writer) => {
      await writer.db.insertInto('config').values({ key: 'written', value: '1', updated_at: 0 }).execute();
      await holdLease(writer, zombie);
    });
    await expect(write).rejects.toBeInstanceOf(LeaseLost);
    expect(
      await temp.store.reader.selectFrom('config').select('key').where('key', '=', 'written').execute(),
    ).toEqual([]);
    const renewed = await temp.store.write((writer) =>
      renewLease(writer, zombie, { ttlMs: TTL, now: START }),
    );
    expect(renewed).toBe(false);
    await temp.store.write((writer) => releaseLease(writer, zombie));
    expect(await acquire(temp.store, 'third'), 'the heir still holds it').toBeUndefined();
    await other.write((writer) => holdLease(writer, heir));
  });

  it('is renewed by its holder, even late, as long as nobody took it', async () => {
    await using temp = await tempStore(dialect);
    const lease = held(await acquire(temp.store, 'slow', 0));
    const late = { ttlMs: TTL, now: START + 60_000 };
    expect(await temp.store.write((writer) => renewLease(writer, lease, late))).toBe(true);
    expect(await acquire(temp.store, 'other', TTL, START + 60_001)).toBeUndefined();
  });

  it('cannot be taken over in the middle of a transaction that depends on it', async () => {
    await using temp = await tempStore(dialect);
    const other = await temp.again();
    const lease = held(await acquire(temp.store, 'writer', 0));
    const order: string[] = [];
    let heir: Promise<unknown> | undefined;
    await temp.store.write(async (writer) => {
      await holdLease(writer, lease);
      heir = acquire(other, 'heir', TTL, START + 1).then(() => order.push('taken over'));
      await writer.db.insertInto('config').values({ key: 'k', value: '1', updated_at: 0 }).execute();
      order.push('written');
    });
    await heir;
    expect(order).toEqual(['written', 'taken over']);
  });
});

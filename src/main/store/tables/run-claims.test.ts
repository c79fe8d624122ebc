// The promise: of any number of processes one performs a run, and one that slept through its claim can write nothing.
import { describe, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { START, TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';
import { insertRun, stopRunning } from './resolution-runs.ts';
import { holdRun, letRunGo, type RunClaim, RunOver, renewRun, takeUpRun } from './run-claims.ts';

const LATER = START + 60_000;

const begin = async (store: Store, runner: string): Promise<RunClaim> => {
  const run = { startedBy: 'console', actor: 'a', runner, at: START, maxItems: 9, due: null } as const;
  const claim = await store.write((writer) => insertRun(writer, run));
  if (!claim) throw new Error('the run did not begin');
  return claim;
};
const takeUp = (store: Store, runner: string, now = START) =>
  store.write((writer) => takeUpRun(writer, runner, now));
/** Time passes on either database. */
const lapse = (store: Store) =>
  store.write(({ db }) => db.updateTable('resolution_run').set({ claimed_until: 1 }).execute());
const note = (store: Store, claim: RunClaim) =>
  store.write(async (writer) => {
    await writer.db.insertInto('config').values({ key: 'written', value: '1', updated_at: 0 }).execute();
    await holdRun(writer, claim);
  });
const written = (store: Store) =>
  store.reader.selectFrom('config').select('key').where('key', '=', 'written').execute();

describe.each(TEST_DIALECTS)('the claim of a run on %s', (dialect) => {
  it('goes to one of many who ask at once', async () => {
    await using temp = await tempStore(dialect);
    const stores = [temp.store, await temp.again(), await temp.again()];
    await begin(temp.store, 'dead');
    await lapse(temp.store);
    const given = await Promise.all(
      Array.from({ length: 12 }, (_, i) => takeUp(stores[i % 3] as Store, `process ${i}`)),
    );
    expect(given.filter((claim) => claim !== undefined)).toHaveLength(1);
  });

  it('is nobody else’s while it lasts, and free at once when let go', async () => {
    await using temp = await tempStore(dialect);
    const first = await begin(temp.store, 'first');
    expect(await takeUp(temp.store, 'second')).toBeUndefined();
    expect(await takeUp(temp.store, 'first'), 'not twice by the same').toBeUndefined();
    await temp.store.write((writer) => letRunGo(writer, first));
    expect(await takeUp(temp.store, 'second')).toMatchObject({ claim: first.claim + 1 });
  });

  it('fences a runner that wakes after its run was taken up: it can neither write, renew nor let go', async () => {
    await using temp = await tempStore(dialect);
    const other = await temp.again();
    // The zombie's name is the heir's, as two hosts may be called the same.
    const zombie = await begin(temp.store, 'process');
    await lapse(temp.store);
    const heir = await takeUp(other, 'process');
    if (!heir) throw new Error('the run was not taken up');

    await expect(note(temp.store, zombie)).rejects.toBeInstanceOf(RunOver);
    expect(await written(temp.store)).toEqual([]);
    expect(await temp.store.write((writer) => renewRun(writer, zombie, START))).toBe(false);
    await temp.store.write((writer) => letRunGo(writer, zombie));
    expect(await takeUp(temp.store, 'third'), 'the heir still performs it').toBeUndefined();
    await note(other, heir);
  });

  it('is worth nothing to another process, though a restore brought its number back', async () => {
    await using temp = await tempStore(dialect);
    const claim = await begin(temp.store, 'process');
    await expect(note(temp.store, { ...claim, runner: 'another' })).rejects.toBeInstanceOf(RunOver);
  });

  it('ends with the run', async () => {
    await using temp = await tempStore(dialect);
    const claim = await begin(temp.store, 'process');
    await temp.store.write((writer) => stopRunning(writer, START, 'stopped'));
    await expect(note(temp.store, claim)).rejects.toBeInstanceOf(RunOver);
    expect(await temp.store.write((writer) => renewRun(writer, claim, START))).toBe(false);
    expect(await takeUp(temp.store, 'other', LATER)).toBeUndefined();
  });

  it('is renewed by its runner, even late, as long as nobody took it', async () => {
    await using temp = await tempStore(dialect);
    const claim = await begin(temp.store, 'slow');
    await lapse(temp.store);
    expect(await temp.store.write((writer) => renewRun(writer, claim, LATER))).toBe(true);
    expect(await takeUp(temp.store, 'other', LATER + 1)).toBeUndefined();
  });

  it('cannot be taken over in the middle of a transaction that depends on it', async () => {
    await using temp = await tempStore(dialect);
    const other = await temp.again();
    const claim = await begin(temp.store, 'writer');
    await lapse(temp.store);
    const order: string[] = [];
    let heir: Promise<unknown> | undefined;
    await temp.store.write(async (writer) => {
      await holdRun(writer, claim);
      heir = takeUp(other, 'heir', LATER).then(() => order.push('taken up'));
      await writer.db.insertInto('config').values({ key: 'k', value: '1', updated_at: 0 }).execute();
      order.push('written');
    });
    await heir;
    expect(order).toEqual(['written', 'taken up']);
  });
});

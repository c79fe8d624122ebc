// A connection that breaks while a write is being committed: never applied twice, never reported lost when it was not.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type NewEvent, verifyChain } from '../audit/chain.ts';
import { appendEvents } from '../audit/events.ts';
import { openStore, type Store } from '../store.ts';
import { UnknownOutcome } from '../store-errors.ts';
import { openTcpGate, type TcpGate } from '../testing/tcp-gate.ts';
import { dropDatabase, freshDatabase, ManualClock, MemoLog, START } from '../testing/temp-store.ts';

const event = (n: number): NewEvent => ({
  ...{ at: START, project: 'p', kind: 'fact.inserted', actor: 'test', edgeId: n, conflictId: null },
  payload: { n },
});

describe.skipIf('missing' in inject('postgres'))('a commit whose answer is lost', () => {
  let database: string;
  let gate: TcpGate;
  let store: Store;
  let direct: Store;
  const open = (url: string) => openStore({ url, clock: new ManualClock(), log: new MemoLog() });
  beforeAll(async () => {
    ({ database } = await freshDatabase('postgres', ''));
    direct = await open(database);
  });
  afterAll(async () => {
    await direct.close();
    await dropDatabase(database);
  });
  beforeEach(async () => {
    gate = await openTcpGate(Number(new URL(database).port));
    store = await open(gate.through(database));
  });
  afterEach(async () => {
    gate.open();
    await store.close();
    await gate[Symbol.asyncDispose]();
  });

  const events = async () => {
    const row = await direct.reader
      .selectFrom('graph_event')
      .select((eb) => eb.fn.max('id').as('n'))
      .executeTakeFirst();
    return Number(row?.n ?? 0);
  };
  const append = () => store.write((writer) => appendEvents(writer, [event(1)]));
  const setConfig = (key: string) =>
    store.write(async ({ db }) => {
      await db.insertInto('config').values({ key, value: '1', updated_at: 0 }).execute();
      return 'done';
    });
  const hasConfig = async (key: string) =>
    (await direct.reader.selectFrom('config').select('key').where('key', '=', key).execute()).length === 1;

  it('turns out to be committed, and the caller hears nothing of it', async () => {
    const before = await events();
    const broken = gate.breakNextCommit('answer lost');
    const head = await append();
    await broken;
    expect(head.id).toBe(before + 1);
    expect(await events()).toBe(before + 1);
    expect(await append()).toMatchObject({ id: before + 2 });
    expect(await verifyChain(direct.reader, 'memory')).toMatchObject({ ok: true });
  });

  it('turns out not to have arrived: the session that holds the lock is ended, and the caller may try again', async () => {
    const before = await events();
    void gate.breakNextCommit('never arrives');
    await expect(append()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
    expect(await events()).toBe(before);
    expect(await append()).toMatchObject({ id: before + 1 });
  });

  it('is settled by the transaction itself where it appends no event', async () => {
    void gate.breakNextCommit('answer lost');
    expect(await setConfig('lost-answer')).toBe('done');
    expect(await hasConfig('lost-answer')).toBe(true);
    void gate.breakNextCommit('never arrives');
    await expect(setConfig('never-arrived')).rejects.toMatchObject({ retryable: true });
    expect(await hasConfig('never-arrived')).toBe(false);
  });

  it('is said to be unknown while the server cannot be asked, and settled when it can', async () => {
    const before = await events();
    void gate.breakNextCommit('answer lost').then(() => gate.refuse());
    const error = await append().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retryable: true, details: { outcome: 'unknown' } });
    gate.open();
    expect(await (error as UnknownOutcome).settled).toBe('committed');
    expect(await events()).toBe(before + 1);
  });

  it('is not waited for when the store closes', async () => {
    void gate.breakNextCommit('answer lost').then(() => gate.refuse());
    const error = await append().catch((thrown: unknown) => thrown);
    await store.close();
    expect(await (error as UnknownOutcome).settled).toBe('unknown');
  });
});

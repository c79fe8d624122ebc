import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../testing/temp-store.ts';
import { canonicalJson, type Json } from './canonical-json.ts';
import { type NewEvent, verifyChain } from './chain.ts';
import { appendEvents, GENESIS_HEAD, readChainHead, readTouched } from './events.ts';

const event = (n: number): NewEvent => ({
  ...{
    at: 1000 + n,
    project: 'default',
    kind: 'fact.inserted',
    actor: 'gutask',
    edgeId: n,
    conflictId: null,
  },
  payload: { n, text: `Æ "quoted" ${n}`, nested: { b: [1, 2.5, null], a: true } },
});

describe('canonicalJson', () => {
  it('says the same as JSON, with keys in one order', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(canonicalJson({ b: 1, a: { d: [true], c: null } })).toBe('{"a":{"c":null,"d":[true]},"b":1}');
    expect(canonicalJson({ a: { c: null, d: [true] }, b: 1 })).toBe('{"a":{"c":null,"d":[true]},"b":1}');
  });

  it('refuses what JSON cannot say', () => {
    expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
  });
});

describe.each(TEST_DIALECTS)('the event chain on %s', (dialect) => {
  let temp: TempStore;
  beforeEach(async () => {
    temp = await tempStore(dialect);
    await temp.store.write((writer) => appendEvents(writer, [1, 2, 3].map(event)));
    await temp.store.write((writer) => appendEvents(writer, [4, 5, 6].map(event)));
  });
  afterEach(() => temp[Symbol.asyncDispose]());

  /** Changes the table behind the program's back, guards removed. */
  const tamper = (...statements: string[]) =>
    temp.store.write(async ({ db }) => {
      const guards =
        dialect === 'sqlite'
          ? ['drop trigger graph_event_no_update', 'drop trigger graph_event_no_delete']
          : ['alter table graph_event disable trigger graph_event_append_only'];
      for (const statement of [...guards, ...statements]) await sql.raw(statement).execute(db);
    });

  it('verifies as written, over more than one transaction', async () => {
    expect(await verifyChain(temp.store.reader, 'memory')).toEqual({ ok: true, events: 12 });
  });

  it.each([
    ['a changed payload', `update graph_event set payload = replace(payload, 'Æ', 'E') where id = 9`, 9],
    ['a changed actor', `update graph_event set actor = 'operator' where id = 8`, 8],
    ['a changed time', 'update graph_event set at = at + 1 where id = 12', 12],
    ['a changed edge', 'update graph_event set edge_id = 77 where id = 7', 7],
    ['a missing event', 'delete from graph_event where id = 10', 11],
    [
      'an event that lost its link',
      `update graph_event set prev_hash = '${'0'.repeat(64)}' where id = 10`,
      10,
    ],
  ])('breaks at %s', async (_name, statement, brokenAt) => {
    await tamper(statement);
    expect(await verifyChain(temp.store.reader, 'memory')).toMatchObject({ ok: false, brokenAt });
  });

  it('breaks where two events were exchanged, hashes and all', async () => {
    await tamper(
      'update graph_event set id = 100 where id = 8',
      'update graph_event set id = 8 where id = 9',
      'update graph_event set id = 9 where id = 100',
    );
    expect(await verifyChain(temp.store.reader, 'memory')).toMatchObject({ ok: false, brokenAt: 8 });
  });

  it('goes on without a gap after a transaction that failed', async () => {
    const doomed = temp.store.write(async (writer) => {
      await appendEvents(writer, [event(7)]);
      throw new Error('no');
    });
    await expect(doomed).rejects.toThrow('no');
    await temp.store.write((writer) => appendEvents(writer, [event(8)]));
    expect((await readChainHead(temp.store.reader)).id).toBe(13);
    expect(await verifyChain(temp.store.reader, 'memory')).toEqual({ ok: true, events: 13 });
  });

  it('tells which edges changed since an event', async () => {
    const { reader } = temp.store;
    const at = async (id: number) => ({
      ...(await reader
        .selectFrom('graph_event')
        .select(['id', 'hash', 'at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()),
      memory: 0,
    });
    expect(await readTouched(reader, await at(9))).toMatchObject({
      head: await at(12),
      ...{ edgeIds: [4, 5, 6], conflictIds: [], opened: 0, more: false },
    });
    expect(await readTouched(reader, await at(12))).toMatchObject({ head: await at(12), edgeIds: [] });
    expect((await readTouched(reader, GENESIS_HEAD))?.edgeIds).toHaveLength(6);
  });

  it('tells when the chain is another one than the one that was followed', async () => {
    const { reader } = temp.store;
    const other = { at: 0, memory: 0 };
    expect(await readTouched(reader, { ...other, id: 12, hash: 'of another chain' })).toBeNull();
    expect(await readTouched(reader, { ...other, id: 13, hash: 'cut off' })).toBeNull();
    expect(await readTouched(reader, { ...GENESIS_HEAD, memory: 1 })).toBeNull();
  });
});

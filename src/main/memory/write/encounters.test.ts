import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { fact, type TempMemory, tempMemory, told } from '../testing/temp-memory.ts';

describe.each(TEST_DIALECTS)('counting on %s', (dialect) => {
  let t: TempMemory;
  beforeEach(async () => {
    t = await tempMemory(dialect);
  });
  afterEach(() => t[Symbol.asyncDispose]());

  const stored = (token: string) =>
    t.store.reader
      .selectFrom('soas')
      .select(['encounter_count as count', 'last_seen as lastSeen', 'saliency'])
      .where('token', '=', token)
      .executeTakeFirst();
  const held = (token: string) => t.graph.concept(t.graph.conceptId(token) ?? 0);
  const met = (...tokens: [string, number][]) => new Map(tokens);

  describe('encounters', () => {
    it('count known words in memory at once and in the table with the next flush, half a minute later', async () => {
      t.memory.encounter(met(['server', 3]), START + 10);
      t.memory.encounter(met(['server', 2]), START + 5);
      expect(held('server')).toMatchObject({ encounterCount: 5, lastSeen: START + 10 });
      expect(await stored('server')).toMatchObject({ count: 0 });
      t.temp.clock.advance(29_999);
      await t.memory.idle();
      expect(await stored('server')).toMatchObject({ count: 0 });
      t.temp.clock.advance(1);
      await expect.poll(() => stored('server')).toMatchObject({ count: 5, lastSeen: START + 10 });
      t.memory.encounter(met(['server', 1]), START + 10);
      // The next flush is set when the one before is over.
      await expect
        .poll(async () => {
          t.temp.clock.advance(30_000);
          return stored('server');
        })
        .toMatchObject({ count: 6 });
    });

    it('give a new word its id from the database, with the count it came with (Test A)', async () => {
      t.memory.encounter(met(['gnommoweb', 2], ['fastapi', 1]), START);
      t.memory.encounter(met(['gnommoweb', 1]), START + 1);
      await t.memory.idle();
      expect(held('gnommoweb')).toMatchObject({ encounterCount: 3, common: false, novelty: 0 });
      await t.memory.flush();
      const row = await stored('gnommoweb');
      expect(row).toMatchObject({ count: 3, lastSeen: START + 1 });
      expect(row?.saliency).toBeCloseTo(Math.log(3), 12);
      expect(t.graph.hasFacts('default', t.graph.conceptId('gnommoweb') ?? 0)).toBe(false);
    });

    it('lose none where words come in while others are being stored and facts bring them in too', async () => {
      const words = Array.from({ length: 5000 }, (_, i) => `word-${i}`);
      for (let round = 0; round < 4; round++) {
        t.memory.encounter(new Map(words.map((word) => [word, 1])), START + round);
        void t.memory.tell('p', [fact(`word-${round} isa word-${round + 10}`)], told());
        await new Promise((resolve) => setImmediate(resolve));
      }
      await t.memory.idle();
      await t.memory.flush();
      const counts = await t.store.reader
        .selectFrom('soas')
        .select('encounter_count')
        .where('token', 'like', 'word-%')
        .execute();
      expect(counts).toHaveLength(5000);
      expect(new Set(counts.map((row) => row.encounter_count))).toEqual(new Set([4]));
      expect(words.every((word) => held(word)?.encounterCount === 4)).toBe(true);
      expect(await t.memory.verify()).toMatchObject({ ok: true });
    });

    it('add to what another process counted', async () => {
      const other = await t.another();
      other.memory.encounter(met(['shared-word', 3]), START);
      await other.memory.idle();
      t.memory.encounter(met(['shared-word', 4]), START + 1);
      await t.memory.idle();
      expect(held('shared-word')).toMatchObject({ encounterCount: 7 });
      expect(await stored('shared-word')).toMatchObject({ count: 7 });
    });

    it('of several processes add up, in the table at once and in memory when they are written', async () => {
      const other = await t.another();
      t.memory.encounter(met(['server', 5]), START);
      other.memory.encounter(met(['server', 2]), START + 3);
      await t.memory.flush();
      await other.memory.flush();
      expect(await stored('server')).toMatchObject({ count: 7, lastSeen: START + 3 });
      expect(other.graph.concept(other.graph.conceptId('server') ?? 0)?.encounterCount).toBe(7);
      t.memory.encounter(met(['server', 1]), START + 4);
      await t.memory.flush();
      expect(held('server')).toMatchObject({ encounterCount: 8, lastSeen: START + 4 });
      await t.memory.flush();
      expect(await stored('server')).toMatchObject({ count: 8 });
    });

    it('ignore what cannot be a token', async () => {
      const before = t.graph.conceptCount;
      t.memory.encounter(met(['', 1], ['x'.repeat(201), 1], ['a\ud800', 1]), START);
      await t.memory.idle();
      expect(t.graph.conceptCount).toBe(before);
    });

    it('are written on closing', async () => {
      t.memory.encounter(met(['server', 1], ['last-word', 1]), START);
      await t.memory.close();
      expect(await stored('server')).toMatchObject({ count: 1 });
      expect(await stored('last-word')).toMatchObject({ count: 1 });
    });

    it('keep their counts while the database cannot be written, and write them when it can', async () => {
      await t.store.write(({ db }) =>
        db.schema.alterTable('soas').renameColumn('last_seen', 'hidden').execute(),
      );
      t.memory.encounter(met(['server', 2], ['brand-new', 1]), START);
      await expect(t.memory.flush()).rejects.toThrow();
      t.memory.encounter(met(['server', 1]), START);
      await t.store.write(({ db }) =>
        db.schema.alterTable('soas').renameColumn('hidden', 'last_seen').execute(),
      );
      await t.memory.flush();
      expect(await stored('server')).toMatchObject({ count: 3 });
      expect(await stored('brand-new')).toMatchObject({ count: 1 });
    });
  });

  describe('the log of injections', () => {
    const injection = (n: number) => ({
      ...{
        requestId: `r${n}`,
        at: START + n,
        project: 'default',
        conversation: 'c',
        client: null,
        position: 'system_prepend',
      },
      ...{ concepts: ['gnommoweb'], edgeIds: [7, n], bytes: 120, prefixBytes: 4000 },
    });
    const logged = () =>
      t.store.reader.selectFrom('injection').select(['request_id', 'edge_ids']).orderBy('id').execute();

    it('is written in the background, in order, and on closing', async () => {
      t.memory.logInjection(injection(1));
      t.memory.logInjection(injection(2));
      expect(await logged()).toEqual([]);
      await t.memory.flush();
      expect(await logged()).toEqual([
        { request_id: 'r1', edge_ids: '[7,1]' },
        { request_id: 'r2', edge_ids: '[7,2]' },
      ]);
      t.memory.logInjection(injection(3));
      await t.memory.close();
      expect(await logged()).toHaveLength(3);
    });

    it('forgets what is older than a month', async () => {
      t.memory.logInjection(injection(1));
      await t.memory.flush();
      t.temp.clock.advance(31 * 86_400_000);
      t.memory.logInjection({ ...injection(2), at: t.temp.clock.now() });
      await t.memory.flush();
      expect((await logged()).map((row) => row.request_id)).toEqual(['r2']);
    });
  });
});

// Promise (memory D25): the bound holds whatever comes in while words are being stored and counted; vocabulary.int.test.ts shows it of a whole core.
import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { tempMemory } from '../testing/temp-memory.ts';

const MAX = 1000;
const SLACK = 500;

const madeUp = (round: number) =>
  new Map(Array.from({ length: 900 }, (_, n) => [`made-up-${round}-${n}`, 1] as const));

it.each(TEST_DIALECTS)(
  'on %s what comes in while words are being stored, or are counted for the first time, finds no more room than there is',
  async (dialect) => {
    await using t = await tempMemory(dialect, {
      settings: () => ({ ...DEFAULT_SETTINGS, vocabulary_max_words: MAX }),
    });
    const before = t.graph.conceptCount;
    for (let round = 0; round < 12; round++) {
      t.memory.encounter(madeUp(round), START);
      // Far enough for the batch to be on its way to the table, and a little further each time.
      for (let step = 0; step < 5 + 10 * round; step++) await null;
      if (round > 6) await new Promise((resolve) => setImmediate(resolve));
      expect(t.graph.conceptCount - before).toBeLessThanOrEqual(MAX + SLACK);
    }
    await t.memory.idle();
    expect(t.graph.conceptCount - before).toBeLessThanOrEqual(MAX + SLACK);
    const { count } = await t.store.reader
      .selectFrom('soas')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('token', 'like', 'made-up-%')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(count)).toBeLessThanOrEqual(MAX + SLACK);
  },
);

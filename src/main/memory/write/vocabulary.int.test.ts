// Promise (memory D25): whatever is made up in prompts, the vocabulary stays within `vocabulary_max_words` and a little beyond, in
// the tables and in every process, while facts stay, prompts are answered and other processes go on.
import { describe, expect, it } from 'vitest';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import { writeConfig } from '../../store/tables/config.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';

const MAX = 1000;
const SLACK = 500;

/** Made-up words, none of them twice. */
const madeUp = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `zq${letters(from + i)}ix`).join(' ');
const letters = (n: number): string =>
  (n < 20 ? '' : letters(Math.floor(n / 20))) + 'bcdfghjklmnprstvwxyz'[n % 20];

const bound = (temp: TempStore) =>
  temp.store.write((writer) => writeConfig(writer, 'vocabulary_max_words', String(MAX), 1));
const user = (content: string) => ({ role: 'user', content });
const words = async (road: TestCore) => {
  const { body } = await road.operator('/metrics');
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(String(body))?.[1] ?? 'NaN');
  return {
    concepts: read('festinger_concepts'),
    forgotten: read('festinger_words_forgotten_total'),
    dropped: read('festinger_words_dropped_total'),
  };
};

describe.each(TEST_DIALECTS)('the vocabulary on %s', (dialect) => {
  it('is bounded, keeps what is known, and answers meanwhile', { timeout: 60_000 }, async () => {
    await using temp = await tempStore(dialect);
    await bound(temp);
    await using road = await startTestCore({ database: temp.database });
    const before = (await words(road)).concepts;
    await road.tell('gnommoweb -isa repo', 'zqkeptix -isa container');
    await road.chat([user('zqoftenix zqoftenix zqoftenix is here, and zqoftenix is there.')]);
    // It is looked at every ten seconds at most: made-up words keep coming until it has been.
    for (let round = 0, forgotten = 0; round < 12 || forgotten === 0; round++) {
      await road.chat([user(`Round ${round}. ${madeUp(8000 + round * 1000, 1000)}`)]);
      await road.core.settle();
      const now = await words(road);
      expect(now.concepts - before).toBeLessThanOrEqual(MAX + SLACK + 10);
      expect((await road.call('/healthz')).status).toBe(200);
      forgotten = now.forgotten;
    }
    expect((await words(road)).dropped).toBeGreaterThan(0);
    const rows = await temp.store.reader
      .selectFrom('soas')
      .select('token')
      .where('token', 'like', 'zq%')
      .execute();
    expect(rows.length).toBeLessThanOrEqual(MAX + SLACK + 10);
    // The least used went first; facts and what was said often stayed.
    expect(rows.map(({ token }) => token)).toEqual(expect.arrayContaining(['zqkeptix', 'zqoftenix']));
    expect((await road.call('/recall?concept=zqkeptix')).body).toMatchObject({ data: { known: true } });
    // T35 still holds for a name that nobody ever heard.
    await road.chat([user('Note that zqfreshix is a repo of Glitch University.')]);
    await road.core.settle();
    const [head] = await road.chat([user('Where does zqfreshix live?')]);
    expect(head?.content).toContain('zqfreshix: [glitch_university] repo');
  });

  // One Festinger has a SQLite file.
  it.runIf(dialect === 'postgres')(
    'a word that was forgotten is met again under another id, also by a process that did not see it go',
    async () => {
      await using temp = await tempStore(dialect);
      await bound(temp);
      await using a = await startTestCore({ database: temp.database });
      await using b = await startTestCore({ database: temp.database });
      await a.chat([user(`First zqfirstix. ${madeUp(8000, 900)}`)]);
      await a.core.settle();
      const idOf = async (token: string) =>
        (
          await temp.store.reader
            .selectFrom('soas')
            .select('id')
            .where('token', '=', token)
            .executeTakeFirst()
        )?.id;
      const old = await idOf('zqfirstix');
      expect(old).toBeDefined();
      await expect
        .poll(() => words(b).then(({ concepts }) => concepts), { timeout: 10_000 })
        .toBe((await words(a)).concepts);
      for (const round of [1, 2]) {
        await a.chat([user(`Twice ${madeUp(100_000, 450)} and once more: ${madeUp(100_000, 450)} ${round}`)]);
        await a.core.settle();
      }
      await expect.poll(() => idOf('zqfirstix'), { timeout: 30_000 }).toBeUndefined();
      // b still held it, or not: it writes a fact about it, and everybody agrees on it.
      await b.tell('zqfirstix -isa repo');
      const now = await idOf('zqfirstix');
      expect(now).not.toBe(old);
      for (const road of [a, b]) {
        await expect
          .poll(async () => (await road.call('/recall?concept=zqfirstix')).body, { timeout: 10_000 })
          .toMatchObject({ data: { known: true } });
        const [head] = await road.chat([user('What about zqfirstix?')]);
        expect(head?.content).toContain('zqfirstix: [type] repo');
      }
    },
  );
});

// Promises: only words that nothing names are forgotten, those met on one day and least used first; ids never come back.
import { describe, expect, it } from 'vitest';
import { readChainHead } from '../audit/events.ts';
import { isSameMemory } from '../pulse.ts';
import { START, TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';
import { claimQuestion } from './concept-questions.ts';
import { addEncounters, ensureConcepts, recordFirstEncounters } from './concepts.ts';
import { countForgettable, forgetWords } from './forget-words.ts';

const DAY = 86_400_000;

describe.each(TEST_DIALECTS)('forgetting words on %s', (dialect) => {
  it('takes those that are nothing but counted, in order', async () => {
    await using temp = await tempStore(dialect);
    const { store } = temp;
    const met = (token: string, times: number, at = START) => ({ token, times, at });
    const rows = await store.write((writer) =>
      recordFirstEncounters(writer, [
        ...[
          met('zqoften', 9),
          met('zqonce', 1),
          met('zqold', 1, START - DAY),
          met('zqagain', 1),
          met('zqasked', 1),
        ],
        ...[met('zqfact', 1), met('zqparent', 1)],
      ]),
    );
    const id = (token: string) => rows.find((row) => row.token === token)?.id ?? 0;
    await store.write(async (writer) => {
      await addEncounters(writer, [
        { id: id('zqagain'), times: 1, lastSeen: START + DAY },
        { id: id('zqoften'), times: 1, lastSeen: START + 1000 },
      ]);
      await claimQuestion(writer, { project: 'default', concept: id('zqasked'), at: START, notSince: 0 });
      const [dim] = await ensureConcepts(writer, ['type']);
      const edge = { project: 'default', id: id('zqfact'), parent_id: id('zqparent'), dim_id: dim?.id ?? 0 };
      await writer.db
        .insertInto('urd')
        .values({
          ...edge,
          is_isa: true,
          confidence: 1,
          last_confirmed: 1,
          source: 'inferred',
          valid_from: 1,
        })
        .execute();
    });
    expect(await countForgettable(store.reader)).toEqual({ total: 4, once: 3 });
    const head = await readChainHead(store.reader);
    const gone: string[] = [];
    for (let n = 0; n < 5; n++) {
      const before = await left();
      await store.write((writer) => forgetWords(writer, 1));
      const after = await left();
      gone.push(...before.filter((token) => !after.includes(token)));
    }
    expect(gone).toEqual(['zqold', 'zqonce', 'zqoften', 'zqagain']);
    expect(await left()).toEqual(['zqasked', 'zqfact', 'zqparent']);
    const { memory } = await readChainHead(store.reader);
    expect(memory).toBe(head.memory + 4);
    expect(isSameMemory(memory, head.memory)).toBe(true);
    const [again] = await store.write((writer) => ensureConcepts(writer, ['zqagain']));
    expect(again?.id).toBeGreaterThan(Math.max(...rows.map((row) => row.id)));

    async function left() {
      const found = await store.reader
        .selectFrom('soas')
        .select('token')
        .where('token', 'like', 'zq%')
        .execute();
      return found.map(({ token }) => token).sort();
    }
  });
});

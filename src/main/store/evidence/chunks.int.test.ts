// Promises of the full-text index: either database counts and finds the same first pieces, however common a word is and wherever reading may end; a database whose
// index was made before parts were is read like any other.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChunks } from '../migrations/0020-chunks.ts';
import { BACK_TO_0034 } from '../testing/back-to-0034.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../testing/temp-store.ts';
import { type ChunkRow, countChunks, countWords, insertChunks, readWithAll } from './chunks.ts';

const PIECES = 640;
/** Spread over 52 bits, the same every time; some in every part of the index. */
const idOf = (n: number): number => (((n * 2_654_435_761) % 4_294_967_296) + 1) * 2 ** 20 - (n % 997);
/** The word of a number stands in every piece whose number it divides; `w000001` in all. */
const wordOf = (n: number): string => `w${String(n).padStart(6, '0')}`;
const DIVISORS = [1, 2, 3, 5, 7, 50, 211, 641];

const rows = Array.from({ length: PIECES }, (_, n): ChunkRow => {
  const words = n % 100 === 99 ? [] : DIVISORS.filter((divisor) => n % divisor === 0).map(wordOf);
  return {
    ...{ id: idOf(n), source_id: `made:${n}`, kind: 'range', source_url: null, text: `Piece ${n}.` },
    ...{ text_hash: '0'.repeat(64), words: words.sort().join(' '), embedder: null, vector: null, keys: [] },
  };
});
const having = (words: readonly string[]): number[] =>
  rows
    .filter((row) => words.every((word) => row.words.split(' ').includes(word)))
    .map(({ id }) => id)
    .sort((a, b) => a - b);

async function keepPieces({ store, clock }: TempStore): Promise<void> {
  await store.write(async (writer) => {
    const { id } = await writer.db
      .insertInto('evidence_document')
      .values({
        ...{ project: 'default', format: 'osv', key: 'made', version: '1', title: 'Made', issuer: 'Test' },
        ...{ origin: 'test', sha256: '0'.repeat(64), bytes: 1, first_seen: clock.now(), current: 1 },
        ...{ last_seen: clock.now(), notes: '[]' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertChunks(
      writer,
      rows.map((row) => ({ ...row, document: Number(id), project: 'default' })),
    );
  });
}

const GROUPS = [[1], [2], [211], [641], [2, 3], [1, 2, 3], [2, 3, 5, 7], [7, 50], [50, 211]].map((divisors) =>
  divisors.map(wordOf),
);

async function expectTheFirst({ store }: TempStore): Promise<void> {
  for (const most of [1, 30, 200, 5000]) {
    const found = await readWithAll(
      store,
      GROUPS.map((words) => ({ words, most })),
    );
    expect(found).toEqual(GROUPS.map((words) => having(words).slice(0, most)));
    const counts = await countWords(store, DIVISORS.map(wordOf), most);
    expect(counts).toEqual(DIVISORS.map((divisor) => Math.min(most, having([wordOf(divisor)]).length)));
  }
}

describe.each(TEST_DIALECTS)('the words of pieces in %s', (dialect) => {
  let temp: TempStore;
  beforeEach(async () => {
    temp = await tempStore(dialect);
    await keepPieces(temp);
  });
  afterEach(() => temp[Symbol.asyncDispose]());

  it('are counted as far as asked, and found from the first id on', async () => {
    expect(new Set(rows.map(({ id }) => Math.floor(id / 2 ** 49))).size).toBe(8);
    await expectTheFirst(temp);
  });

  it('are of about so many pieces as there are, where those are not counted', async () => {
    expect(await countChunks(temp.store.reader, 'default', PIECES + 1)).toBe(PIECES);
    const reckoned = await countChunks(temp.store.reader, 'default', 200);
    expect(Math.abs(reckoned - PIECES)).toBeLessThan(PIECES / 5);
    expect(await countChunks(temp.store.reader, 'nobody', 200)).toBe(0);
  });

  it.runIf(dialect === 'postgres')(
    'are found in a database that was indexed before there were parts',
    async () => {
      const undone = `drop table evidence_vector; drop function evidence_chunks_counted; drop function evidence_chunks_with;
      drop table evidence_chunk_words; drop table evidence_chunk_key; drop table evidence_chunk;
      drop function evidence_chunk_indexed; drop function evidence_chunk_forgotten; drop function evidence_chunk_emptied;
      alter table evidence_import drop column claimed_until; drop index finding_waiting;
      drop table advisory_ai_outputs; drop table brief_model_pin; drop table signing_key; drop table bundle_signature; drop table dimension_question; drop table alert; drop table alert_silence; drop table resource_expectation; drop table read_sentence; drop table reading; drop index execution_resource;
      alter table urd drop column is_guess, drop column until; alter table urd_history drop column until;
      delete from kysely_migration where name >= '0021'; delete from evidence_document`;
      for (const statement of [...BACK_TO_0034, ...undone.split(';')])
        await temp.store.write(({ db }) => sql.raw(statement).execute(db));
      await temp.store.write(({ db }) => createChunks(db as never, 'postgres'));
      await keepPieces(temp);
      const store = await temp.again();
      await expectTheFirst({ ...temp, store });
    },
  );
});

// Promises of searching: what stands under an id or a package is always there and first; either database, and any order of import, gives one order; a project's
// evidence is found by that project alone; a database that rows were moved into finds what the one before it found.
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { madeAdvisory, madeId, madeQuestion } from '../../../../bench/advisory/varied-advisories.ts';
import { moveDatabase } from '../../store/backup/move-database.ts';
import type { DatabaseAddress } from '../../store/bulk/snapshot.ts';
import { keepDocuments, removeDocuments } from '../../store/evidence/documents.ts';
import { openStore } from '../../store/store.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { rowsOf } from '../evidence/rows.ts';
import { readDocument } from '../formats/read-document.ts';
import { HASHED } from './embed.ts';
import { buildPack, packText } from './pack.ts';
import { type SearchAsked, searchEvidence } from './search.ts';
import { packParts } from './testing/pack-parts.ts';

const PROJECT = 'default';
const NUMBERS = Array.from({ length: 60 }, (_, n) => n);
const shuffled = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => ((a * 37) % 61) - ((b * 37) % 61) || a - b);

async function keep(temp: TempStore, project: string, texts: readonly string[]): Promise<void> {
  const documents = await Promise.all(
    texts.map(async (text) => {
      const read = await readDocument(Buffer.from(text));
      if (!read.ok) throw new Error(`${read.path} ${read.reason}`);
      return rowsOf(project, 'test', read);
    }),
  );
  await temp.store.write((writer) => keepDocuments(writer, documents, temp.clock.now()));
}

const found = async (temp: TempStore, asked: Partial<SearchAsked>) =>
  (await searchEvidence(temp.store, { project: PROJECT, limit: 20, ...asked })).chunks;
const names = async (temp: TempStore, asked: Partial<SearchAsked>) =>
  (await found(temp, asked)).map(({ sourceId }) => sourceId);

const QUESTIONS = [
  ...NUMBERS.slice(0, 12).map(madeQuestion),
  'overflow',
  'Prüfung der 证书 log4j-core 2.14.1',
  '\'); drop table evidence_chunk; -- " AND * OR NEAR(',
  '',
];

/** The bytes of a pack of what is found. */
async function packOf(temp: TempStore): Promise<string> {
  const chunks = await found(temp, { text: madeQuestion(8), ids: [madeId(8)] });
  return packText(buildPack({ ...packParts(), ids: [madeId(8)], chunks }));
}

describe('the same evidence', () => {
  const open: TempStore[] = [];
  afterEach(async () => {
    for (const temp of open.splice(0)) await temp[Symbol.asyncDispose]();
  });

  it('gives the same order and the same pack in either database and after any import', async () => {
    for (const dialect of [...TEST_DIALECTS, ...TEST_DIALECTS]) open.push(await tempStore(dialect));
    for (const [n, temp] of open.entries())
      for (const number of n < TEST_DIALECTS.length ? NUMBERS : shuffled(NUMBERS))
        await keep(temp, PROJECT, [madeAdvisory(number)]);
    const [first, ...others] = await Promise.all(
      open.map((temp) => Promise.all(QUESTIONS.map((text) => names(temp, { text, ids: [madeId(7)] })))),
    );
    expect(first?.slice(0, 12).every((list) => list.length === 20)).toBe(true);
    for (const other of others) expect(other).toEqual(first);
    const [pack, ...packs] = await Promise.all(open.map(packOf));
    expect(pack?.length).toBeGreaterThan(2000);
    for (const other of packs) expect(other).toBe(pack);
  });
});

describe.each(TEST_DIALECTS)('evidence in %s', (dialect) => {
  let temp: TempStore;
  beforeEach(async () => {
    temp = await tempStore(dialect);
  });
  afterEach(() => temp[Symbol.asyncDispose]());

  it('under an id comes first, whole, however much else has the words asked for', async () => {
    await keep(temp, PROJECT, NUMBERS.map(madeAdvisory));
    const chunks = await found(temp, { ids: [madeId(3)], text: madeQuestion(4), limit: 1 });
    expect(chunks.map(({ exact, kind }) => [exact, kind])).toEqual([
      ['id', expect.any(String)],
      ['id', expect.any(String)],
    ]);
    expect(chunks.map(({ kind }) => kind).sort()).toEqual(['advisory', 'range']);
    const more = await found(temp, { ids: [madeId(3)], text: madeQuestion(4), limit: 10 });
    expect(more.map(({ exact, rank }) => [exact, rank])).toEqual(
      Array.from({ length: 10 }, (_, n) => [n < 2 ? 'id' : null, n + 1]),
    );
  });

  it('is found by a package, by its words, and by the parts of its name', async () => {
    await keep(temp, PROJECT, [
      ...NUMBERS.map(madeAdvisory),
      JSON.stringify({
        ...{
          id: 'GHSA-jfh8-c2jp-5v3q',
          modified: '2024-01-01T00:00:00Z',
          summary: 'JNDI lookups of log messages',
        },
        affected: [{ package: { ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core' } }],
      }),
    ]);
    const key = 'maven/org.apache.logging.log4j/log4j-core';
    expect((await found(temp, { packages: [key] })).map(({ exact }) => exact)).toEqual([
      'package',
      'package',
    ]);
    for (const text of ['jndi lookups', 'log4j_core', 'Log4j', 'GHSA-jfh8-c2jp-5v3q'])
      expect((await names(temp, { text }))[0], text).toMatch(/^osv:GHSA-jfh8-c2jp-5v3q#/);
  });

  it('says where it is from: document, digest of the bytes, issuer, address', async () => {
    await keep(temp, PROJECT, [madeAdvisory(1)]);
    const [chunk] = await found(temp, { ids: [madeId(1)], text: 'in the of' });
    const document = await temp.store.reader
      .selectFrom('evidence_document')
      .select(['sha256', 'key'])
      .executeTakeFirstOrThrow();
    expect(chunk).toMatchObject({
      ...{ sourceId: `osv:${document.key}#advisory-1`, contentHash: document.sha256, rank: 1 },
      ...{ sourceUrl: `https://advisories.example/${document.key}`, retrievedAt: temp.clock.now() },
    });
  });

  it('of another project is never found, by no id, package, word or likeness', async () => {
    await keep(temp, 'theirs', NUMBERS.map(madeAdvisory));
    await keep(temp, PROJECT, [madeAdvisory(1)]);
    const asked = { ids: [madeId(3)], packages: ['npm/left-pad'], text: madeQuestion(3) };
    const own = await names(temp, { ...asked, limit: 100 });
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map((name) => name.split('#')[0])).size).toBe(1);
    expect(await names(temp, { ...asked, project: 'nobody' })).toEqual([]);
    // Theirs is of no weight either: with and without it the order is one.
    expect((await names(temp, { ...asked, project: 'theirs' })).length).toBe(20);
  });

  it('that was taken out, or replaced by a newer version, is found no more', async () => {
    await keep(temp, PROJECT, [madeAdvisory(1), madeAdvisory(2)]);
    const newer = madeAdvisory(1)
      .replace('2024-05-01', '2024-06-01')
      .replace('summary":"', 'summary":"unheard ');
    await keep(temp, PROJECT, [newer]);
    const texts = (await found(temp, { ids: [madeId(1)] })).map(({ text }) => text);
    expect([texts.length, texts.some((text) => text.includes('unheard'))]).toEqual([2, true]);
    const { id } = await temp.store.reader
      .selectFrom('evidence_document')
      .select('id')
      .where('current', '=', 1)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await temp.store.write((writer) => removeDocuments(writer, [id]));
    expect(await names(temp, { ids: [madeId(1)], text: 'unheard' })).toEqual(
      (await names(temp, { text: 'unheard' })).filter((name) => !name.includes('unheard')),
    );
    expect((await found(temp, { text: 'unheard' })).some(({ text }) => text.includes('unheard'))).toBe(false);
  });

  it('whose ids meet another piece’s is left out of the index, and the document is taken all the same', async () => {
    await keep(temp, PROJECT, [madeAdvisory(1)]);
    await keep(temp, 'theirs', [madeAdvisory(2)]);
    const documents = await temp.store.reader.selectFrom('evidence_document').selectAll().execute();
    expect(documents.length).toBe(2);
    const read = await readDocument(Buffer.from(madeAdvisory(3)));
    if (!read.ok) throw new Error('unread');
    const imported = rowsOf(PROJECT, 'test', read);
    const taken = await temp.store.reader.selectFrom('evidence_chunk').select('id').executeTakeFirstOrThrow();
    const chunks = imported.rows.chunks.map((row) => ({ ...row, id: taken.id }));
    const kept = await temp.store.write((writer) =>
      keepDocuments(writer, [{ ...imported, rows: { ...imported.rows, chunks } }], 1),
    );
    expect(kept).toBe(1);
    expect(await names(temp, { ids: [madeId(3)] })).toEqual([]);
  });

  it('with vectors of another maker is compared by the built-in ones, and the answer says why', async () => {
    await keep(temp, PROJECT, NUMBERS.map(madeAdvisory));
    const asked = { project: PROJECT, limit: 20, text: madeQuestion(5) };
    const vectorOf = async () => ({ maker: 'other-1', vector: new Int8Array(256).fill(1) });
    const answer = await searchEvidence(temp.store, { ...asked, vectorOf });
    const builtIn = await searchEvidence(temp.store, asked);
    expect(answer).toEqual({
      ...builtIn,
      embedderProblem: expect.stringMatching(/no vector of other-1 yet/),
    });
    expect([answer.embedder, builtIn.embedderProblem]).toEqual([HASHED, null]);
    const failed = await searchEvidence(temp.store, {
      ...asked,
      vectorOf: async () => ({ problem: 'Gone.' }),
    });
    expect(failed).toEqual({ ...builtIn, embedderProblem: 'Gone.' });
  });

  it.runIf(dialect === 'postgres')(
    'is out of the index when tables are emptied at once, as a restore does',
    async () => {
      await keep(temp, PROJECT, [madeAdvisory(1)]);
      await temp.store.write(({ db }) => sql`truncate evidence_chunk_key, evidence_chunk`.execute(db));
      await temp.store.write(({ db }) => sql`truncate evidence_document cascade`.execute(db));
      expect(await names(temp, { text: madeQuestion(1) })).toEqual([]);
      await keep(temp, PROJECT, [madeAdvisory(1)]);
      expect((await names(temp, { text: madeQuestion(1) })).length).toBe(2);
    },
  );

  it('is found in a database that its rows were moved into, in the same order', async () => {
    await keep(temp, PROJECT, NUMBERS.map(madeAdvisory));
    const databasePath = join(temp.dir, 'moved.db');
    const from = temp.location as DatabaseAddress;
    await moveDatabase({ from, to: { databasePath }, whileInUse: true }, () => undefined);
    const { clock, log } = temp;
    await using moved = {
      store: await openStore({ databasePath, clock, log }),
      [Symbol.asyncDispose]: () => moved.store.close(),
    };
    const asked = { project: PROJECT, limit: 20, text: madeQuestion(6) };
    expect((await searchEvidence(moved.store, asked)).chunks).toEqual(await found(temp, asked));
  });
});

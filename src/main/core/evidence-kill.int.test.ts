// Promise: kill -9 in the middle of an import leaves whole documents and no others, and a list that says that it was broken off and how far it had come; the same files
// taken in again give what an import gives that nobody killed, table for table and finding for finding. Real processes, both databases.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { EvidenceImport } from '../../shared/model/evidence/document.ts';
import { isLong } from '../../shared/testing/campaign.ts';
import { rowsOf } from '../advisory/evidence/rows.ts';
import { readDocument } from '../advisory/formats/read-document.ts';
import { advisory, catalogue, sbom, scores, statement } from '../advisory/testing/documents.ts';
import { openStore, type Store, type StoreLocation } from '../store/store.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { createLog } from '../telemetry/log.ts';
import { systemClock } from './clock.ts';
import { type FestingerProcess, startProcess } from './testing/processes.ts';

const PROJECT = 'default';
const ADVISORIES = 420;
const PACKAGES = 60;
const DAY_MS = 86_400_000;
/** Half a day off: ages are told in whole days, and no test runs for so long. */
const STATED = new Date(Math.floor(Date.now() / 1000) * 1000 - 10.5 * DAY_MS).toISOString();
/**
 * Shares of what there is to take in that are there when the process is killed, one after the other over one database. On PostgreSQL each kill costs the fifteen seconds
 * until its claim has run out.
 */
const EVERY = [0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97];
const KILLED_AT = { sqlite: isLong ? EVERY : [0, 0.25, 0.7], postgres: isLong ? EVERY : [0, 0.5] };
/** Documents of the demo's kind are small: so long they fill some batches. */
const PADDING = 'Whoever sends a long line stops it. '.repeat(80);

const packageOf = (n: number) => `part-${n % PACKAGES}`;

/** A few hundred documents of every kind in some folders. */
function evidenceIn(folder: string): number {
  const documents = new Map<string, string>();
  for (let n = 0; n < ADVISORIES; n++) {
    const id = `CVE-2026-${10_000 + n}`;
    const text = advisory({ id, name: packageOf(n), modified: STATED, summary: `${id}: ${PADDING}` });
    documents.set(`osv/${n % 7}/${id}.json`, text);
  }
  const purls = Array.from({ length: PACKAGES }, (_, n) => `pkg:npm/part-${n}@1.${n % 4}.0`);
  const needs = purls.map((purl, n) => [n === 0 ? '' : (purls[n - 1] ?? ''), purl] as const);
  for (const product of ['web', 'api'])
    documents.set(`lists/${product}.json`, sbom(purls, { product, at: STATED, needs }));
  documents.set('kev.json', catalogue('CVE-2026-10003', 'CVE-2026-10064'));
  documents.set('epss.csv', scores(['CVE-2026-10003', 0.9], ['CVE-2026-10005', 0.2]));
  for (const [n, status] of (['not_affected', 'affected', 'fixed'] as const).entries())
    documents.set(
      `vex/${n}.json`,
      statement({
        ...{ author: `vendor-${n}`, product: 'pkg:npm/part-3@1.3.0', vulnerability: 'CVE-2026-10003' },
        ...{ status, at: STATED },
      }),
    );
  for (const [name, text] of documents) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return documents.size;
}

async function asked<T>(running: FestingerProcess, path: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await running.operator(`/api/console/${path}`, { ...init, headers });
  const { ok, data } = answer.body as { ok: boolean; data: T };
  if (!ok) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return data;
}

const add = (running: FestingerProcess, folder: string) =>
  asked<unknown>(running, 'evidence/add', { paths: [folder] });
const imports = (running: FestingerProcess) => asked<EvidenceImport[]>(running, 'evidence/imports');
const total = async (running: FestingerProcess) =>
  (await asked<{ total: number }>(running, 'evidence/documents?limit=1')).total;

/** Everything was taken in, and held against what is run. */
async function untilMatched(running: FestingerProcess): Promise<void> {
  const over = async () => {
    const { matching, matchedAt } = await asked<{ matching: boolean; matchedAt: number | null }>(
      running,
      'findings/state',
    );
    const all = await imports(running);
    return all.every(({ endedAt }) => endedAt !== null) && !matching && matchedAt !== null;
  };
  await expect.poll(over, { timeout: 60_000, interval: 100 }).toBe(true);
}

async function opened<T>(location: StoreLocation, look: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openStore({ ...location, clock: systemClock, log: createLog('silent') });
  return await look(store);
}

type Row = Readonly<Record<string, unknown>>;

const rowsIn = async (store: Store, query: string): Promise<Row[]> =>
  (await sql.raw<Row>(query).execute(store.reader as never)).rows;

/** What runs on the machine of the test is evidence of Festinger's own. */
const OURS = "origin not like 'what runs on this host%'";

/** Each document is there with its bytes and every row that is made of them. @returns how many there are */
async function wholeDocuments(store: Store): Promise<number> {
  const documents = await rowsIn(
    store,
    `select d.id, d.origin, d.sha256, d.bytes, r.raw from evidence_document d
       left join evidence_raw r on r.document = d.id where d.${OURS} and d.current = 1`,
  );
  const counted = async (table: string): Promise<ReadonlyMap<unknown, number>> =>
    new Map(
      (await rowsIn(store, `select document, count(*) as n from ${table} group by document`)).map(
        ({ document, n }) => [document, Number(n)],
      ),
    );
  const there = {
    advisories: await counted('evidence_advisory'),
    affected: await counted('evidence_affected'),
    claims: await counted('evidence_claim'),
    components: await counted('evidence_component'),
    dependencies: await counted('evidence_dependency'),
    chunks: await counted('evidence_chunk'),
    exploited: await counted('evidence_exploited'),
  };
  for (const { id, origin, sha256, raw } of documents) {
    const bytes = Buffer.from(String(raw));
    expect(createHash('sha256').update(bytes).digest('hex'), String(origin)).toBe(sha256);
    const read = await readDocument(bytes);
    if (!read.ok) throw new Error(`${String(origin)} is kept and refused: ${read.reason}`);
    const { rows } = rowsOf(PROJECT, String(origin), read);
    for (const part of Object.keys(there) as (keyof typeof there)[])
      expect(there[part].get(id) ?? 0, `${part} of ${String(origin)}`).toBe(rows[part].length);
  }
  return documents.length;
}

async function intact(store: Store): Promise<void> {
  if (store.dialect === 'postgres') return;
  expect(await rowsIn(store, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(await rowsIn(store, 'pragma foreign_key_check')).toEqual([]);
}

const OF_DOCUMENTS = [
  ...['evidence_advisory', 'evidence_alias', 'evidence_affected', 'evidence_claim', 'evidence_component'],
  ...['evidence_dependency', 'evidence_note', 'evidence_chunk', 'evidence_chunk_key', 'evidence_exploited'],
  ...['finding', 'finding_unchecked'],
];
/** When it came, and numbers given out in the order in which things came. */
const LEFT_OUT = new Set(['id', 'document', 'chunk', 'first_seen', 'last_seen', 'retrieved_at', 'bytes']);

/** All that was taken in and found, without numbers and moments of one run. */
async function comparable(store: Store): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  const put = (table: string, rows: readonly Row[], about: (row: Row) => string = () => '') => {
    all[table] = rows
      .map((row) => {
        const kept = Object.entries(row).filter(([name]) => !LEFT_OUT.has(name));
        return `${about(row)} ${JSON.stringify(kept.map(([name, value]) => [name, plain(value)]).sort())}`;
      })
      .sort();
  };
  const documents = await rowsIn(store, `select * from evidence_document where ${OURS}`);
  put('evidence_document', documents);
  const names = new Map(documents.map(({ id, format, key }) => [id, `${String(format)}:${String(key)}`]));
  for (const table of OF_DOCUMENTS) {
    const rows = await rowsIn(store, `select * from ${table}`);
    put(
      table,
      rows.filter(({ document }) => names.has(document)),
      ({ document }) => names.get(document) ?? '',
    );
  }
  for (const table of ['evidence_score', 'finding_observation'])
    put(table, await rowsIn(store, `select * from ${table}`));
  return all;
}

/** A record of a finding names documents by number, and when this host heard of something. */
const plain = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/"(document|heard)":\d+/g, '"$1":0') : value;

describe.each(TEST_DIALECTS)(
  'kill -9 during an import of evidence on %s',
  { timeout: isLong ? 900_000 : 240_000 },
  (dialect) => {
    it('leaves whole documents, says that it was broken off, and ends as if nobody had killed it', async () => {
      const home = mkdtempSync(join(tmpdir(), 'festinger-evidence-kill-'));
      const folder = join(home, 'evidence');
      const documents = evidenceIn(folder);
      const dirs = { calm: join(home, 'calm'), killed: join(home, 'killed') };
      for (const dir of Object.values(dirs)) mkdirSync(dir);
      const calm = await freshDatabase(dialect, dirs.calm);
      const killed = await freshDatabase(dialect, dirs.killed);
      let running: FestingerProcess | undefined;
      try {
        running = await startProcess({ dataDir: dirs.calm, database: calm.database });
        await add(running, folder);
        await untilMatched(running);
        expect((await imports(running))[0]).toMatchObject({ taken: documents, refused: 0, error: null });
        await running.stop();
        const wanted = await opened(calm.location, comparable);
        expect(wanted.finding?.length).toBeGreaterThan(ADVISORIES);

        let before = 0;
        for (const share of KILLED_AT[dialect]) {
          running = await startProcess({ dataDir: dirs.killed, database: killed.database });
          await add(running, folder);
          while ((await total(running)) < share * documents);
          await running.kill();
          const there = await opened(killed.location, async (store) => {
            await intact(store);
            return wholeDocuments(store);
          });
          expect(there).toBeGreaterThanOrEqual(Math.floor(share * documents));
          expect(there, 'it was killed in the middle').toBeLessThan(documents);
          running = await startProcess({ dataDir: dirs.killed, database: killed.database });
          const last = async () => (await imports(running as FestingerProcess))[0];
          // On PostgreSQL it could be another process that goes on: its claim has to run out.
          await expect.poll(last, { timeout: 30_000 }).toMatchObject({
            ...{
              endedAt: expect.any(Number),
              error: expect.stringMatching(/^Festinger ended in the middle/),
            },
            ...{ taken: there - before, refused: 0 },
          });
          before = there;
          await running.stop();
        }

        running = await startProcess({ dataDir: dirs.killed, database: killed.database });
        await add(running, folder);
        while ((await imports(running))[0]?.endedAt === null);
        // What was taken in and not yet held against what is run, the next process does.
        await running.kill();
        running = await startProcess({ dataDir: dirs.killed, database: killed.database });
        await untilMatched(running);
        expect((await imports(running))[0]).toMatchObject({
          ...{ taken: documents - before, same: before, refused: 0, error: null },
        });
        await running.stop();
        expect(await opened(killed.location, comparable)).toEqual(wanted);
      } finally {
        await running?.kill();
        for (const { location } of [calm, killed]) if ('url' in location) await dropDatabase(location.url);
        rmSync(home, { recursive: true, force: true });
      }
    });
  },
);

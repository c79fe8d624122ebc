// Benchmark of finding evidence: pieces of made-up advisories, more and more of them, and questions as briefs put them. Run on SQLite, and on PostgreSQL where
// FESTINGER_BENCH_POSTGRES names a database that is empty. Prints a table of times and how they grow, writes JSON to bench/results/.
//   node bench/advisory/retrieval.ts [--sizes 1000,10000,100000] [--questions 300]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rowsOf } from '../../src/main/advisory/evidence/rows.ts';
import { readDocument } from '../../src/main/advisory/formats/read-document.ts';
import { searchEvidence } from '../../src/main/advisory/retrieval/search.ts';
import { type ImportedDocument, keepDocuments } from '../../src/main/store/evidence/documents.ts';
import { openStore, type Store } from '../../src/main/store/store.ts';
import { percentile, printTable, writeResults } from '../lib/report.ts';
import { madeAdvisory, madeId, madeQuestion } from './varied-advisories.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    questions: { type: 'string', default: '300' },
  },
});
const SIZES = values.sizes.split(',').map(Number);
const QUESTIONS = Number(values.questions);
const PROJECT = 'bench';
/** Summary and range. */
const PIECES_EACH = 2;
const BATCH = 200;

const clock = { now: () => Date.now(), monotonic: () => performance.now(), after: () => () => undefined };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function made(n: number): Promise<ImportedDocument> {
  const read = await readDocument(Buffer.from(madeAdvisory(n)));
  if (!read.ok) throw new Error(`${read.path}: ${read.reason}`);
  return rowsOf(PROJECT, 'bench', read);
}

async function fill(store: Store, from: number, to: number): Promise<number> {
  let writing = 0;
  for (let start = from; start < to; start += BATCH) {
    const documents = await Promise.all(
      Array.from({ length: Math.min(BATCH, to - start) }, (_, n) => made(start + n)),
    );
    const began = performance.now();
    await store.write((writer) => keepDocuments(writer, documents, clock.now()));
    writing += performance.now() - began;
  }
  return writing;
}

/** Every fourth question is about an id as well, as a brief's is. */
async function ask(store: Store, documents: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = -20; n < QUESTIONS; n++) {
    const about = (Math.abs(n) * 7919) % documents;
    const began = performance.now();
    const { chunks } = await searchEvidence(store, {
      ...{ project: PROJECT, text: madeQuestion(about), limit: 40 },
      ids: n % 4 === 0 ? [madeId(about)] : [],
    });
    if (chunks.length === 0) throw new Error(`Nothing was found for ${madeQuestion(about)}.`);
    if (n >= 0) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

/** How often what was asked about is among the first ten; of the questions that name a package. */
async function recall(store: Store, documents: number): Promise<number> {
  let hits = 0;
  let asked = 0;
  for (let n = 0; asked < 100; n++) {
    const about = (n * 104_729) % documents;
    // The third kind of question fits many advisories.
    if (about % 4 === 2) continue;
    asked++;
    const { chunks } = await searchEvidence(store, {
      ...{ project: PROJECT, text: madeQuestion(about), limit: 10 },
    });
    if (chunks.some(({ text }) => text.includes(madeId(about)))) hits++;
  }
  return hits / asked;
}

interface Figure {
  readonly database: string;
  readonly pieces: number;
  readonly writePerDocument: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** Against the size before. */
  readonly growth: number;
  readonly inFirstTen: number;
}

async function run(database: string, store: Store): Promise<Figure[]> {
  const figures: Figure[] = [];
  let filled = 0;
  for (const size of SIZES) {
    const documents = Math.ceil(size / PIECES_EACH);
    const writing = await fill(store, filled, documents);
    const perDocument = documents > filled ? writing / (documents - filled) : 0;
    filled = documents;
    const times = await ask(store, documents);
    const before = figures.at(-1);
    figures.push({
      ...{ database, pieces: size, writePerDocument: perDocument },
      ...{ p50: percentile(times, 0.5), p99: percentile(times, 0.99), worst: times.at(-1) ?? 0 },
      growth: before ? percentile(times, 0.5) / before.p50 : 1,
      inFirstTen: await recall(store, documents),
    });
  }
  return figures;
}

const dir = mkdtempSync(join(tmpdir(), 'festinger-retrieval-'));
const figures: Figure[] = [];
try {
  const url = process.env.FESTINGER_BENCH_POSTGRES;
  const places = [{ databasePath: join(dir, 'bench.db') }, ...(url === undefined ? [] : [{ url }])];
  for (const place of places) {
    const store = await openStore({ ...place, clock, log: silent });
    try {
      figures.push(...(await run('url' in place ? 'postgres' : 'sqlite', store)));
    } finally {
      await store.close();
    }
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
printTable(
  ['database', 'pieces', 'write, ms a document', 'p50 ms', 'p99 ms', 'worst ms', 'growth', 'in first ten'],
  figures.map((one) => [
    ...[one.database, one.pieces.toLocaleString('en'), one.writePerDocument.toFixed(2), one.p50.toFixed(1)],
    ...[one.p99.toFixed(1), one.worst.toFixed(1), one.growth.toFixed(2), one.inFirstTen.toFixed(2)],
  ]),
);
writeResults('retrieval', { questions: QUESTIONS, figures });

// Evidence in numbers: how long it takes to take in advisories and a list of components and to match them, and how long the event loop is held meanwhile.
// npm run bench:advisory [-- --components 5000 --advisories 1000,10000,100000 --database postgres://…]; with --long, documents of many rows instead, and how
// long somebody else's write waits for them. Needs a build (the thread is the built one).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { importEvidence } from '../src/main/advisory/evidence/import-evidence.ts';
import { matchProject } from '../src/main/advisory/findings/matching.ts';
import { systemClock } from '../src/main/core/clock.ts';
import { touchDocuments } from '../src/main/store/evidence/documents.ts';
import { openStore } from '../src/main/store/store.ts';
import type { Store } from '../src/main/store/store-access.ts';
import { madeAdvisories, madeList, madeScores } from './advisory/made.ts';
import { machine, printTable, writeResults } from './lib/report.ts';

const { values } = parseArgs({
  options: {
    components: { type: 'string', default: '5000' },
    advisories: { type: 'string', default: '1000,10000,100000' },
    database: { type: 'string' },
    long: { type: 'boolean', default: false },
  },
});
const COMPONENTS = Number(values.components);
const log = { info: () => undefined, warn: console.warn };
const PROJECT = 'default';

interface Figures {
  readonly advisories: number;
  readonly importS: number;
  readonly importHeldMs: number;
  readonly againS: number;
  readonly matchS: number;
  readonly matchHeldMs: number;
  readonly findings: number;
}

/** Longest that the event loop was held, milliseconds. */
async function held<T>(
  work: () => Promise<T>,
): Promise<readonly [result: T, seconds: number, heldMs: number]> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  return [result, seconds, delay.max / 1e6];
}

async function measure(advisories: number): Promise<Figures> {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-advisory-'));
  const location = values.database ? { url: values.database } : { databasePath: join(dir, 'festinger.db') };
  const store = await openStore({ ...location, clock: systemClock, log });
  try {
    const folder = join(dir, 'in');
    mkdirSync(folder);
    for (const { name, text } of madeAdvisories(advisories)) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'list.json'), madeList(COMPONENTS));
    const take = (id: string) =>
      importEvidence(
        { id, project: PROJECT, paths: [folder], base: null, origin: 'made', by: 'bench' },
        { store, clock: systemClock, signal: new AbortController().signal, progress: () => undefined },
      );
    const [sum, importS, importHeldMs] = await held(() => take('one'));
    if (sum.taken !== advisories + 1) throw new Error(`Taken: ${JSON.stringify(sum)}`);
    const [again, againS] = await held(() => take('two'));
    if (again.same !== advisories + 1) throw new Error(`Taken again: ${JSON.stringify(again)}`);
    const { signal } = new AbortController();
    const parts = { store, clock: systemClock, signal, trusted: new Set<string>() };
    const [matched, matchS, matchHeldMs] = await held(() => matchProject(PROJECT, parts));
    return { advisories, importS, importHeldMs, againS, matchS, matchHeldMs, findings: matched.findings };
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface LongFigures {
  readonly name: string;
  readonly bytes: number;
  readonly importS: number;
  readonly heldMs: number;
  readonly waitMs: number;
}

/** One document alone, while somebody else writes a little every 20 ms. */
async function measureLong(name: string, text: string): Promise<LongFigures> {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-advisory-'));
  const location = values.database ? { url: values.database } : { databasePath: join(dir, 'festinger.db') };
  const store = await openStore({ ...location, clock: systemClock, log });
  try {
    const path = join(dir, name);
    writeFileSync(path, text);
    const signal = new AbortController();
    const others = writeMeanwhile(store, signal.signal);
    const request = { id: name, project: PROJECT, paths: [path], base: null, origin: 'made', by: 'bench' };
    const parts = { store, clock: systemClock, signal: signal.signal, progress: () => undefined };
    const [sum, importS, heldMs] = await held(() => importEvidence(request, parts));
    signal.abort();
    if (sum.taken !== 1) throw new Error(`Taken: ${JSON.stringify(sum)}`);
    return { name, bytes: text.length, importS, heldMs, waitMs: await others };
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** @returns the longest that one of the writes took, milliseconds */
async function writeMeanwhile(store: Store, signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const began = performance.now();
    await store.write((writer) => touchDocuments(writer, PROJECT, ['none'], 0));
    longest = Math.max(longest, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return longest;
}

async function long(): Promise<void> {
  const rows = [
    await measureLong('scores.csv', madeScores(300_000)),
    await measureLong('list-20k.json', madeList(20_000)),
    await measureLong('list-200k.json', madeList(200_000)),
  ];
  printTable(
    ['document', 'MB', 'import s', 'held ms', 'others wait ms'],
    rows.map(({ name, bytes, importS, heldMs, waitMs }) => [
      ...[name, (bytes / 1e6).toFixed(1), importS.toFixed(1), heldMs.toFixed(0), waitMs.toFixed(0)],
    ]),
  );
  writeResults('advisory-long', { machine, rows });
}

async function many(): Promise<void> {
  const rows: Figures[] = [];
  for (const count of values.advisories.split(',').map(Number)) rows.push(await measure(count));
  printTable(
    ['advisories', 'import s', 'held ms', 'again s', 'match s', 'held ms', 'findings'],
    rows.map((row) => [
      ...[row.advisories.toLocaleString('en'), row.importS.toFixed(1), row.importHeldMs.toFixed(0)],
      ...[
        row.againS.toFixed(1),
        row.matchS.toFixed(2),
        row.matchHeldMs.toFixed(0),
        row.findings.toLocaleString('en'),
      ],
    ]),
  );
  writeResults('advisory', { machine, components: COMPONENTS, rows });
}

await (values.long ? long() : many());

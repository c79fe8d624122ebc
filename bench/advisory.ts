// Evidence in numbers: how long it takes to take in advisories and a list of components and to match them, and how long the event loop is held meanwhile.
// npm run bench:advisory [-- --components 5000 --advisories 1000,10000,100000 --database postgres://…]. Needs a build (the thread is the built one).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { importEvidence } from '../src/main/advisory/evidence/import-evidence.ts';
import { matchProject } from '../src/main/advisory/findings/matching.ts';
import { systemClock } from '../src/main/core/clock.ts';
import { openStore } from '../src/main/store/store.ts';
import { madeAdvisories, madeList } from './advisory/made.ts';
import { machine, printTable, writeResults } from './lib/report.ts';

const { values } = parseArgs({
  options: {
    components: { type: 'string', default: '5000' },
    advisories: { type: 'string', default: '1000,10000,100000' },
    database: { type: 'string' },
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

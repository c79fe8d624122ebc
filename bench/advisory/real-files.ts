// Real files of evidence, imported as anybody would: is what should be taken taken, is what should be refused refused, and are all components there?
// npm run bench:real-files -- FOLDER [--lines odd | even] [--differences FILE]
// FOLDER holds the files and a manifest.jsonl: of each file {path, kind, expect: "import" | "refuse", components: number | null}.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { importEvidence } from '../../src/main/advisory/evidence/import-evidence.ts';
import { systemClock } from '../../src/main/core/clock.ts';
import { openStore } from '../../src/main/store/store.ts';
import type { Store } from '../../src/main/store/store-access.ts';
import { printTable } from '../lib/report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { lines: { type: 'string', default: 'all' }, differences: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder: npm run bench:real-files -- FOLDER');

const Line = z.object({
  path: z.string(),
  kind: z.string(),
  expect: z.enum(['import', 'refuse']),
  components: z.number().nullable(),
});

interface Difference extends z.infer<typeof Line> {
  /** What became of the file. */
  readonly outcome: string;
}

const PROJECT = 'default';
const log = { info: () => undefined, warn: console.warn };

function readManifest(): z.infer<typeof Line>[] {
  const lines = readFileSync(join(folder as string, 'manifest.jsonl'), 'utf8').split('\n');
  const rest = { all: null, odd: 0, even: 1 }[values.lines];
  if (rest === undefined) throw new Error('--lines is odd or even');
  return lines
    .filter((line, index) => line !== '' && (rest === null || index % 2 === rest))
    .map((line) => Line.parse(JSON.parse(line)));
}

/** @returns null where it came out as it should */
async function differenceOf(store: Store, file: z.infer<typeof Line>): Promise<Difference | null> {
  const paths = [resolve(folder as string, file.path)];
  const request = { id: file.path, project: PROJECT, paths, base: null, origin: file.path, by: 'bench' };
  const signal = new AbortController().signal;
  const sum = await importEvidence(request, { store, clock: systemClock, signal, progress: () => undefined });
  const { reader } = store;
  if (sum.taken + sum.same === 0) {
    const refusals = await reader
      .selectFrom('evidence_refusal')
      .selectAll()
      .where('import_id', '=', file.path)
      .execute();
    const outcome = refusals.map(({ path, reason }) => `refused ${path}: ${reason}`).join(' ') || 'left out';
    return file.expect === 'refuse' ? null : { ...file, outcome };
  }
  if (file.expect === 'refuse') return { ...file, outcome: 'taken' };
  if (file.components === null) return null;
  const components = (await reader.selectFrom('evidence_component').select('n').execute()).length;
  return components === file.components ? null : { ...file, outcome: `${components} components` };
}

const tallies = new Map<string, { right: number; all: number }>();
const differences: Difference[] = [];
for (const file of readManifest()) {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-files-'));
  const store = await openStore({ databasePath: join(dir, 'festinger.db'), clock: systemClock, log });
  try {
    const difference = await differenceOf(store, file);
    if (difference) differences.push(difference);
    const name = `${file.expect}: ${file.kind}`;
    const tally = tallies.get(name) ?? { right: 0, all: 0 };
    tallies.set(name, { right: tally.right + (difference ? 0 : 1), all: tally.all + 1 });
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
const all = [...tallies].toSorted(([a], [b]) => (a < b ? -1 : 1));
printTable(
  ['file', 'right', 'of'],
  all.map(([name, { right, all: total }]) => [name, String(right), String(total)]),
);
for (const expect of ['import', 'refuse']) {
  const of = all.filter(([name]) => name.startsWith(expect));
  const sum = (key: 'right' | 'all') => of.reduce((total, [, tally]) => total + tally[key], 0);
  console.log(`${expect}: ${sum('right')} of ${sum('all')}`);
}
for (const { path, kind, expect, components, outcome } of differences)
  console.log(
    `${path} (${kind}): expected ${expect}${components === null ? '' : ` with ${components} components`}; ${outcome}`,
  );
if (values.differences) writeFileSync(values.differences, JSON.stringify(differences, null, 1));

// How long a brief that is there takes to be answered, by its key and by what was asked for, and how long one takes that is made without a model: over a program of its own
// with so many advisories and a list of so many components. npm run bench:briefs [-- --advisories 5000 --components 2000 --rounds 2000 --database postgres://…]; the
// database has to be empty. Needs a build.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type FestingerProcess, startProcess } from '../../src/main/core/testing/processes.ts';
import { machine, percentile, printTable, writeResults } from '../lib/report.ts';
import { madeAdvisories, madeList } from './made.ts';

const { values } = parseArgs({
  options: {
    advisories: { type: 'string', default: '5000' },
    components: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '2000' },
    database: { type: 'string' },
  },
});
const [ADVISORIES, COMPONENTS, ROUNDS] = [values.advisories, values.components, values.rounds].map(
  Number,
) as [number, number, number];
/** Findings that are briefed. */
const MADE = 40;

const get = async <T>(on: FestingerProcess, path: string): Promise<T> =>
  ((await on.operator(path)).body as { readonly data: T }).data;

async function post(
  on: FestingerProcess,
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = { 'content-type': 'application/json' };
  return on.operator(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function takeIn(on: FestingerProcess, dir: string): Promise<void> {
  const folder = join(dir, 'in');
  mkdirSync(folder);
  for (const { name, text } of madeAdvisories(ADVISORIES)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'list.json'), madeList(COMPONENTS));
  await post(on, '/api/console/evidence/add', { paths: [folder] });
  for (let isReady = false; !isReady; await wait(500)) {
    const state = await get<{
      matchedAt: number | null;
      matching: boolean;
      evidence: { lists: number; advisories: number };
    }>(on, '/api/console/findings/state');
    isReady =
      state.matchedAt !== null &&
      !state.matching &&
      state.evidence.lists === 1 &&
      state.evidence.advisories >= ADVISORIES;
  }
}

async function timed(times: number, work: (n: number) => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await work(n);
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b);
}

const dir = mkdtempSync(join(tmpdir(), 'festinger-bench-briefs-'));
const dataDir = join(dir, 'data');
mkdirSync(dataDir);
writeFileSync(
  join(dataDir, 'config.yaml'),
  JSON.stringify({ settings: { brief_requests_per_minute: 10_000 } }),
);
await using on = await startProcess({ dataDir, database: values.database });
try {
  await takeIn(on, dir);
  const { findings } = await get<{ findings: { vulnerability: string }[] }>(
    on,
    `/api/console/findings?limit=${MADE}`,
  );
  const keys = [...new Set(findings.map(({ vulnerability }) => vulnerability))];
  const places = new Map<string, string>();
  const made = await timed(keys.length, async (n) => {
    const asked = await post(on, '/api/v1/advisory/summary', { advisoryKey: keys[n] });
    const { cache_key } = (asked.body as { data: { cache_key: string } }).data;
    places.set(keys[n] ?? '', cache_key);
    while ((await on.operator(`/api/v1/advisory/outputs/${cache_key}`)).status !== 200) await wait(2);
  });
  const mustBe = (status: number): void => {
    if (status !== 200) throw new Error(`It was answered with ${status}.`);
  };
  const keyed = [...places.values()];
  const byKey = await timed(ROUNDS, async (n) =>
    mustBe((await on.operator(`/api/v1/advisory/outputs/${keyed[n % keyed.length]}`)).status),
  );
  const asked = await timed(ROUNDS, async (n) =>
    mustBe((await post(on, '/api/v1/advisory/summary', { advisoryKey: keys[n % keys.length] })).status),
  );
  const rows = [
    ['made without a model, from asking to reading', made],
    ['there, by its key (GET)', byKey],
    ['there, by what is asked for (POST)', asked],
  ] as const;
  const figures = rows.map(([what, took]) => ({
    what,
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    most: took.at(-1) ?? 0,
  }));
  printTable(
    ['a brief that is', 'p50 ms', 'p99 ms', 'most ms'],
    figures.map(({ what, p50, p99, most }) => [what, p50.toFixed(2), p99.toFixed(2), most.toFixed(1)]),
  );
  writeResults('briefs', {
    machine,
    advisories: ADVISORIES,
    components: COMPONENTS,
    rounds: ROUNDS,
    briefs: keys.length,
    figures,
  });
} finally {
  rmSync(dir, { recursive: true, force: true });
}

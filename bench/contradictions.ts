// Benchmark of staying true: a made-up stream of facts of which is known what each one is (fresh, duplicate, update, the
// four kinds of contradiction) goes through this program's memory, on SQLite and on PostgreSQL, and through two plain
// memories. Compared are what a prompt would be given, what was noticed, and how fast it went.
// Prints a table, writes JSON to bench/results/; fails when ours serves a contradiction or a cycle, or misses one.
//   node bench/contradictions.ts [--facts 100000] [--seed 1]

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/main/core/clock.ts';
import { ConceptGraph } from '../src/main/graph/columns/concept-graph.ts';
import { recollectionOf } from '../src/main/graph/recollect/recollection.ts';
import { openMemory } from '../src/main/memory/memory.ts';
import { openStore, type StoreLocation } from '../src/main/store/store.ts';
import { startPostgres } from '../src/main/store/testing/postgres-server.ts';
import { queueOver } from '../src/main/store/testing/temp-jobs.ts';
import type { FactOutcome } from '../src/shared/model/graph.ts';
import { DEFAULT_SETTINGS } from '../src/shared/model/settings.ts';
import { seededRandom } from '../src/shared/seeded-random.ts';
import { type Call, FactStream, type Kind } from './lib/fact-stream.ts';
import { openPlainMemory, type ServedFact } from './lib/plain-memories.ts';
import { percentile, printTable, writeResults } from './lib/report.ts';

const { values } = parseArgs({
  options: { facts: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const count = Number(values.facts);
const seed = Number(values.seed);
const RECALLS = 20_000;
const PROJECT = 'default';

const stream = new FactStream(seed);
const calls: Call[] = [...stream.calls(count)];
const concepts = [...new Set([...stream.truth.values()].map((fact) => fact.concept))];

interface Noticed {
  /** Contradictions that were called so; contradictions; facts called a contradiction. */
  hits: number;
  real: number;
  called: number;
  /** Facts that were answered other than by the book, by kind. */
  readonly wrong: Partial<Record<Kind, number>>;
}

interface Figures {
  readonly memory: string;
  /** Places at which a prompt would be given more than one parent. */
  readonly contradictions: number;
  /** Concepts that stand above themselves in what is served. */
  readonly cycles: number;
  readonly precision: number | null;
  readonly recall: number | null;
  /** Places served with exactly what is true of the made-up world, of all places. */
  readonly current: number;
  readonly factsPerSecond: number;
  /** The same by processor time of this process: of a busy machine the figure to compare. */
  readonly factsPerProcessorSecond: number;
  /** Microseconds of one recall. */
  readonly recallP50: number;
  readonly recallP99: number;
  readonly load: number;
}

interface Run {
  readonly tell: (call: Call) => Promise<readonly FactOutcome[]>;
  readonly recall: (concept: string) => unknown;
  readonly all: () => ServedFact[];
  readonly notices: boolean;
}

async function measure(memory: string, run: Run): Promise<{ figures: Figures; noticed: Noticed }> {
  const noticed: Noticed = { hits: 0, real: 0, called: 0, wrong: {} };
  const processor = process.cpuUsage();
  const began = performance.now();
  for (const call of calls) compare(call, await run.tell(call), noticed);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(processor);
  const recalls = recallTimes(run.recall);
  const { contradictions, cycles, current } = judge(run.all());
  const ratio = (part: number, whole: number) => (run.notices ? part / whole : null);
  const figures: Figures = {
    ...{ memory, contradictions, cycles, current },
    precision: ratio(noticed.hits, noticed.called),
    recall: ratio(noticed.hits, noticed.real),
    factsPerSecond: count / seconds,
    factsPerProcessorSecond: count / ((user + system) / 1e6),
    recallP50: percentile(recalls, 0.5) * 1000,
    recallP99: percentile(recalls, 0.99) * 1000,
    load: loadavg()[0] ?? 0,
  };
  return { figures, noticed };
}

function compare(call: Call, outcomes: readonly FactOutcome[], noticed: Noticed): void {
  for (const [i, { expected, kind }] of call.facts.entries()) {
    const outcome = outcomes[i];
    const isCalled = outcome?.status === 'conflict';
    const isReal = expected.status === 'conflict';
    if (isCalled) noticed.called++;
    if (isReal) noticed.real++;
    if (isCalled && isReal) noticed.hits++;
    const isByTheBook = outcome?.status === expected.status && (!isReal || outcome.reason === expected.type);
    if (!isByTheBook) noticed.wrong[kind] = (noticed.wrong[kind] ?? 0) + 1;
  }
}

/** Milliseconds of recalls of concepts of the stream, sorted. */
function recallTimes(recall: (concept: string) => unknown): number[] {
  const random = seededRandom(7);
  const times: number[] = [];
  for (let n = 0; n < RECALLS; n++) {
    const concept = concepts[Math.floor(random() * concepts.length)] as string;
    const began = performance.now();
    recall(concept);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

function judge(served: readonly ServedFact[]): { contradictions: number; cycles: number; current: number } {
  const places = new Map<string, ServedFact[]>();
  for (const fact of served) {
    const place = `${fact.dimension} ${fact.concept}`;
    places.set(place, [...(places.get(place) ?? []), fact]);
  }
  let contradictions = 0;
  for (const facts of places.values()) if (facts.length > 1) contradictions++;
  let right = 0;
  for (const [place, { parent, isIsa }] of stream.truth) {
    const [fact, ...others] = places.get(place) ?? [];
    if (fact && others.length === 0 && fact.parent === parent && fact.isIsa === isIsa) right++;
  }
  const cycles = [...places.keys()].filter((place) => isAboveItself(place, places)).length;
  return { contradictions, cycles, current: right / stream.truth.size };
}

function isAboveItself(place: string, places: ReadonlyMap<string, readonly ServedFact[]>): boolean {
  const [dimension, concept] = place.split(' ');
  const passed = new Set<string>();
  const open = [concept as string];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { parent } of places.get(`${dimension} ${at}`) ?? []) {
      if (parent === concept) return true;
      if (!passed.has(parent)) open.push(parent);
      passed.add(parent);
    }
  }
  return false;
}

async function measureOurs(name: string, location: StoreLocation) {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await using store = await openStore({ ...location, clock: systemClock, log });
  const graph = new ConceptGraph();
  const jobs = queueOver(store, { clock: systemClock, log });
  const memory = await openMemory({
    store,
    graph,
    clock: systemClock,
    log,
    settings: () => DEFAULT_SETTINGS,
    jobs,
  });
  const token = (id: number) => graph.tokenOf(id);
  const measured = await measure(name, {
    tell: ({ client, source, facts }) =>
      memory.tell(
        PROJECT,
        facts.map(({ fact }) => fact),
        {
          ...{ source, client, conversation: 'stream', role: 'user', segment: null },
          ...{ sentence: 'A sentence somebody said, out of which this was read.', at: Date.now() },
        },
      ),
    recall: (concept) => recollectionOf(graph, concept, DEFAULT_SETTINGS, Date.now(), PROJECT),
    all: () =>
      concepts.flatMap((concept) =>
        graph.edgesOf(PROJECT, graph.conceptId(concept) ?? 0).map((edge) => ({
          ...{ concept, dimension: token(edge.dim), parent: token(edge.parent), isIsa: edge.isIsa },
        })),
      ),
    notices: true,
  });
  const report = await memory.verify();
  await jobs.close();
  await memory.close();
  return { ...measured, verified: report.ok, problems: report.problems };
}

async function measurePlain(kind: 'append-only' | 'last write wins', dir: string) {
  const plain = openPlainMemory(join(dir, `${kind.replaceAll(' ', '-')}.db`), kind);
  const measured = await measure(kind, {
    tell: async ({ facts }) => {
      plain.tell(facts);
      return [];
    },
    recall: (concept) => plain.recall(concept),
    all: () => plain.all(),
    notices: false,
  });
  plain.close();
  return measured;
}

function tally(): Partial<Record<Kind, number>> {
  const kinds: Partial<Record<Kind, number>> = {};
  for (const { facts } of calls) for (const { kind } of facts) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

const dir = mkdtempSync(join(tmpdir(), 'festinger-bench-contradictions-'));
await using server = await startPostgres({ durable: true });
const ours = [
  await measureOurs('ours, SQLite', { databasePath: join(dir, 'ours.db') }),
  await measureOurs('ours, PostgreSQL', { url: server.url }),
];
const plain = [await measurePlain('append-only', dir), await measurePlain('last write wins', dir)];
rmSync(dir, { recursive: true });

const rows = [...ours, ...plain].map(({ figures }) => figures);
const share = (part: number | null) => (part === null ? 'says nothing' : part.toFixed(4));
printTable(
  [
    ...['memory', 'contradictory', 'in cycles', 'precision', 'recall', 'true now'],
    ...['facts/s', 'facts/cpu s', 'recall p50 us', 'p99 us', 'load'],
  ],
  rows.map((row) => [
    ...[row.memory, String(row.contradictions), String(row.cycles), share(row.precision), share(row.recall)],
    ...[
      `${(row.current * 100).toFixed(1)} %`,
      row.factsPerSecond.toFixed(0),
      row.factsPerProcessorSecond.toFixed(0),
    ],
    ...[row.recallP50.toFixed(1), row.recallP99.toFixed(1), row.load.toFixed(1)],
  ]),
);
console.log(
  `seed ${seed}: ${count} facts in ${calls.length} calls about ${stream.truth.size} places: ${JSON.stringify(tally())}`,
);
writeResults('contradictions', { seed, facts: count, calls: calls.length, kinds: tally(), rows });

const faults = ours.flatMap(({ figures, noticed, verified, problems }) => [
  ...(figures.contradictions + figures.cycles > 0
    ? [`${figures.memory} serves a contradiction or a cycle`]
    : []),
  ...(figures.precision !== 1 || figures.recall !== 1
    ? [`${figures.memory} missed or made up a conflict`]
    : []),
  ...(Object.keys(noticed.wrong).length > 0
    ? [`${figures.memory} answered other than by the book: ${JSON.stringify(noticed.wrong)}`]
    : []),
  ...(verified ? [] : [`${figures.memory} does not verify: ${problems.join('; ')}`]),
]);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
